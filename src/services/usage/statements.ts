import { isDeepStrictEqual } from "node:util";
import { addDays, dayOf } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import { limitsOf, PLANS, type PlanLimits, type PlanName } from "#core/plan.ts";
import { billingOf, monthAfter, monthOf } from "#core/quota.ts";
import {
  hasStatement,
  isFinalMonth,
  lastFinalMonth,
  monthName,
  type StatementContent,
  statementCsv,
  statementLines,
  statementNumber,
} from "#core/statement.ts";
import type { Tenant } from "#core/tenant.ts";
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
import { type Deps, type MemberCtx, requirePermission } from "#services/context.ts";
import { dayCounts, perDay } from "./usage.ts";

/** Notes this release's plans and this deployment's currency, where they differ from those noted last. */
export const recordPrices = async (deps: Deps, db: Db): Promise<void> => {
  const { currency } = deps.settings;
  const latest = await latestPrices(db);
  if (latest && latest.currency === currency && isDeepStrictEqual(latest.plans, PLANS)) return;
  await addPriceList(db, { validFrom: deps.now(), currency, plans: PLANS });
};

/**
 * Notes what plan and own numbers a tenant has from now on. It belongs into the transaction that changes them, behind
 * the change: the tenant's row is locked then, so that the order of the notes is that of the changes.
 */
export const recordPlan = async (
  deps: Deps,
  db: Db,
  tenant: Pick<Tenant, "id" | "plan" | "overrides">,
): Promise<void> => {
  await recordPrices(deps, db);
  await addTenantPlan(db, tenant, deps.now());
};

/** What a month is billed by. */
export type Terms = { plan: PlanName; limits: PlanLimits; currency: string; isAssumed: boolean };

export const presentTerms = ({ settings }: Deps, { plan, overrides }: Tenant): Terms => ({
  plan,
  limits: limitsOf(plan, overrides),
  currency: settings.currency,
  isAssumed: false,
});

/** The terms with which a month ended: of a plan that was changed in its course, the last. */
export const termsAtEnd = async (deps: Deps, tenant: Tenant, end: Date): Promise<Terms> => {
  const db = deps.db.orm;
  const [recorded, prices] = await Promise.all([planBefore(db, tenant.id, end), pricesBefore(db, end)]);
  // Only a row that was written past the services has no history at all.
  const { plan, overrides } = recorded ?? tenant;
  return {
    plan,
    limits: limitsOf(plan, overrides, prices?.plans),
    currency: prices?.currency ?? deps.settings.currency,
    isAssumed: !recorded || !prices || recorded.recordedAt >= end || prices.validFrom >= end,
  };
};

/** A month's statement as it is now. */
export const computeStatement = async (
  deps: Deps,
  tenant: Tenant,
  month: Date,
  isFinal: boolean,
): Promise<FrozenStatement> => {
  const end = monthAfter(month);
  const now = deps.now();
  const hasEnded = end <= now;
  const last = hasEnded ? addDays(end, -1) : dayOf(now);
  const [rows, usage, terms] = await Promise.all([
    dayCounts(deps, tenant.id, month, last),
    liveUsageOf(deps.db.orm, [tenant.id], month),
    hasEnded ? termsAtEnd(deps, tenant, end) : presentTerms(deps, tenant),
  ]);
  const { plan, limits, currency, isAssumed } = terms;
  const billing = billingOf(plan, limits, usage.get(tenant.id) ?? 0, month, currency);
  const content: StatementContent = {
    number: statementNumber(tenant.id, month),
    issuer: deps.settings.operatorName,
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
 * A month's final statement: as it was frozen, or frozen now. Whoever comes second, be it at the same moment, gets
 * what the first has written.
 * @param month one that is settled: its numbers cannot change any more
 */
export const freezeStatement = async (deps: Deps, tenant: Tenant, month: Date): Promise<FrozenStatement> => {
  const frozen = await findStatement(deps.db.orm, tenant.id, month);
  if (frozen) return frozen;
  await recordPrices(deps, deps.db.orm);
  const computed = await computeStatement(deps, tenant, month, true);
  return inTransaction(deps.db, async (db) => {
    await insertStatement(db, computed, deps.now());
    return (await findStatement(db, tenant.id, month)) ?? computed;
  });
};

const later = (one: Date, other: Date): Date => (one > other ? one : other);

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
 * Freezes every month that is over, of every tenant, also those that were missed. Several workers may do so at once;
 * a tenant whose month cannot be frozen holds up nobody else's and is tried again next time.
 * @param perPage tenants that are read at once
 */
export const freezeAllStatements = async (deps: Deps, perPage: number): Promise<void> => {
  await recordPrices(deps, deps.db.orm);
  const last = lastFinalMonth(deps.now());
  let after = "";
  for (;;) {
    const tenants = await tenantsToFreeze(deps.db.orm, last, after, perPage);
    for (const tenant of tenants) {
      await freezeTenant(deps, tenant, last).catch((error: unknown) =>
        deps.log.warn("a statement could not be frozen and will be tried again", {
          tenantId: tenant.id,
          error,
        }),
      );
    }
    const end = tenants.at(-1);
    if (!end || tenants.length < perPage) return;
    after = end.id;
  }
};

export type Statement = FrozenStatement;

/**
 * One month's bill with its days, also as CSV. A month that is over is frozen, at the latest by this, and is the same
 * for ever; one that runs is billed by the plan and the prices of now.
 * @param month "2026-11"
 * @throws PERMISSION_DENIED
 * @throws NOT_FOUND: the month is still to come, or was over when the tenant was created
 */
export const usageStatement = async (ctx: MemberCtx, month: string): Promise<Statement> => {
  requirePermission(ctx, "usage.read");
  const { deps, tenant } = ctx;
  const now = deps.now();
  const start = new Date(`${month}-01T00:00:00Z`);
  if (!hasStatement(start, tenant.createdAt, now)) {
    const first = monthName(tenant.createdAt);
    throw new ServiceError(
      "NOT_FOUND",
      `There is no statement for ${month}. Statements begin with ${first} and end with ${monthName(now)}.`,
    );
  }
  if (isFinalMonth(start, now)) return freezeStatement(deps, tenant, start);
  // Another process may have frozen it, by a clock that is ahead of this one.
  const frozen = await findStatement(deps.db.orm, tenant.id, start);
  return frozen ?? computeStatement(deps, tenant, start, false);
};
