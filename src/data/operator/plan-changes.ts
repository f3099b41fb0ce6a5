import type { PlanName, PlanOverrides } from "#core/billing/plan.ts";
import type { PlanPrices, TenantPlanChange } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import { overridesFromJson } from "#data/service/columns.ts";

// What is to hold from a moment on: tenants' plans, and the prices of all plans.

export type PlanChangeRow = Omit<TenantPlanChange, "overrides"> & { overrides: PlanOverrides };

const toChange = (row: TenantPlanChange): PlanChangeRow => ({
  ...row,
  overrides: overridesFromJson(row.overrides).overrides,
});

/** @returns false: the tenant has a change at that moment already */
export const insertPlanChange = async (
  db: Db,
  change: Omit<TenantPlanChange, "overrides"> & { overrides: PlanOverrides; plan: PlanName },
): Promise<boolean> =>
  (await db.tenantPlanChange.createMany({ data: [change], skipDuplicates: true })).count === 1;

/** The tenant's changes to come, the next first. */
export const planChangesOf = async (db: Db, tenantId: string): Promise<PlanChangeRow[]> =>
  (await db.tenantPlanChange.findMany({ where: { tenantId }, orderBy: { validFrom: "asc" } })).map(toChange);

/** The last change before a moment that no worker has come to yet; null: there is none. */
export const waitingPlanBefore = async (
  db: Db,
  tenantId: string,
  before: Date,
): Promise<PlanChangeRow | null> => {
  const row = await db.tenantPlanChange.findFirst({
    where: { tenantId, validFrom: { lt: before } },
    orderBy: { validFrom: "desc" },
  });
  return row && toChange(row);
};

/** @returns null: the tenant has no such change, or it holds already */
export const deletePlanChange = async (
  db: Db,
  tenantId: string,
  id: string,
): Promise<PlanChangeRow | null> => {
  const row = await db.tenantPlanChange.findFirst({ where: { tenantId, id } });
  const { count } = await db.tenantPlanChange.deleteMany({ where: { tenantId, id } });
  return row && count === 1 ? toChange(row) : null;
};

/** Takes the oldest change that is due out of the table; of several workers, one gets it. */
export const takeDuePlanChange = async (db: Db, now: Date): Promise<PlanChangeRow | null> => {
  const [row] = await db.$queryRaw<TenantPlanChange[]>`
    delete from tenant_plan_change where id in (
      select id from tenant_plan_change where valid_from <= ${now}
      order by valid_from, id limit 1 for update skip locked)
    returning id, tenant_id as "tenantId", valid_from as "validFrom", plan, overrides, made_by as "madeBy",
      created_at as "createdAt"`;
  return row ? toChange(row) : null;
};

export type PlanPricesRow = PlanPrices;

/** @returns false: there are prices from that moment already */
export const insertPlanPrices = async (
  db: Db,
  { prices, ...row }: Omit<PlanPricesRow, "prices"> & { prices: object },
): Promise<boolean> =>
  (await db.planPrices.createMany({ data: [{ ...row, prices: { ...prices } }], skipDuplicates: true }))
    .count === 1;

/** Those to come first. */
export const listPlanPrices = (db: Db, limit: number): Promise<PlanPricesRow[]> =>
  db.planPrices.findMany({ orderBy: { validFrom: "desc" }, take: limit });

/** The last ones that were valid before a moment; null: there were none. */
export const planPricesBefore = (db: Db, before: Date): Promise<PlanPricesRow | null> =>
  db.planPrices.findFirst({ where: { validFrom: { lt: before } }, orderBy: { validFrom: "desc" } });

/** Takes back prices to come. @returns null: there are none with this id, or they hold already */
export const deletePlanPrices = async (db: Db, id: string, now: Date): Promise<PlanPricesRow | null> => {
  const where = { id, validFrom: { gt: now } };
  const row = await db.planPrices.findFirst({ where });
  const { count } = await db.planPrices.deleteMany({ where });
  return row && count === 1 ? row : null;
};
