import { planName } from "#console/words/words.ts";
import type { PlanLimits } from "#core/billing/plan.ts";
import { Badge } from "#kit/badge.tsx";
import { moneyText, monthText, wholeText } from "#kit/format.ts";
import { Card, StatRow, StatTile } from "#kit/page-layout.tsx";
import { TableFrame } from "#kit/table.tsx";
import { QuotaMeter, type QuotaProps, quotaVerdict } from "./quota-meter.tsx";
import type { UsageData } from "./usage-series.ts";

type PlanOffer = UsageData["plans"][number];

// The operator sets prices, which may be zero.
const overageText = ({ overagePriceMinor }: PlanLimits, currency: string): string =>
  overagePriceMinor === 0 ? "no extra price" : `${moneyText(overagePriceMinor, currency)} each`;

const LINES: readonly { name: string; text: (offer: PlanOffer, currency: string) => string }[] = [
  { name: "Live a month", text: ({ limits }) => wholeText(limits.included) },
  {
    name: "Beyond that",
    text: ({ limits }, currency) =>
      limits.overageAllowed
        ? `${overageText(limits, currency)}, up to ${wholeText(limits.hardLimit)}`
        : "refused",
  },
  { name: "Test a month", text: ({ limits }) => wholeText(limits.testMonthlyQuota) },
  { name: "Requests a minute", text: ({ limits }) => wholeText(limits.rateLimitPerMinute) },
  { name: "Manual webhook retries", text: ({ limits }) => (limits.manualWebhookRetry ? "Yes" : "No") },
  { name: "Price a month", text: ({ limits }, currency) => moneyText(limits.monthlyPriceMinor, currency) },
  {
    name: "At the forecast",
    text: ({ amountAtForecast }, currency) =>
      amountAtForecast === null ? "does not fit" : moneyText(amountAtForecast, currency),
  },
];

type PlanComparisonProps = { plans: readonly PlanOffer[]; currency: string };

// On a phone the values wrap, so that every plan is seen at once.
const CELL = "h-10 px-2 py-1 text-left sm:px-4";

/** The current plan comes first. */
export const PlanComparison = ({ plans: offers, currency }: PlanComparisonProps) => {
  const plans = [...offers].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <TableFrame label="Plans compared">
      <thead>
        <tr>
          <th scope="col" className={`${CELL} text-xs font-medium text-soft`}>
            Plan
          </th>
          {plans.map(({ plan, isCurrent }) => (
            <th
              key={plan}
              scope="col"
              className={`${CELL} font-semibold ${isCurrent ? "bg-accent-soft" : ""}`}
            >
              <span className="flex flex-wrap items-center gap-x-2">
                {planName(plan)}
                {isCurrent && <Badge tone="ok">Current plan</Badge>}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {LINES.map(({ name, text }) => (
          <tr key={name} className="border-t">
            <th
              scope="row"
              className={`${CELL} text-xs font-normal text-soft sm:text-sm sm:whitespace-nowrap`}
            >
              {name}
            </th>
            {plans.map((offer) => (
              <td
                key={offer.plan}
                className={`${CELL} text-xs tabular sm:text-sm sm:whitespace-nowrap ${offer.isCurrent ? "bg-accent-soft" : ""}`}
              >
                {text(offer, currency)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
};

/** The month so far: quota, overage and amount due. */
export const BillingCard = ({ billing, quota, forecast }: QuotaProps) => (
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
        note={
          quota.ceiling > billing.included ? `hard limit ${wholeText(quota.ceiling)}` : "none in this plan"
        }
      />
      <StatTile
        name="Amount due"
        value={moneyText(billing.amountDue, billing.currency)}
        note="so far, at the current plan and prices"
      />
    </StatRow>
    <Card
      title={monthText(billing.period.start)}
      about={`${wholeText(billing.rateLimitPerMinute)} requests a minute`}
      actions={<Badge tone="ok">{planName(billing.plan)} plan</Badge>}
    >
      <QuotaMeter billing={billing} quota={quota} forecast={forecast} />
      <p className="mt-2.5 text-sm text-soft">{quotaVerdict({ billing, quota, forecast })}</p>
    </Card>
  </div>
);
