import { ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { inTransaction } from "#data/client.ts";
import { removeAnchor } from "#data/trust-anchors.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx } from "../context.ts";

/**
 * Takes an anchor away: the next answer of a wallet is already judged without it.
 * @throws TRUST_ANCHOR_NOT_FOUND
 */
export const removeTrustAnchor = async (ctx: Ctx, id: string): Promise<{ id: string }> => {
  if (!isId("trustAnchor", id)) throw new ServiceError("TRUST_ANCHOR_NOT_FOUND");
  await inTransaction(ctx.deps.db, async (db) => {
    const removed = await removeAnchor(db, id);
    if (!removed) throw new ServiceError("TRUST_ANCHOR_NOT_FOUND");
    const { credentialType, label, fingerprint } = removed;
    await recordAudit(ctx, db, {
      tenantId: null,
      action: "trust_anchor.remove",
      target: id,
      changes: { credentialType, label, fingerprint },
    });
  });
  return { id };
};
