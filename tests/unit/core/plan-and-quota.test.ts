import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limitsOf, PLANS, type PlanOverrides } from "#core/billing/plan.ts";
import {
  billingOf,
  ceilingOf,
  monthAfter,
  monthOf,
  refusalAtCeiling,
  secondsToNextMonth,
} from "#core/billing/quota.ts";

const plans = fc.constantFrom("free", "growth", "scale");
const count = fc.integer({ min: 0, max: 1_000_000 });
const overrides: fc.Arbitrary<PlanOverrides> = fc.record(
  {
    included: count,
    hardLimit: count,
    overageAllowed: fc.boolean(),
    testMonthlyQuota: count,
    overagePriceMinor: count,
  },
  { requiredKeys: [] },
);
const instants = fc.date({
  min: new Date("1970-01-01"),
  max: new Date("2999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

describe("plans", () => {
  test("are the decided ones", () => {
    expect(PLANS.free).toMatchObject({ rateLimitPerMinute: 60, included: 1_000, overageAllowed: false });
    expect(PLANS.growth).toMatchObject({ rateLimitPerMinute: 300, included: 25_000, hardLimit: 50_000 });
    expect(PLANS.scale).toMatchObject({ rateLimitPerMinute: 1_200, included: 250_000, hardLimit: 1_000_000 });
  });

  test("give way to the tenant's own numbers, zero and false among them", () => {
    fc.assert(
      fc.property(plans, overrides, (plan, own) => {
        const limits = limitsOf(plan, own);
        expect(limits).toMatchObject(own);
        expect(Object.keys(limits)).toEqual(Object.keys(PLANS[plan]));
        if (own.hardLimit === undefined) expect(limits.hardLimit).toBeGreaterThanOrEqual(limits.included);
      }),
    );
  });
});

describe("quotas", () => {
  test("admit never more than the hard limit, nor than the quota where there is no overage", () => {
    fc.assert(
      fc.property(plans, overrides, (plan, own) => {
        const limits = limitsOf(plan, own);
        const ceiling = ceilingOf(limits, "live");
        expect(ceiling).toBeLessThanOrEqual(limits.hardLimit);
        if (!limits.overageAllowed) expect(ceiling).toBeLessThanOrEqual(limits.included);
        expect([limits.hardLimit, limits.included]).toContain(ceiling);
      }),
    );
  });

  test("are refused by the name of the limit that was reached", () => {
    fc.assert(
      fc.property(plans, overrides, (plan, own) => {
        const limits = limitsOf(plan, own);
        const isQuota = !limits.overageAllowed && limits.included <= limits.hardLimit;
        expect(refusalAtCeiling(limits, "live")).toBe(isQuota ? "QUOTA_EXCEEDED" : "HARD_LIMIT_EXCEEDED");
        expect(refusalAtCeiling(limits, "test")).toBe("QUOTA_EXCEEDED");
        expect(ceilingOf(limits, "test")).toBe(limits.testMonthlyQuota);
      }),
    );
  });

  test("count in UTC months that follow one another without a gap", () => {
    fc.assert(
      fc.property(instants, (now) => {
        const [start, end] = [monthOf(now), monthAfter(monthOf(now))];
        expect(start.toISOString()).toMatch(/-01T00:00:00\.000Z$/);
        expect(start.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(end.getTime()).toBeGreaterThan(now.getTime());
        expect(monthOf(new Date(end.getTime() - 1))).toEqual(start);
        expect(monthOf(end)).toEqual(end);
      }),
    );
  });

  test("tell a wait after which the next month has begun, and a second earlier it has not", () => {
    fc.assert(
      fc.property(instants, (now) => {
        const wait = secondsToNextMonth(now);
        expect(wait).toBeGreaterThanOrEqual(1);
        const monthIn = (seconds: number) => monthOf(new Date(now.getTime() + seconds * 1000));
        expect(monthIn(wait)).toEqual(monthAfter(monthOf(now)));
        if (wait > 1) expect(monthIn(wait - 1)).toEqual(monthOf(now));
      }),
    );
  });
});

test("a bill adds the overage to the price, in whole minor units, and never goes below zero", () => {
  fc.assert(
    fc.property(plans, overrides, count, instants, (plan, own, used, now) => {
      const limits = limitsOf(plan, { monthlyPriceMinor: 900, ...own });
      const bill = billingOf(plan, limits, used, now, "EUR");
      expect(bill.overage).toBe(Math.max(0, used - limits.included));
      expect(bill.amountDue).toBe(900 + bill.overage * limits.overagePriceMinor);
      expect(Number.isSafeInteger(bill.amountDue)).toBe(true);
      expect(bill.period).toEqual({ start: monthOf(now), end: monthAfter(monthOf(now)) });
    }),
  );
});
