import { invalid, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { inTransaction } from "#data/client.ts";
import { type TenantChanges, updateTenant as updateRow } from "#data/tenants.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx } from "../context.ts";
import { availableMethods } from "../settings/get.ts";
import { recordPlan } from "../usage/record-terms.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { type TenantDetail, tenantDetail } from "./get.ts";

const auditable = ({ overrides = {}, name, isActive, plan, methods }: TenantChanges) =>
  withoutUndefined({
    name,
    isActive,
    plan,
    overrides: withoutUndefined({ ...overrides }),
    methods: methods?.join(", "),
  });

/** @throws INVALID_REQUEST_BODY: a method that this deployment does not have */
const checkMethods = (ctx: Ctx, methods: readonly string[]): void => {
  const known = availableMethods(ctx);
  const issues = methods.flatMap((method, index) =>
    known.includes(method)
      ? []
      : [{ path: `methods.${index}`, message: `expected one of ${known.join(", ") || "none"}` }],
  );
  const [first] = issues;
  if (first) throw invalid(first.path, first.message, issues);
};

/**
 * Changes the given fields; at once in this process, everywhere within 10 seconds.
 * @throws TENANT_NOT_FOUND, INVALID_REQUEST_BODY; nothing was written then
 */
export const updateTenant = async (ctx: Ctx, id: string, changes: TenantChanges): Promise<TenantDetail> => {
  const { deps } = ctx;
  if (!isId("tenant", id)) throw new ServiceError("TENANT_NOT_FOUND");
  checkMethods(ctx, changes.methods ?? []);
  const tenant = await inTransaction(deps.db, async (db) => {
    const updated = await updateRow(db, id, changes, deps.now());
    if (!updated) throw new ServiceError("TENANT_NOT_FOUND");
    if (changes.plan !== undefined || changes.overrides !== undefined) await recordPlan(deps, db, updated);
    await recordAudit(ctx, db, {
      tenantId: id,
      action: "tenant.update",
      target: id,
      changes: auditable(changes),
    });
    return updated;
  });
  deps.keyCache.invalidate(id);
  return tenantDetail(deps, tenant);
};
