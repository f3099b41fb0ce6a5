import { invalid } from "#core/errors.ts";
import { revokeAllKeys } from "#data/api-key-list.ts";
import { inTransaction } from "#data/client.ts";
import { updateTenant } from "#data/tenants.ts";
import { recordAudit } from "../audit/record.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";

/**
 * Switches the tenant off and revokes every key. Its records stay readable; only the operator can switch it on again.
 * @param name the tenant's, typed to confirm it
 * @throws PERMISSION_DENIED, INVALID_REQUEST_BODY: another name
 */
export const closeTenant = async (ctx: MemberCtx, name: string): Promise<{ keysRevoked: number }> => {
  const { deps, tenant } = ctx;
  requirePermission(ctx, "tenant.close");
  if (name !== tenant.name) throw invalid("name", "expected the tenant's name, exactly as it is shown");
  const keysRevoked = await inTransaction(deps.db, async (db) => {
    const now = deps.now();
    const count = await revokeAllKeys(db, tenant.id, now);
    await updateTenant(db, tenant.id, { isActive: false }, now);
    await recordAudit(ctx, db, {
      tenantId: tenant.id,
      action: "tenant.close",
      target: tenant.id,
      changes: { keysRevoked: count },
    });
    return count;
  });
  deps.keyCache.invalidate(tenant.id);
  return { keysRevoked };
};
