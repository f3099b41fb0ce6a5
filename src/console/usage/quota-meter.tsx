import type { Billing, Quota } from "#core/billing/quota.ts";
import { Meter } from "#kit/chart/meter.tsx";
import { compactText, wholeText } from "#kit/format.ts";

type QuotaState = "ok" | "warn" | "danger";

const NEARLY = 0.8;

export type QuotaProps = { billing: Billing; quota: Quota; forecast: number };

/** Whether the quota will last at this pace. */
const quotaState = ({ billing: { used, included }, quota, forecast }: QuotaProps): QuotaState => {
  if (quota.isRefused || used >= Math.max(included, 1)) return used > 0 ? "danger" : "ok";
  return forecast > included || used > included * NEARLY ? "warn" : "ok";
};

/** The quota's state in words. */
export const quotaVerdict = ({ billing: { used, included }, quota, forecast }: QuotaProps): string => {
  const { ceiling } = quota;
  if (quota.isRefused)
    return `You have reached your ${ceiling > included ? "hard limit" : "quota"}. Live verifications are refused until next month.`;
  const pace = `At this rate you will use ${wholeText(forecast)} this month.`;
  if (used > included)
    return `${pace} You are ${wholeText(used - included)} over your quota. The hard limit is ${wholeText(ceiling)}.`;
  if (forecast > ceiling)
    return `${pace} That is over your ${ceiling > included ? "hard limit" : "quota"} of ${wholeText(ceiling)}.`;
  return forecast > included ? `${pace} That is over your quota.` : `${pace} That is within your quota.`;
};

/** Used, forecast, quota and limit on one line. */
export const QuotaMeter = (props: QuotaProps) => {
  const { billing, quota, forecast } = props;
  const { used, included } = billing;
  const max = used > included || forecast > included ? Math.max(quota.ceiling, forecast) : included;
  return (
    <div className="grid gap-1.5">
      <Meter
        label="Live verifications used this month"
        value={used}
        forecast={forecast}
        max={max}
        marks={max > included ? [{ at: included, name: "quota" }] : []}
        tone={quotaState(props)}
      />
      <div className="flex justify-between text-xs text-soft tabular">
        <span>0</span>
        {max > included && <span>quota {compactText(included)}</span>}
        <span>{compactText(max)}</span>
      </div>
    </div>
  );
};
