import { isJsonObject, type JsonObject } from "#core/json.ts";

export type PlanName = "free" | "growth" | "scale";

/** The window that `rateLimitPerMinute` applies to, in seconds. */
export const RATE_WINDOW_SECONDS = 60;

/** What a plan allows. Money is in minor units (cents). */
export type PlanLimits = {
  rateLimitPerMinute: number;
  /** Live verifications that the month's price includes. */
  included: number;
  /** Whether live verifications beyond the quota are allowed, and billed, up to the hard limit. */
  overageAllowed: boolean;
  /** The most live verifications a month, without exception. */
  hardLimit: number;
  /** Test verifications a month; they are free. */
  testMonthlyQuota: number;
  manualWebhookRetry: boolean;
  monthlyPriceMinor: number;
  overagePriceMinor: number;
};

export type PlanTable = Readonly<Record<PlanName, PlanLimits>>;

/** Prices are the operator's to set through overrides: an open service charges nothing itself. */
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

/** The numbers of a plan that can be changed for one tenant. */
export type PlanOverrides = { [Key in keyof PlanLimits]?: PlanLimits[Key] | undefined };

const countIn = (value: unknown, least = 0): number | undefined =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= least ? value : undefined;

const flagIn = (value: unknown): boolean | undefined => (typeof value === "boolean" ? value : undefined);

const numbersIn = (stored: JsonObject): PlanOverrides => ({
  rateLimitPerMinute: countIn(stored.rateLimitPerMinute, 1),
  included: countIn(stored.included),
  overageAllowed: flagIn(stored.overageAllowed),
  hardLimit: countIn(stored.hardLimit),
  testMonthlyQuota: countIn(stored.testMonthlyQuota),
  manualWebhookRetry: flagIn(stored.manualWebhookRetry),
  monthlyPriceMinor: countIn(stored.monthlyPriceMinor),
  overagePriceMinor: countIn(stored.overagePriceMinor),
});

/**
 * A tenant's own numbers as stored, which someone may have edited by hand. A number that cannot be read is
 * left out, so that the plan's applies: compared with a text, no count would ever reach a limit.
 * @returns `unreadable`: the names of what was left out
 */
export const readOverrides = (stored: unknown): { overrides: PlanOverrides; unreadable: string[] } => {
  if (stored === null) return { overrides: {}, unreadable: [] };
  if (!isJsonObject(stored)) return { overrides: {}, unreadable: ["all"] };
  const overrides = numbersIn(stored);
  const unreadable = Object.entries(overrides).flatMap(([name, read]) =>
    read === undefined && (stored[name] ?? null) !== null ? [name] : [],
  );
  return { overrides, unreadable };
};

/**
 * The plan's numbers, with the tenant's overrides.
 * @param plans today's, or those of the time in question
 */
export const limitsOf = (plan: PlanName, own: PlanOverrides, plans: PlanTable = PLANS): PlanLimits => {
  const base = plans[plan];
  const included = own.included ?? base.included;
  return {
    rateLimitPerMinute: own.rateLimitPerMinute ?? base.rateLimitPerMinute,
    included,
    overageAllowed: own.overageAllowed ?? base.overageAllowed,
    // The plan's smaller hard limit must not cut off a raised quota.
    hardLimit: own.hardLimit ?? Math.max(base.hardLimit, included),
    testMonthlyQuota: own.testMonthlyQuota ?? base.testMonthlyQuota,
    manualWebhookRetry: own.manualWebhookRetry ?? base.manualWebhookRetry,
    monthlyPriceMinor: own.monthlyPriceMinor ?? base.monthlyPriceMinor,
    overagePriceMinor: own.overagePriceMinor ?? base.overagePriceMinor,
  };
};
