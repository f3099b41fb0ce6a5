import { revokeApiKey } from "#data/api-keys.ts";
import { inTransaction } from "#data/client.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx } from "../context.ts";

/**
 * Revokes a key: at once in this process, everywhere within 10 seconds.
 * @returns false when the tenant has no such working key; then nothing was written
 */
export const revokeKey = async (ctx: Ctx, input: { tenantId: string; keyId: string }): Promise<boolean> => {
  const { deps } = ctx;
  const revoked = await inTransaction(deps.db, async (db) => {
    const done = await revokeApiKey(db, input.tenantId, input.keyId, deps.now());
    if (done)
      await recordAudit(ctx, db, { tenantId: input.tenantId, action: "api_key.revoke", target: input.keyId });
    return done;
  });
  deps.keyCache.invalidate(input.keyId);
  return revoked;
};
