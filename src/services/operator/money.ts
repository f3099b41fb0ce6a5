import { limitsOf, PLANS, type PlanName } from "#core/billing/plan.ts";
import { withPrices } from "#core/billing/prices.ts";
import { billingOf, monthAfter } from "#core/billing/quota.ts";
import { invalid } from "#core/errors.ts";
import { billedTenants } from "#data/tenants/operator-tenants.ts";
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
  /** In minor units. */
  amountDue: number;
  currency: string;
  /** Whether it is the month's final statement; else it is as of now, by the present plan. */
  isFinal: boolean;
};

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
  const now = ctx.deps.now();
  const start = new Date(`${month}-01T00:00:00Z`);
  if (start.getTime() > now.getTime()) throw invalid("month", "expected a month that has begun");
  const end = monthAfter(start);
  return fromReplica(ctx, async ({ deps }) => {
    const until = end.getTime() <= now.getTime() ? end : new Date(now.getTime() + 1);
    const [rows, prices] = await Promise.all([
      billedTenants(deps.db.orm, start, end),
      pricesAt(deps.db.orm, until),
    ]);
    const plans = withPrices(PLANS, prices);
    const { currency } = deps.settings;
    const bills = rows.map(
      ({ id, name, isActive, plan, overrides, live, reused, test, frozen }): TenantBill => {
        const used = live - reused;
        const billing = billingOf(plan, limitsOf(plan, overrides, plans), used, start, currency);
        const { overage, amountDue } = frozen ?? billing;
        return {
          ...{ tenantId: id, tenantName: name, isActive, plan, used, test, overage, amountDue },
          currency: frozen?.currency ?? currency,
          isFinal: frozen !== null,
        };
      },
    );
    const sum = (of: (bill: TenantBill) => number): number => bills.reduce((all, bill) => all + of(bill), 0);
    const currencies = [...new Set(bills.map((bill) => bill.currency))].sort();
    return {
      month,
      isFinal: bills.every((bill) => bill.isFinal) && until === end,
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
      tenants: bills
        .toSorted(
          (a, b) => b.amountDue - a.amountDue || b.used - a.used || (a.tenantId < b.tenantId ? -1 : 1),
        )
        .slice(0, limit),
    };
  });
};
