import type { PlanLimits, PlanName } from "#core/plan.ts";
import { Badge } from "../../kit/badge.tsx";
import { moneyText, wholeText } from "../../kit/number-format.ts";
import { TableFrame } from "../../kit/table-frame.tsx";
import { planName } from "../words/plan-names.ts";

export type PlanOffer = {
  plan: PlanName;
  isCurrent: boolean;
  limits: PlanLimits;
  amountAtForecast: number | null;
};

// Prices are the operator's to set, and may be none.
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

export const PlanComparison = ({ plans, currency }: { plans: readonly PlanOffer[]; currency: string }) => (
  <TableFrame label="Plans compared">
    <thead>
      <tr>
        <th scope="col" className="h-10 px-4 text-left text-xs font-medium text-soft">
          Plan
        </th>
        {plans.map(({ plan, isCurrent }) => (
          <th
            key={plan}
            scope="col"
            className={`h-10 px-4 text-left font-semibold whitespace-nowrap ${isCurrent ? "bg-accent-soft" : ""}`}
          >
            <span className="inline-flex items-center gap-2">
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
          <th scope="row" className="h-10 px-4 text-left font-normal whitespace-nowrap text-soft">
            {name}
          </th>
          {plans.map((offer) => (
            <td
              key={offer.plan}
              className={`h-10 px-4 whitespace-nowrap tabular ${offer.isCurrent ? "bg-accent-soft" : ""}`}
            >
              {text(offer, currency)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </TableFrame>
);
