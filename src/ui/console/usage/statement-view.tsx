import type { StatementContent } from "#core/statement.ts";
import { Wordmark } from "../../brand/wordmark.tsx";
import { Facts } from "../../kit/facts.tsx";
import { wholeText } from "../../kit/number-format.ts";
import { TableFrame } from "../../kit/table-frame.tsx";
import { dayText, monthText } from "../../kit/time-format.ts";
import { planName } from "../words/plan-names.ts";
import { StatementLines } from "./statement-lines.tsx";

type Props = { data: StatementContent };

const cell = "px-4 py-1 print:px-2 print:py-0.5";

/** Whether it can still change, and why. */
const stateText = ({ isFinal, billing }: StatementContent, now: number): string => {
  if (isFinal) return "Final. It does not change any more.";
  return billing.period.end.getTime() <= now
    ? "The month is over. The statement is final within 20 minutes."
    : "So far. The month is still running.";
};

/** One month's bill, also on paper. */
export const StatementView = ({ data }: Props) => {
  const { billing, days } = data;
  const lastDay = new Date(billing.period.end.getTime() - 1);
  return (
    <article className="mx-auto max-w-2xl rounded-lg border bg-surface p-6 shadow-card sm:p-10 print:max-w-none print:border-0 print:p-0 print:shadow-none">
      <header className="mb-6 flex items-start justify-between gap-4">
        <div>
          <h2 className="text-lg">Statement, {monthText(billing.period.start)}</h2>
          <p className="text-sm text-soft">{stateText(data, Date.now())}</p>
        </div>
        <Wordmark size={20} />
      </header>
      <Facts
        facts={[
          { name: "Number", value: <code className="text-xs">{data.number}</code> },
          { name: "From", value: data.issuer },
          { name: "To", value: data.tenantName },
          { name: "Tenant id", value: <code className="text-xs">{data.tenantId}</code> },
          {
            name: "Period",
            value: `${dayText(billing.period.start)} to ${dayText(lastDay)} ${lastDay.getUTCFullYear()}, UTC`,
          },
          { name: "Plan", value: planName(billing.plan) },
          {
            name: "Used",
            value: `${wholeText(billing.used)} live verifications; the plan includes ${wholeText(billing.included)}`,
          },
        ]}
      />
      {data.isPlanAssumed && (
        <p className="mt-4 rounded-md bg-neutral-soft p-3 text-sm">
          No plan or prices were recorded in this month. The first ones recorded later are used here.
        </p>
      )}
      <StatementLines lines={data.lines} billing={billing} />
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
};
