import { ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { inTransaction } from "#data/client.ts";
import { removeAnchor, removeOfList } from "#data/trust-anchors.ts";
import { VICAL_TYPE } from "#methods/wallet/trust/vical-type.ts";
import type { Ctx } from "../context.ts";
import { recordRemoval } from "./record-removal.ts";

/**
 * Takes an anchor away: the next answer of a wallet is already judged without it. With a pinned provider of lists goes
 * what its list brought.
 * @throws TRUST_ANCHOR_NOT_FOUND
 */
export const removeTrustAnchor = async (ctx: Ctx, id: string): Promise<{ id: string }> => {
  if (!isId("trustAnchor", id)) throw new ServiceError("TRUST_ANCHOR_NOT_FOUND");
  await inTransaction(ctx.deps.db, async (db) => {
    const removed = await removeAnchor(db, id);
    if (!removed) throw new ServiceError("TRUST_ANCHOR_NOT_FOUND");
    await recordRemoval(ctx, db, removed);
    if (removed.credentialType !== VICAL_TYPE) return;
    for (const anchor of await removeOfList(db, removed.fingerprint)) await recordRemoval(ctx, db, anchor);
  });
  return { id };
};
