import type { Billing } from "#core/quota.ts";
import { Meter } from "../../kit/meter.tsx";
import { compactText } from "../../kit/number-format.ts";
import { quotaState } from "./quota-verdict.ts";

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
