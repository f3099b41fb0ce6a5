import { invalid } from "#core/errors.ts";
import { findApiKey } from "#data/api-key-list.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { keyNotFound } from "./rename.ts";
import { revokeKey } from "./revoke.ts";

/**
 * Revokes a key whose name was typed to confirm it.
 * @throws PERMISSION_DENIED, NOT_FOUND, INVALID_REQUEST_BODY: the name is not the key's
 */
export const revokeKeyByName = async (
  ctx: MemberCtx,
  input: { keyId: string; name: string },
): Promise<void> => {
  requirePermission(ctx, "keys.write");
  const key = await findApiKey(ctx.deps.db.orm, ctx.tenant.id, input.keyId);
  if (!key || key.revokedAt !== null) throw keyNotFound();
  if (key.name !== input.name) throw invalid("name", "expected the key's name, exactly as it is shown");
  if (!(await revokeKey(ctx, { tenantId: ctx.tenant.id, keyId: input.keyId }))) throw keyNotFound();
};
