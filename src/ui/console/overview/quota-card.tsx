import type { Billing } from "#core/quota.ts";
import { Card } from "../../kit/card.tsx";
import { wholeText } from "../../kit/number-format.ts";
import { monthText } from "../../kit/time-format.ts";
import { QuotaMeter } from "../usage/quota-meter.tsx";
import { quotaVerdict } from "../usage/quota-verdict.ts";

export const QuotaCard = ({ billing, forecast }: { billing: Billing; forecast: number }) => (
  <Card title={`Quota, ${monthText(billing.period.start)}`} about="Live verifications, in the UTC month">
    <p className="mb-2.5 flex items-baseline gap-1.5">
      <span className="text-xl font-semibold tracking-tight tabular">{wholeText(billing.used)}</span>
      <span className="text-sm text-soft">of {wholeText(billing.included)} included</span>
    </p>
    <QuotaMeter billing={billing} forecast={forecast} />
    <p className="mt-2.5 text-sm text-soft">{quotaVerdict(billing, forecast)}</p>
  </Card>
);
