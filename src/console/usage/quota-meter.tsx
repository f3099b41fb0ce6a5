import type { Billing } from "#core/billing/quota.ts";
import { Meter } from "#kit/chart/meter.tsx";
import { compactText, wholeText } from "#kit/format.ts";

type QuotaState = "ok" | "warn" | "danger";

const NEARLY = 0.8;

/** Whether the quota will last at this pace. */
const quotaState = ({ used, included, hardLimit }: Billing, forecast: number): QuotaState => {
  if (used >= hardLimit || used >= Math.max(included, 1)) return used > 0 ? "danger" : "ok";
  return forecast > included || used > included * NEARLY ? "warn" : "ok";
};

/** The quota's state in words. */
export const quotaVerdict = ({ used, included, hardLimit }: Billing, forecast: number): string => {
  if (used >= hardLimit)
    return "You have reached your hard limit. Live verifications are refused until next month.";
  const pace = `At this rate you will use ${wholeText(forecast)} this month.`;
  if (used > included)
    return `${pace} You are ${wholeText(used - included)} over your quota. The hard limit is ${wholeText(hardLimit)}.`;
  if (forecast > hardLimit) return `${pace} That is over your hard limit of ${wholeText(hardLimit)}.`;
  return forecast > included ? `${pace} That is over your quota.` : `${pace} That is within your quota.`;
};

/** Used, forecast, quota and limit on one line. */
export const QuotaMeter = ({ billing, forecast }: { billing: Billing; forecast: number }) => {
  const { used, included, hardLimit } = billing;
  const max = used > included || forecast > included ? Math.max(hardLimit, forecast) : included;
  return (
    <div className="grid gap-1.5">
      <Meter
        label="Live verifications used this month"
        value={used}
        forecast={forecast}
        max={max}
        marks={max > included ? [{ at: included, name: "quota" }] : []}
        tone={quotaState(billing, forecast)}
      />
      <div className="flex justify-between text-xs text-soft tabular">
        <span>0</span>
        {max > included && <span>quota {compactText(included)}</span>}
        <span>{compactText(max)}</span>
      </div>
    </div>
  );
};
