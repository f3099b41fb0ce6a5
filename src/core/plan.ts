export type PlanName = "free" | "growth" | "scale";

/** What a plan allows. Money is in minor units (cents). */
export type PlanLimits = {
  rateLimitPerMinute: number;
  /** Live verifications that the month's price includes. */
  included: number;
  /** Whether live verifications beyond the quota are allowed, and billed, up to the hard limit. */
  overageAllowed: boolean;
  /** Live verifications a month that nothing goes beyond. */
  hardLimit: number;
  /** Test verifications a month; they are free. */
  testMonthlyQuota: number;
  manualWebhookRetry: boolean;
  monthlyPriceMinor: number;
  overagePriceMinor: number;
};

export type PlanTable = Readonly<Record<PlanName, PlanLimits>>;

/** Prices are the operator's to set through overrides: an open service charges nothing of its own. */
export const PLANS: PlanTable = {
  free: {
    rateLimitPerMinute: 60,
    included: 1_000,
    overageAllowed: false,
    hardLimit: 1_000,
    testMonthlyQuota: 1_000,
    manualWebhookRetry: false,
    monthlyPriceMinor: 0,
    overagePriceMinor: 0,
  },
  growth: {
    rateLimitPerMinute: 300,
    included: 25_000,
    overageAllowed: true,
    hardLimit: 50_000,
    testMonthlyQuota: 5_000,
    manualWebhookRetry: true,
    monthlyPriceMinor: 0,
    overagePriceMinor: 0,
  },
  scale: {
    rateLimitPerMinute: 1_200,
    included: 250_000,
    overageAllowed: true,
    hardLimit: 1_000_000,
    testMonthlyQuota: 20_000,
    manualWebhookRetry: true,
    monthlyPriceMinor: 0,
    overagePriceMinor: 0,
  },
};

export type PlanOverrides = { [Key in keyof PlanLimits]?: PlanLimits[Key] | undefined };

/** Puts a value in place of the plan's when the admin gave one. */
const pick = <Value>(override: Value | undefined, planned: Value): Value => override ?? planned;

/**
 * The plan's numbers with the tenant's own in their place.
 * @param plans those of today, or of the time in question
 */
export const limitsOf = (plan: PlanName, own: PlanOverrides, plans: PlanTable = PLANS): PlanLimits => {
  const base = plans[plan];
  const included = pick(own.included, base.included);
  return {
    rateLimitPerMinute: pick(own.rateLimitPerMinute, base.rateLimitPerMinute),
    included,
    overageAllowed: pick(own.overageAllowed, base.overageAllowed),
    // A raised quota must not be cut off by a plan's smaller hard limit that nobody thought of.
    hardLimit: pick(own.hardLimit, Math.max(base.hardLimit, included)),
    testMonthlyQuota: pick(own.testMonthlyQuota, base.testMonthlyQuota),
    manualWebhookRetry: pick(own.manualWebhookRetry, base.manualWebhookRetry),
    monthlyPriceMinor: pick(own.monthlyPriceMinor, base.monthlyPriceMinor),
    overagePriceMinor: pick(own.overagePriceMinor, base.overagePriceMinor),
  };
};
