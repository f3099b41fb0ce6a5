import type { Billing } from "#core/quota.ts";
import { wholeText } from "../../kit/number-format.ts";

export type QuotaState = "ok" | "warn" | "danger";

const NEARLY = 0.8;

/** Whether the month ends well at this pace. */
export const quotaState = ({ used, included, hardLimit }: Billing, forecast: number): QuotaState => {
  if (used >= hardLimit || used >= Math.max(included, 1)) return used > 0 ? "danger" : "ok";
  return forecast > included || used > included * NEARLY ? "warn" : "ok";
};

/** The same in words. */
export const quotaVerdict = ({ used, included, hardLimit }: Billing, forecast: number): string => {
  if (used >= hardLimit) return "The limit is reached: no live verification can be started until next month.";
  const pace = `At this pace the month comes to ${wholeText(forecast)}.`;
  if (used > included)
    return `${pace} ${wholeText(used - included)} are over the quota; the limit is ${wholeText(hardLimit)}.`;
  if (forecast > hardLimit) return `${pace} That is beyond the limit of ${wholeText(hardLimit)}.`;
  return forecast > included ? `${pace} That is more than the quota includes.` : `${pace} The quota will do.`;
};
