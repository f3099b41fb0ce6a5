import { isJsonObject } from "#core/json.ts";
import type { PlanLimits, PlanName, PlanTable } from "./plan.ts";

/** What a plan costs, in minor units. */
export type PlanPrice = Pick<PlanLimits, "monthlyPriceMinor" | "overagePriceMinor">;

export type PlanPriceTable = Readonly<Record<PlanName, PlanPrice>>;

const isPrice = (value: unknown): value is PlanPrice =>
  isJsonObject(value) &&
  [value.monthlyPriceMinor, value.overagePriceMinor].every(
    (minor) => typeof minor === "number" && Number.isSafeInteger(minor) && minor >= 0,
  );

/** Prices as stored, which someone may have edited by hand. @throws Error: nothing is billed by a price that cannot be read */
export const readPrices = (stored: unknown): PlanPriceTable => {
  if (isJsonObject(stored)) {
    const { free, growth, scale } = stored;
    if (isPrice(free) && isPrice(growth) && isPrice(scale)) return { free, growth, scale };
  }
  throw new Error("plan_prices.prices cannot be read, so nothing can be billed by it");
};

/** The numbers of all plans, with these prices. */
export const withPrices = (plans: PlanTable, prices: PlanPriceTable | null): PlanTable =>
  prices === null
    ? plans
    : {
        free: { ...plans.free, ...prices.free },
        growth: { ...plans.growth, ...prices.growth },
        scale: { ...plans.scale, ...prices.scale },
      };
