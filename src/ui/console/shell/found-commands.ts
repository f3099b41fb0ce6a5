import { ScrollText, Send, ShieldCheck } from "lucide-react";
import type { Command } from "../../kit/command-list.ts";
import { deliveryPath, requestPath, verificationPath } from "../paths.ts";
import { nameOf, type VerificationGlance } from "../verifications/verification-glance.ts";
import { STATUS_NAMES } from "../words/status-badge.tsx";

/** What the service has found for a text. */
export type Finds = {
  verifications: readonly VerificationGlance[];
  deliveryId: string | null;
  requestId: string | null;
};

type World = { tenantId: string; listMetadataKey: string | null; go: (href: string) => void };

const GROUP = "Found";

// By the value that was typed, where the tenant has chosen no key: whoever searches for an order reads that order.
const valueLike = ({ metadata }: VerificationGlance, typed: string): string | undefined =>
  Object.values(metadata ?? {})
    .map(String)
    .find((value) => value.toLowerCase() === typed.trim().toLowerCase());

const verificationCommands = (
  verifications: readonly VerificationGlance[],
  typed: string,
  { tenantId, listMetadataKey, go }: World,
): Command[] =>
  verifications.map((found) => ({
    id: found.verificationId,
    group: GROUP,
    name: nameOf(found, listMetadataKey) ?? valueLike(found, typed) ?? found.verificationId,
    note: `Verification · ${STATUS_NAMES[found.status]}`,
    Icon: ShieldCheck,
    run: () => go(verificationPath(tenantId, found.verificationId)),
  }));

/** What was found, as ways to go. */
export const foundCommands = (finds: Finds | undefined, typed: string, world: World): Command[] => {
  if (!finds) return [];
  const { deliveryId, requestId } = finds;
  const { tenantId, go } = world;
  return [
    ...verificationCommands(finds.verifications, typed, world),
    ...(deliveryId === null
      ? []
      : [
          {
            id: deliveryId,
            group: GROUP,
            name: deliveryId,
            note: "Delivery",
            Icon: Send,
            run: () => go(deliveryPath(tenantId, deliveryId)),
          },
        ]),
    ...(requestId === null
      ? []
      : [
          {
            id: requestId,
            group: GROUP,
            name: requestId,
            note: "Request",
            Icon: ScrollText,
            run: () => go(requestPath(tenantId, requestId)),
          },
        ]),
  ];
};
