import { isDeepStrictEqual } from "node:util";
import { limitsOf, PLANS, type PlanLimits, type PlanName } from "#core/billing/plan.ts";
import { withPrices } from "#core/billing/prices.ts";
import { billingOf, monthAfter, monthOf } from "#core/billing/quota.ts";
import {
  hasStatement,
  isFinalMonth,
  lastFinalMonth,
  type StatementContent,
  statementCsv,
  statementLines,
  statementNumber,
} from "#core/billing/statement.ts";
import { addDays, dayOf, monthName, monthNamed } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import type { Tenant } from "#core/tenant.ts";
import { waitingPlanBefore } from "#data/operator/plan-changes.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  type FrozenStatement,
  findStatement,
  insertStatement,
  setStatementsThrough,
  tenantsToFreeze,
} from "#data/service/statements.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import {
  addPriceList,
  addTenantPlan,
  latestPrices,
  liveUsageOf,
  planBefore,
  pricesBefore,
} from "#data/tenants/usage.ts";
import type { Deps, MemberCtx } from "#services/context.ts";
import { everyRow } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";
import { pricedLimits, pricesAt } from "./prices.ts";
import { dayCounts, later, perDay, rollForReport } from "./usage.ts";

/** Records this release's plans and this deployment's currency if they have changed. */
export const recordPrices = async (deps: Deps, db: Db): Promise<void> => {
  const { currency } = deps.settings;
  const latest = await latestPrices(db);
  if (latest && latest.currency === currency && isDeepStrictEqual(latest.plans, PLANS)) return;
  await addPriceList(db, { validFrom: deps.now(), currency, plans: PLANS });
};

/**
 * Records a tenant's plan and overrides from now on. Call it in the transaction of the change, after the change: the
 * tenant's row is locked then, so the records are in the order of the changes.
 */
export const recordPlan = async (
  deps: Deps,
  db: Db,
  tenant: Pick<Tenant, "id" | "plan" | "overrides">,
): Promise<void> => {
  await recordPrices(deps, db);
  await addTenantPlan(db, tenant, deps.now());
};

/** The terms that bill a month. */
type Terms = { plan: PlanName; limits: PlanLimits; currency: string; isAssumed: boolean };

const presentTerms = async (deps: Deps, tenant: Tenant): Promise<Terms> => ({
  plan: tenant.plan,
  limits: await pricedLimits(deps, tenant),
  currency: deps.settings.currency,
  isAssumed: false,
});

const unreadable = (column: string, names: readonly string[] = []): Error =>
  new Error(`${[column, ...names].join(" ")} cannot be read, so the month cannot be billed`);

type Planned = Pick<Tenant, "plan" | "overrides" | "unreadableOverrides">;

/** The terms at the end of a month: the last ones, if the plan changed during it. */
const termsAtEnd = async (deps: Deps, tenant: Tenant, end: Date): Promise<Terms> => {
  const db = deps.db.orm;
  const [recorded, waiting, prices, own] = await Promise.all([
    planBefore(db, tenant.id, end),
    waitingPlanBefore(db, tenant.id, end),
    pricesBefore(db, end),
    pricesAt(db, end),
  ]);
  // Only a row written bypassing the services has no history.
  const { plan, overrides, unreadableOverrides }: Planned = waiting ?? recorded ?? tenant;
  // A final bill is never written from numbers that were not agreed.
  if (unreadableOverrides) throw unreadable("tenant_plan.overrides", unreadableOverrides);
  if (prices?.plans === null) throw unreadable("price_list.plans");
  return {
    plan,
    limits: limitsOf(plan, overrides, withPrices(prices?.plans ?? PLANS, own)),
    currency: prices?.currency ?? deps.settings.currency,
    isAssumed: !recorded || !prices || recorded.recordedAt >= end || prices.validFrom >= end,
  };
};

type Issuer = Pick<StatementContent, "issuer" | "issuerAddress" | "issuerTaxId" | "service">;

/** The seller, and the address of the service. */
const issuerOf = ({ operatorName, operatorAddress, operatorTaxId, publicUrl }: Deps["settings"]): Issuer => ({
  issuer: operatorName,
  ...(operatorAddress !== null && { issuerAddress: operatorAddress }),
  ...(operatorTaxId !== null && { issuerTaxId: operatorTaxId }),
  service: new URL(publicUrl).host,
});

/** A month's statement as it is now. */
const computeStatement = async (
  deps: Deps,
  tenant: Tenant,
  month: Date,
  isFinal: boolean,
): Promise<FrozenStatement> => {
  const end = monthAfter(month);
  const now = deps.now();
  const hasEnded = end <= now;
  const last = hasEnded ? addDays(end, -1) : dayOf(now);
  await rollForReport(deps, tenant.id);
  const [rows, usage, terms] = await Promise.all([
    dayCounts(deps, tenant.id, month, last),
    liveUsageOf(deps.db.orm, [tenant.id], month),
    hasEnded ? termsAtEnd(deps, tenant, end) : presentTerms(deps, tenant),
  ]);
  const { plan, limits, currency, isAssumed } = terms;
  const billing = billingOf(plan, limits, usage.get(tenant.id) ?? 0, month, currency);
  const content: StatementContent = {
    number: statementNumber(tenant.id, month),
    ...issuerOf(deps.settings),
    tenantId: tenant.id,
    tenantName: tenant.name,
    month: monthName(month),
    isFinal,
    isPlanAssumed: isAssumed,
    billing,
    lines: statementLines(limits, billing),
    days: perDay(rows, month, last).map(({ day, live, test }) => ({ day, live, test })),
  };
  return { ...content, csv: statementCsv(content) };
};

/**
 * A month's final statement, frozen now unless it already was. Concurrent calls all get what the first has written.
 * @param month a month whose numbers can no longer change
 */
const freezeStatement = async (deps: Deps, tenant: Tenant, month: Date): Promise<FrozenStatement> => {
  const frozen = await findStatement(deps.db.orm, tenant.id, month);
  if (frozen) return frozen;
  await recordPrices(deps, deps.db.orm);
  const computed = await computeStatement(deps, tenant, month, true);
  return inTransaction(deps.db, async (db) => {
    await insertStatement(db, computed, deps.now());
    return (await findStatement(db, tenant.id, month)) ?? computed;
  });
};

const freezeTenant = async (
  deps: Deps,
  { id, statementsThrough }: { id: string; statementsThrough: Date | null },
  last: Date,
): Promise<void> => {
  const tenant = await findTenant(deps.db.orm, id);
  if (!tenant) return;
  const first = monthOf(tenant.createdAt);
  const from = statementsThrough ? later(first, monthAfter(statementsThrough)) : first;
  for (let month = from; month <= last; month = monthAfter(month)) {
    await freezeStatement(deps, tenant, month);
    await setStatementsThrough(deps.db.orm, id, month);
  }
};

/**
 * Freezes every month of a tenant that is being deleted, the one in which that was asked with it: nothing can be added to it.
 */
export const freezeForDeletion = async (deps: Deps, tenantId: string, askedAt: Date): Promise<void> => {
  const tenant = await findTenant(deps.db.orm, tenantId);
  if (!tenant) return;
  const last = monthOf(askedAt);
  for (let month = monthOf(tenant.createdAt); month <= last; month = monthAfter(month))
    await freezeStatement(deps, tenant, month);
};

/**
 * Freezes every finished month of every tenant, including missed ones. Several workers can run it at once; a tenant whose
 * month fails does not block others and is retried next time.
 * @param perPage tenants read at once
 */
export const freezeAllStatements = async (deps: Deps, perPage: number): Promise<void> => {
  await recordPrices(deps, deps.db.orm);
  const last = lastFinalMonth(deps.now());
  const due = (after: string) => tenantsToFreeze(deps.db.orm, last, after, perPage);
  for await (const tenant of everyRow(perPage, due)) {
    const { id: tenantId } = tenant;
    await freezeTenant(deps, tenant, last).catch((error: unknown) =>
      deps.log.warn("a statement could not be frozen and will be tried again", { tenantId, error }),
    );
  }
};

/**
 * One month's bill with its days, also as CSV. A finished month is frozen, at the latest by this call; the current one is
 * billed by the current plan and prices.
 * @param month "2026-11"
 * @throws PERMISSION_DENIED
 * @throws NOT_FOUND: the month is still to come, or was over when the tenant was created
 */
export const usageStatement = async (ctx: MemberCtx, month: string): Promise<FrozenStatement> => {
  requirePermission(ctx, "usage.read");
  const { deps, tenant } = ctx;
  const now = deps.now();
  const start = monthNamed(month);
  if (!hasStatement(start, tenant.createdAt, now)) {
    const first = monthName(tenant.createdAt);
    throw new ServiceError(
      "NOT_FOUND",
      `There is no statement for ${month}. Statements begin with ${first} and end with ${monthName(now)}.`,
    );
  }
  if (isFinalMonth(start, now)) return freezeStatement(deps, tenant, start);
  // Another process with a faster clock may have frozen it.
  const frozen = await findStatement(deps.db.orm, tenant.id, start);
  return frozen ?? computeStatement(deps, tenant, start, false);
};
