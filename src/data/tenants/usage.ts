import type { PlanName, PlanOverrides, PlanTable } from "#core/billing/plan.ts";
import type { Tenant } from "#core/tenant.ts";
import type { Db } from "#data/service/client.ts";
import { overridesFromJson, plansFromJson } from "#data/service/columns.ts";

/**
 * Live verifications that tenants started in the month, not counting those that an age key decided, by tenant
 * id; absent means none.
 */
export const liveUsageOf = async (
  db: Db,
  tenantIds: readonly string[],
  month: Date,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.usageMonth.findMany({
    where: { tenantId: { in: [...tenantIds] }, month, mode: "live" },
    select: { tenantId: true, started: true, reused: true },
  });
  return new Map(rows.map(({ tenantId, started, reused }) => [tenantId, started - reused]));
};

/**
 * How many verifications a tenant started in each month of a range, by mode; months without any are absent.
 */
export const monthlyUsage = (db: Db, tenantId: string, from: Date) =>
  db.usageMonth.findMany({
    where: { tenantId, month: { gte: from } },
    orderBy: [{ month: "asc" }, { mode: "asc" }],
    select: { month: true, mode: true, started: true },
  });

/**
 * Verifications ever started, live and test: by one tenant, or by all. Summed from the counters, which are
 * exact, because counting millions of rows is expensive.
 */
export const totalStarted = async (db: Db, tenantId?: string): Promise<number> => {
  const { _sum } = await db.usageMonth.aggregate({
    where: tenantId === undefined ? {} : { tenantId },
    _sum: { started: true },
  });
  return _sum.started ?? 0;
};

type RecordedPlan = Pick<Tenant, "plan" | "overrides" | "unreadableOverrides"> & { recordedAt: Date };

type PriceList = { validFrom: Date; currency: string; plans: PlanTable };

/** `plans` is null if the stored ones cannot be read. */
type RecordedPrices = Omit<PriceList, "plans"> & { plans: PlanTable | null };

/** Records the plan that a tenant has from a given moment on. */
export const addTenantPlan = async (
  db: Db,
  tenant: { id: string; plan: PlanName; overrides: PlanOverrides },
  validFrom: Date,
): Promise<void> => {
  const { id: tenantId, plan, overrides } = tenant;
  await db.tenantPlan.create({ data: { tenantId, plan, overrides, validFrom, recordedAt: validFrom } });
};

const PLAN_COLUMNS = { plan: true, overrides: true, recordedAt: true } as const;

/** The plan that a tenant had just before a moment; the first known plan if none was valid yet. */
export const planBefore = async (db: Db, tenantId: string, before: Date): Promise<RecordedPlan | null> => {
  const row =
    (await db.tenantPlan.findFirst({
      where: { tenantId, validFrom: { lt: before } },
      orderBy: { id: "desc" },
      select: PLAN_COLUMNS,
    })) ??
    (await db.tenantPlan.findFirst({ where: { tenantId }, orderBy: { id: "asc" }, select: PLAN_COLUMNS }));
  return row && { ...row, ...overridesFromJson(row.overrides) };
};

const PRICE_COLUMNS = { validFrom: true, currency: true, plans: true } as const;

/** The prices just before a moment; the first known ones if none were valid yet. */
export const pricesBefore = async (db: Db, before: Date): Promise<RecordedPrices | null> => {
  const row =
    (await db.priceList.findFirst({
      where: { validFrom: { lt: before } },
      orderBy: { id: "desc" },
      select: PRICE_COLUMNS,
    })) ?? (await db.priceList.findFirst({ orderBy: { id: "asc" }, select: PRICE_COLUMNS }));
  return row && { ...row, plans: plansFromJson(row.plans) };
};

/** The most recently recorded prices. */
export const latestPrices = async (db: Db): Promise<RecordedPrices | null> => {
  const row = await db.priceList.findFirst({ orderBy: { id: "desc" }, select: PRICE_COLUMNS });
  return row && { ...row, plans: plansFromJson(row.plans) };
};

export const addPriceList = async (db: Db, { validFrom, currency, plans }: PriceList): Promise<void> => {
  await db.priceList.create({ data: { validFrom, currency, plans: { ...plans } } });
};
