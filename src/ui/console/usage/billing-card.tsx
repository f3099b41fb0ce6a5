import type { Billing } from "#core/quota.ts";
import { Badge } from "../../kit/badge.tsx";
import { Card } from "../../kit/card.tsx";
import { moneyText, wholeText } from "../../kit/number-format.ts";
import { StatRow } from "../../kit/stat-row.tsx";
import { StatTile } from "../../kit/stat-tile.tsx";
import { monthText } from "../../kit/time-format.ts";
import { planName } from "../words/plan-names.ts";
import { QuotaMeter } from "./quota-meter.tsx";
import { quotaVerdict } from "./quota-verdict.ts";

/** The month so far: quota, overage, and what it costs. */
export const BillingCard = ({ billing, forecast }: { billing: Billing; forecast: number }) => (
  <div className="grid gap-4">
    <StatRow>
      <StatTile
        name={`Used, ${monthText(billing.period.start)}`}
        value={wholeText(billing.used)}
        note={`of ${wholeText(billing.included)} included`}
      />
      <StatTile name="Forecast" value={wholeText(forecast)} note="by the end of the month" />
      <StatTile
        name="Overage"
        value={wholeText(billing.overage)}
        note={`hard limit ${wholeText(billing.hardLimit)}`}
      />
      <StatTile
        name="Amount due"
        value={moneyText(billing.amountDue, billing.currency)}
        note="so far, by the plan and prices of now"
      />
    </StatRow>
    <Card
      title={monthText(billing.period.start)}
      about={`${wholeText(billing.rateLimitPerMinute)} requests a minute`}
      actions={<Badge tone="ok">{planName(billing.plan)} plan</Badge>}
    >
      <QuotaMeter billing={billing} forecast={forecast} />
      <p className="mt-2.5 text-sm text-soft">{quotaVerdict(billing, forecast)}</p>
    </Card>
  </div>
);
