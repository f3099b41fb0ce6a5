import type { PlanName } from "#core/billing/plan.ts";
import { moneyText } from "#kit/format.ts";

/** The plans in the order of their size. */
export const PLAN_CHOICES = ["free", "growth", "scale"] as const satisfies readonly PlanName[];

const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat("en-GB", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
  2;

/** Minor units as they are typed: `1250` of the euro as `12.50`. */
export const typedMoney = (minor: number, currency: string): string => {
  const decimals = decimalsOf(currency);
  return (minor / 10 ** decimals).toFixed(decimals);
};

/** The minor units of a typed amount; null: it is none, or has more decimals than the currency. */
export const minorOf = (typed: string, currency: string): number | null => {
  const decimals = decimalsOf(currency);
  const found = /^(\d{1,7})(?:[.,](\d{1,4}))?$/.exec(typed.trim());
  const [, whole = "", fraction = ""] = found ?? [];
  if (!found || fraction.length > decimals) return null;
  return Number(whole) * 10 ** decimals + Number(fraction.padEnd(decimals, "0") || "0");
};

/** `€12.50`, or how many currencies there are where sums cannot be added up. */
export const sumsText = (sums: readonly { currency: string; amount: number }[]): string =>
  sums.map(({ currency, amount }) => moneyText(amount, currency)).join(" + ") || "none";
