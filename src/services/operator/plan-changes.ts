import type { SetPrices } from "#contracts/console/operator.ts";
import type { PlanName, PlanOverrides } from "#core/billing/plan.ts";
import { type PlanPriceTable, readPrices } from "#core/billing/prices.ts";
import { invalid, required, ServiceError } from "#core/errors.ts";
import {
  deletePlanChange,
  deletePlanPrices,
  insertPlanChange,
  insertPlanPrices,
  listPlanPrices,
  takeDuePlanChange,
} from "#data/operator/plan-changes.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { defined } from "#data/service/columns.ts";
import { lockTenant, updateTenant } from "#data/tenants/tenants.ts";
import { addTenantPlan } from "#data/tenants/usage.ts";
import { actorName } from "#services/actor.ts";
import { recordAudit } from "#services/audit-log.ts";
import { forgetCached } from "#services/cached.ts";
import type { Ctx, Deps, OperatorCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { plansNow } from "#services/usage/prices.ts";
import { recordPrices } from "#services/usage/statements.ts";

// What is to hold from a later moment on: a tenant's plan, which the worker then moves to its row, and the prices of all
// plans, which are looked up by their moment.

const requireLater = (validFrom: Date, now: Date): void => {
  if (validFrom.getTime() <= now.getTime())
    throw invalid("validFrom", "expected a time to come: what was billed stays as it is");
};

type NewPlan = { tenantId: string; validFrom: Date; plan: PlanName; overrides: PlanOverrides };

/** Sets a tenant's plan and own numbers for later, in the caller's transaction. @throws INVALID_REQUEST_BODY, CONFLICT */
export const schedulePlan = async (ctx: OperatorCtx, db: Db, change: NewPlan): Promise<void> => {
  const { deps, actor } = ctx;
  const { tenantId, validFrom, plan, overrides } = change;
  requireLater(validFrom, deps.now());
  const id = newId(deps, "planChange");
  const row = { id, ...change, madeBy: actorName(actor), createdAt: deps.now() };
  if (!(await insertPlanChange(db, row)))
    throw new ServiceError("CONFLICT", "There is a plan from that very moment already. Take it back first.");
  const changes = { plan, overrides: defined(overrides), validFrom: validFrom.toISOString() };
  await recordAudit(ctx, db, { tenantId, action: "tenant.schedule_plan", target: tenantId, changes });
};

/** Takes back a plan that does not hold yet. @throws NOT_FOUND: there is none, or it holds already */
export const unschedulePlan = (
  ctx: OperatorCtx,
  { tenantId, changeId }: { tenantId: string; changeId: string },
): Promise<void> =>
  inTransaction(ctx.deps.db, async (db) => {
    const row = await deletePlanChange(db, tenantId, changeId);
    if (!row) throw new ServiceError("NOT_FOUND", "There is no such plan to come.");
    const changes = { plan: row.plan, validFrom: row.validFrom.toISOString() };
    await recordAudit(ctx, db, { tenantId, action: "tenant.unschedule_plan", target: tenantId, changes });
  });

/**
 * Gives one tenant the plan whose time has come; with the worker away it comes late, but is billed from its own moment.
 * @returns how many: 1 or 0
 */
export const applyDuePlan = async (ctx: Ctx): Promise<number> => {
  const { deps } = ctx;
  const applied = await inTransaction(deps.db, async (db) => {
    const due = await takeDuePlanChange(db, deps.now());
    if (!due) return null;
    const { tenantId, plan, overrides, validFrom, madeBy } = due;
    const before = required(await lockTenant(db, tenantId), "TENANT_NOT_FOUND");
    await updateTenant(db, tenantId, { plan, overrides }, deps.now());
    await recordPrices(deps, db);
    await addTenantPlan(db, { id: tenantId, plan, overrides }, validFrom);
    const replaced = { before, after: { plan, overrides }, also: { scheduledBy: madeBy } };
    await recordAudit(ctx, db, { tenantId, action: "tenant.update", target: tenantId, ...replaced });
    return tenantId;
  });
  if (applied === null) return 0;
  forgetCached(deps, applied);
  return 1;
};

/** Prices as operators see them; `isRemovable`: they do not hold yet. */
export type Prices = {
  id: string;
  validFrom: Date;
  plans: PlanPriceTable;
  madeBy: string;
  isRemovable: boolean;
};

const LISTED = 50;

/** The numbers of all plans now, and the prices that were set, those to come first. */
export const listPrices = async ({ deps }: { deps: Deps }) => {
  const [plans, rows] = await Promise.all([plansNow(deps), listPlanPrices(deps.db.orm, LISTED)]);
  const now = deps.now().getTime();
  return {
    currency: deps.settings.currency,
    plans,
    prices: rows.map(
      ({ id, validFrom, prices, madeBy }): Prices => ({
        ...{ id, validFrom, madeBy },
        plans: readPrices(prices),
        isRemovable: validFrom.getTime() > now,
      }),
    ),
  };
};

const flat = ({ free, growth, scale }: PlanPriceTable) => ({
  free: { ...free },
  growth: { ...growth },
  scale: { ...scale },
});

/**
 * Sets what all plans cost, from now or a later moment on: a month is billed by the prices at its end.
 * @throws INVALID_REQUEST_BODY: the moment is over; CONFLICT: there are prices from that very moment
 */
export const setPrices = (ctx: OperatorCtx, { validFrom, plans }: SetPrices): Promise<{ id: string }> =>
  inTransaction(ctx.deps.db, async (db) => {
    const { deps, actor } = ctx;
    const now = deps.now();
    if (validFrom) requireLater(validFrom, now);
    const id = newId(deps, "planPrices");
    const from = validFrom ?? now;
    const row = { id, validFrom: from, prices: plans, madeBy: actorName(actor), createdAt: now };
    if (!(await insertPlanPrices(db, row)))
      throw new ServiceError("CONFLICT", "There are prices from that very moment already.");
    const changes = { ...flat(plans), validFrom: from.toISOString() };
    await recordAudit(ctx, db, { tenantId: null, action: "plan_prices.set", target: id, changes });
    return { id };
  });

/** Takes back prices that do not hold yet. @throws NOT_FOUND: there are none, or they hold already */
export const removePrices = (ctx: OperatorCtx, { pricesId }: { pricesId: string }): Promise<void> =>
  inTransaction(ctx.deps.db, async (db) => {
    const row = await deletePlanPrices(db, pricesId, ctx.deps.now());
    if (!row) throw new ServiceError("NOT_FOUND", "There are no such prices to come.");
    const changes = { validFrom: row.validFrom.toISOString() };
    await recordAudit(ctx, db, { tenantId: null, action: "plan_prices.remove", target: pricesId, changes });
  });
