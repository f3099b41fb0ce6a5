import { ServiceError } from "#core/errors.ts";
import { renameApiKey } from "#data/api-key-list.ts";
import { inTransaction } from "#data/client.ts";
import { recordAudit } from "../audit/record.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";

export const keyNotFound = (): ServiceError => new ServiceError("NOT_FOUND", "There is no such working key.");

/** @throws PERMISSION_DENIED, NOT_FOUND: there is no such key, or it is revoked */
export const renameKey = (ctx: MemberCtx, input: { keyId: string; name: string }): Promise<void> => {
  requirePermission(ctx, "keys.write");
  return inTransaction(ctx.deps.db, async (db) => {
    if (!(await renameApiKey(db, ctx.tenant.id, input.keyId, input.name))) throw keyNotFound();
    await recordAudit(ctx, db, {
      tenantId: ctx.tenant.id,
      action: "api_key.rename",
      target: input.keyId,
      changes: { name: input.name },
    });
  });
};
