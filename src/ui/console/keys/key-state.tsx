import { Badge } from "../../kit/badge.tsx";
import { Time } from "../../kit/time.tsx";
import type { KeyGlance } from "./key-glance.ts";

const LOOKS = {
  active: { tone: "ok", text: "Active" },
  expiring: { tone: "warn", text: "Expiring" },
  expired: { tone: "neutral", text: "Expired" },
  revoked: { tone: "danger", text: "Revoked" },
} as const;

export const KeyState = ({ state, expiresAt, revokedAt }: KeyGlance) => {
  const at = state === "revoked" ? revokedAt : state === "active" ? null : expiresAt;
  return (
    <span className="flex items-center gap-2">
      <Badge tone={LOOKS[state].tone}>{LOOKS[state].text}</Badge>
      {at && (
        <span className="text-xs text-soft">
          <Time at={at} as="relative" />
        </span>
      )}
    </span>
  );
};
