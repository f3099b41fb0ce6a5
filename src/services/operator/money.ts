import { limitsOf, PLANS, type PlanName } from "#core/billing/plan.ts";
import { withPrices } from "#core/billing/prices.ts";
import { billingOf, monthAfter, type Quota, quotaOf } from "#core/billing/quota.ts";
import { monthName, monthNamed } from "#core/day.ts";
import { invalid } from "#core/errors.ts";
import { csvLine, UTF8_MARK } from "#core/text.ts";
import { billedTenants } from "#data/operator/tenants.ts";
import { fromReplica, type OperatorCtx } from "#services/context.ts";
import { pricesAt } from "#services/usage/prices.ts";

type TenantBill = {
  tenantId: string;
  tenantName: string;
  isActive: boolean;
  plan: PlanName;
  /** Live verifications that count, without those that an age key decided. */
  used: number;
  test: number;
  overage: number;
  /** By its present plan. */
  quota: Quota;
  /** In minor units. */
  amountDue: number;
  currency: string;
  /** Whether it is the month's final statement; else it is as of now, by the present plan. */
  isFinal: boolean;
};

type Counted = { total: number; first: TenantBill[] };

type MonthOfAll = {
  month: string;
  /** Whether the month has ended and every tenant has its final statement. */
  isFinal: boolean;
  /** Of all tenants, listed or not. */
  totals: {
    tenants: number;
    used: number;
    test: number;
    overage: number;
    /** One for each currency: it can have changed between two statements. */
    amounts: { currency: string; amountDue: number }[];
  };
  /** The dearest first, then those that used most. */
  tenants: TenantBill[];
  /** Open tenants whose live starts are refused, and those that used four fifths of what they may; the fullest of them by name. */
  refused: Counted;
  near: Counted;
};

const NAMED = 3;

type ByQuota = "refused" | "near";

const IS: Record<ByQuota, (quota: Quota) => boolean> = {
  refused: ({ isRefused }) => isRefused,
  near: ({ isNear }) => isNear,
};

/** Open tenants that stand so, the fullest first. A tenant that may use nothing is not refused before it tries. */
const standing = (bills: readonly TenantBill[], how: ByQuota): TenantBill[] => {
  const fullness = ({ used, quota }: TenantBill): number => used / Math.max(quota.ceiling, 1);
  return bills
    .filter(({ isActive, used, quota }) => isActive && used > 0 && IS[how](quota))
    .toSorted((a, b) => fullness(b) - fullness(a));
};

const countedOf = (bills: readonly TenantBill[], how: ByQuota): Counted => {
  const found = standing(bills, how);
  return { total: found.length, first: found.slice(0, NAMED) };
};

/** Every tenant's bill of a month, the dearest first, then those that used most. @throws as `usageOfAll` */
const billsOf = async (
  ctx: OperatorCtx,
  month: string,
): Promise<{ bills: TenantBill[]; isOver: boolean }> => {
  const now = ctx.deps.now();
  const start = monthNamed(month);
  if (start.getTime() > now.getTime()) throw invalid("month", "expected a month that has begun");
  const end = monthAfter(start);
  const isOver = end.getTime() <= now.getTime();
  return fromReplica(ctx, async ({ deps }) => {
    const until = isOver ? end : new Date(now.getTime() + 1);
    const [rows, prices] = await Promise.all([
      billedTenants(deps.db.orm, start, end),
      pricesAt(deps.db.orm, until),
    ]);
    const plans = withPrices(PLANS, prices);
    const { currency } = deps.settings;
    const bills = rows.map(
      ({ id, name, isActive, plan, overrides, live, reused, test, frozen }): TenantBill => {
        const used = live - reused;
        const limits = limitsOf(plan, overrides, plans);
        const { overage, amountDue } = frozen ?? billingOf(plan, limits, used, start, currency);
        return {
          ...{ tenantId: id, tenantName: name, isActive, plan, used, test, overage, amountDue },
          quota: quotaOf(limits, used),
          currency: frozen?.currency ?? currency,
          isFinal: frozen !== null,
        };
      },
    );
    bills.sort((a, b) => b.amountDue - a.amountDue || b.used - a.used || (a.tenantId < b.tenantId ? -1 : 1));
    return { bills, isOver };
  });
};

/**
 * A month over all tenants: from the final statements where there are any, else by present plans and the prices at the
 * end of the month or now.
 * @param input.limit how many tenants to list
 * @throws INVALID_REQUEST_BODY: the month is still to come
 */
export const usageOfAll = async (
  ctx: OperatorCtx,
  { month, limit }: { month: string; limit: number },
): Promise<MonthOfAll> => {
  const { bills, isOver } = await billsOf(ctx, month);
  const sum = (of: (bill: TenantBill) => number): number => bills.reduce((all, bill) => all + of(bill), 0);
  const currencies = [...new Set(bills.map((bill) => bill.currency))].toSorted((one, other) =>
    one < other ? -1 : 1,
  );
  return {
    month,
    isFinal: isOver && bills.every((bill) => bill.isFinal),
    totals: {
      tenants: bills.length,
      used: sum(({ used }) => used),
      test: sum(({ test }) => test),
      overage: sum(({ overage }) => overage),
      amounts: currencies.map((each) => ({
        currency: each,
        amountDue: sum((bill) => (bill.currency === each ? bill.amountDue : 0)),
      })),
    },
    tenants: bills.slice(0, limit),
    refused: countedOf(bills, "refused"),
    near: countedOf(bills, "near"),
  };
};

/** The open tenants that are refused live starts this month, or near it, by the same count as the overview's. */
export const tenantsByQuota = async (ctx: OperatorCtx, how: ByQuota): Promise<string[]> => {
  const month = monthName(ctx.deps.now());
  return standing((await billsOf(ctx, month)).bills, how).map(({ tenantId }) => tenantId);
};

const HEAD = [
  "tenant_id",
  "tenant",
  "plan",
  "live",
  "overage",
  "test",
  "amount_due_minor",
  "currency",
  "final",
];

async function* usageLines(bills: readonly TenantBill[]): AsyncGenerator<string> {
  yield UTF8_MARK + csvLine(HEAD);
  for (const { tenantId, tenantName, plan, used, overage, test, amountDue, currency, isFinal } of bills)
    yield csvLine([
      ...[tenantId, tenantName, plan, used, overage, test],
      ...[amountDue, currency, isFinal ? "yes" : "no"],
    ]);
}

/**
 * A month of every tenant as CSV, read at one moment as `usageOfAll` reads it, so that its sums are the totals there.
 * Amounts are in minor units: no rounding comes between.
 * @throws INVALID_REQUEST_BODY: the month is still to come
 */
export const exportUsage = async (
  ctx: OperatorCtx,
  { month }: { month: string },
): Promise<AsyncGenerator<string>> => usageLines((await billsOf(ctx, month)).bills);
