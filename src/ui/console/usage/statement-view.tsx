import type { Billing } from "#core/quota.ts";
import { Wordmark } from "../../brand/wordmark.tsx";
import { Facts } from "../../kit/facts.tsx";
import { moneyText, wholeText } from "../../kit/number-format.ts";
import { TableFrame } from "../../kit/table-frame.tsx";
import { dayText, monthText } from "../../kit/time-format.ts";
import { planName } from "../words/plan-names.ts";
import type { DayUsage } from "./usage-series.ts";

export type StatementData = {
  tenantId: string;
  tenantName: string;
  isFinal: boolean;
  billing: Billing;
  days: readonly DayUsage[];
};

const cell = "px-4 py-1 print:px-2 print:py-0.5";

/** One month's bill, also on paper. */
export const StatementView = ({
  data: { tenantId, tenantName, isFinal, billing, days },
}: {
  data: StatementData;
}) => (
  <article className="mx-auto max-w-2xl rounded-lg border bg-surface p-6 shadow-card sm:p-10 print:max-w-none print:border-0 print:p-0 print:shadow-none">
    <header className="mb-6 flex items-start justify-between gap-4">
      <div>
        <h2 className="text-lg">Statement, {monthText(billing.period.start)}</h2>
        <p className="text-sm text-soft">{isFinal ? "Final" : "So far: the month is still running"}</p>
      </div>
      <Wordmark size={20} />
    </header>
    <Facts
      facts={[
        { name: "Tenant", value: tenantName },
        { name: "Tenant id", value: <code className="text-xs">{tenantId}</code> },
        { name: "Plan", value: planName(billing.plan) },
        { name: "Included", value: wholeText(billing.included) },
        { name: "Used", value: wholeText(billing.used) },
        { name: "Overage", value: wholeText(billing.overage) },
        { name: "Amount due", value: <strong>{moneyText(billing.amountDue, billing.currency)}</strong> },
      ]}
    />
    <div className="mt-6 border-t pt-4">
      <TableFrame label="Verifications by day">
        <thead>
          <tr className="text-left text-xs text-soft">
            <th scope="col" className={`${cell} pl-0! font-medium`}>
              Day (UTC)
            </th>
            <th scope="col" className={`${cell} text-right font-medium`}>
              Live
            </th>
            <th scope="col" className={`${cell} pr-0! text-right font-medium`}>
              Test
            </th>
          </tr>
        </thead>
        <tbody className="tabular">
          {days.map(({ day, live, test }) => (
            <tr key={day} className="border-t">
              <td className={`${cell} pl-0!`}>{dayText(new Date(`${day}T00:00:00Z`))}</td>
              <td className={`${cell} text-right`}>{wholeText(live)}</td>
              <td className={`${cell} pr-0! text-right`}>{wholeText(test)}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </div>
  </article>
);
