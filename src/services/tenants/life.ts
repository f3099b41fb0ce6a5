import { invalid, required, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import type { Tenant } from "#core/tenant.ts";
import { inTransaction } from "#data/service/client.ts";
import { revokeAllKeys } from "#data/tenants/api-keys.ts";
import { deleteReaders } from "#data/tenants/reader-certificates.ts";
import { deleteRegistrarCertificates } from "#data/tenants/registrar-certificates.ts";
import { lockTenant, updateTenant } from "#data/tenants/tenants.ts";
import { deleteCertificates } from "#data/tenants/wallet-certificates.ts";
import { recordAudit } from "#services/audit-log.ts";
import { forgetCached } from "#services/cached.ts";
import type { Ctx, MemberCtx, OperatorCtx } from "#services/context.ts";
import { requirePermission } from "#services/permissions.ts";
import { refuseDeleted } from "./deletion.ts";
import { changeTenant, requireTenant } from "./tenants.ts";

// A tenant's life after it was created and before it is deleted: open, suspended or closed.

type Closed = {
  /** How many keys were good until then. */
  keysRevoked: number;
};

/** @param name the tenant's, typed to confirm it */
const close = async (ctx: Ctx, tenant: Pick<Tenant, "id" | "name">, name: string): Promise<Closed> => {
  if (name !== tenant.name) throw invalid("name", "expected the tenant's name, exactly as it is shown");
  const { deps } = ctx;
  const { id: tenantId } = tenant;
  const closed = await inTransaction(deps.db, async (db) => {
    const now = deps.now();
    const changes = { keysRevoked: await revokeAllKeys(db, tenantId, now) };
    await updateTenant(db, tenantId, { isActive: false }, now);
    // Their keys could not be removed afterwards.
    await deleteCertificates(db, tenantId);
    await deleteReaders(db, tenantId);
    await deleteRegistrarCertificates(db, tenantId);
    await recordAudit(ctx, db, { tenantId, action: "tenant.close", target: tenantId, changes });
    return changes;
  });
  forgetCached(deps, tenantId);
  return closed;
};

/**
 * Switches the tenant off and revokes every key. Its records stay readable; only the operator can reopen it.
 * @param name the tenant's, typed to confirm it
 * @throws PERMISSION_DENIED, INVALID_REQUEST_BODY: a different name
 */
export const closeTenant = async (ctx: MemberCtx, name: string): Promise<Closed> => {
  requirePermission(ctx, "tenant.close");
  return close(ctx, ctx.tenant, name);
};

/**
 * Closes a tenant as its owner can: it is switched off, and every key is revoked.
 * @param input.name the tenant's, typed to confirm it
 * @throws TENANT_NOT_FOUND, INVALID_REQUEST_BODY: a different name
 */
export const closeByOperator = async (
  ctx: OperatorCtx,
  { tenantId, name }: { tenantId: string; name: string },
): Promise<Closed> => close(ctx, await requireTenant(ctx, tenantId), name);

const setActive = async (ctx: OperatorCtx, tenantId: string, isActive: boolean): Promise<void> => {
  const { deps } = ctx;
  if (!isId("tenant", tenantId)) throw new ServiceError("TENANT_NOT_FOUND");
  await inTransaction(deps.db, async (db) => {
    const locked = required(await lockTenant(db, tenantId), "TENANT_NOT_FOUND");
    if (locked.isActive === isActive) return;
    await refuseDeleted(db, tenantId);
    await changeTenant(ctx, db, { id: tenantId, locked, changes: { isActive } });
  });
  forgetCached(deps, tenantId);
};

/** Switches a tenant off until it is reopened; its keys stay as they are. @throws TENANT_NOT_FOUND */
export const suspendTenant = (ctx: OperatorCtx, { tenantId }: { tenantId: string }): Promise<void> =>
  setActive(ctx, tenantId, false);

/**
 * Switches a suspended or closed tenant on. Keys that were revoked stay revoked.
 * @throws TENANT_NOT_FOUND; CONFLICT: it is being deleted
 */
export const reopenTenant = (ctx: OperatorCtx, { tenantId }: { tenantId: string }): Promise<void> =>
  setActive(ctx, tenantId, true);
