import type { ReactNode } from "react";
import { Badge } from "../../kit/badge.tsx";
import { Card } from "../../kit/card.tsx";
import { Facts } from "../../kit/facts.tsx";
import { Time } from "../../kit/time.tsx";

export type TokenGlance = {
  state: "valid" | "expired" | "revoked";
  over18: boolean;
  issuedAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
};

const LOOKS = {
  valid: { tone: "ok", text: "Valid" },
  expired: { tone: "neutral", text: "Expired" },
  revoked: { tone: "danger", text: "Revoked" },
} as const;

/** The proof that the tenant holds; what it says, never the token itself. */
export const TokenCard = ({ token, revoke }: { token: TokenGlance | null; revoke: ReactNode }) => {
  if (!token) {
    return (
      <Card title="Token">
        <p className="text-sm text-soft">
          No token was issued. Approvals get one, except results recorded with /verify/submit.
        </p>
      </Card>
    );
  }
  const { tone, text } = LOOKS[token.state];
  return (
    <Card title="Token" actions={token.state === "valid" && revoke}>
      <Facts
        facts={[
          { name: "State", value: <Badge tone={tone}>{text}</Badge> },
          { name: "Over 18", value: token.over18 ? "Yes" : "No" },
          { name: "Issued", value: <Time at={token.issuedAt} as="long" /> },
          { name: "Expires", value: <Time at={token.expiresAt} as="long" /> },
          ...(token.revokedAt ? [{ name: "Revoked", value: <Time at={token.revokedAt} as="long" /> }] : []),
        ]}
      />
    </Card>
  );
};
