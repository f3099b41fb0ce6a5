import type { Db } from "#data/client.ts";
import type { AnchorRow } from "#data/trust-anchors.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx } from "../context.ts";

/** The audit entry of an anchor that is trusted no more, in the transaction that removed it. */
export const recordRemoval = (
  ctx: Ctx,
  db: Db,
  { id, credentialType, label, fingerprint }: AnchorRow,
): Promise<void> =>
  recordAudit(ctx, db, {
    tenantId: null,
    action: "trust_anchor.remove",
    target: id,
    changes: { credentialType, label, fingerprint },
  });
