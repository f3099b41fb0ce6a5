"use client";
import { useQuery } from "@tanstack/react-query";
import { Download, Printer } from "lucide-react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { consolePath } from "#console/client/paths.ts";
import { QueryView } from "#console/client/query-view.tsx";
import { saveFile } from "#console/session/access-token.ts";
import { planName } from "#console/words/words.ts";
import type { Billing } from "#core/billing/quota.ts";
import { STATEMENT_ITEMS, type StatementContent, type StatementLine } from "#core/billing/statement.ts";
import { dayNamed } from "#core/day.ts";
import { Wordmark } from "#kit/brand.tsx";
import { Button } from "#kit/button.tsx";
import { serviceNow } from "#kit/clock/service-time.ts";
import { dayText, moneyText, monthText, wholeText } from "#kit/format.ts";
import { Facts, PageHeader } from "#kit/page-layout.tsx";
import { TableFrame, TableSkeleton } from "#kit/table.tsx";

const lineCell = "py-1.5 pl-4 text-right whitespace-nowrap print:py-0.5";
const first = "py-1.5 text-left font-normal print:py-0.5";

type StatementLinesProps = { lines: readonly StatementLine[]; billing: Billing };

/** The lines that make up the amount. */
const StatementLines = ({ lines, billing: { currency, amountDue } }: StatementLinesProps) => (
  <div className="mt-6 border-t pt-4">
    <TableFrame label="What the amount is made of">
      <thead>
        <tr className="text-xs text-soft">
          <th scope="col" className={`${first} font-medium`}>
            Item
          </th>
          {["Quantity", "Unit price", "Amount"].map((name) => (
            <th key={name} scope="col" className={`${lineCell} font-medium`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="tabular">
        {lines.map(({ item, quantity, unitPriceMinor, amountMinor }) => (
          <tr key={item} className="border-t">
            <th scope="row" className={first}>
              {STATEMENT_ITEMS[item]}
            </th>
            <td className={lineCell}>{wholeText(quantity)}</td>
            <td className={lineCell}>{moneyText(unitPriceMinor, currency)}</td>
            <td className={lineCell}>{moneyText(amountMinor, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="border-t-2 tabular">
        <tr>
          <th scope="row" colSpan={3} className={`${first} font-semibold`}>
            Amount due
          </th>
          <td className={`${lineCell} font-semibold`}>{moneyText(amountDue, currency)}</td>
        </tr>
      </tfoot>
    </TableFrame>
  </div>
);

const cell = "px-4 py-1 print:px-2 print:py-0.5";

/** Whether the statement can still change, and why. */
const stateText = ({ isFinal, billing }: StatementContent, now: number): string => {
  if (isFinal) return "Final. It will not change.";
  return billing.period.end.getTime() <= now
    ? "The month is over. The statement is final within 20 minutes."
    : "So far. The month is still running.";
};

/** One month's bill, also for print. */
const StatementView = ({ data }: { data: StatementContent }) => {
  const { billing, days } = data;
  const lastDay = new Date(billing.period.end.getTime() - 1);
  return (
    <article className="mx-auto max-w-2xl rounded-lg border bg-surface p-6 shadow-card sm:p-10 print:max-w-none print:border-0 print:p-0 print:shadow-none">
      <header className="mb-6 flex items-start justify-between gap-4">
        <div>
          <h2 className="text-lg">Statement, {monthText(billing.period.start)}</h2>
          <p className="text-sm text-soft">{stateText(data, serviceNow())}</p>
        </div>
        <Wordmark size={20} />
      </header>
      <Facts
        facts={{
          Number: <code className="text-xs">{data.number}</code>,
          From: data.issuer ?? undefined,
          "Address of the seller": data.issuerAddress,
          "Tax number": data.issuerTaxId,
          "Address of the service": data.service,
          To: data.tenantName,
          "Tenant id": <code className="text-xs">{data.tenantId}</code>,
          Period: `${dayText(billing.period.start)} to ${dayText(lastDay)} ${lastDay.getUTCFullYear()}, UTC`,
          Plan: planName(billing.plan),
          Used: `${wholeText(billing.used)} live verifications; the plan includes ${wholeText(billing.included)}`,
        }}
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
                <td className={`${cell} pl-0!`}>{dayText(dayNamed(day))}</td>
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

// Without it, spreadsheets assume an old encoding.
const UTF8_MARK = "\uFEFF";

export const StatementScreen = ({ month }: { month: string }) => {
  const usage = { href: consolePath(useAccess().tenantId, "usage"), name: "Usage and billing" };
  const query = useQuery(useTRPC().reports.statement.queryOptions({ month }));
  const csv = query.data?.csv;
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          back={usage}
          title="Statement"
          actions={
            csv && (
              <>
                <Button
                  onClick={() =>
                    saveFile(new Blob([UTF8_MARK, csv], { type: "text/csv" }), `statement-${month}.csv`)
                  }
                >
                  <Download size={14} aria-hidden="true" />
                  CSV
                </Button>
                <Button onClick={() => window.print()}>
                  <Printer size={14} aria-hidden="true" />
                  Print
                </Button>
              </>
            )
          }
        />
      </div>
      <QueryView
        query={query}
        skeleton={<TableSkeleton rows={12} />}
        missing={{
          title: "There is no statement for this month",
          about: "Statements begin with the month in which the tenant was created, and end with this one.",
          back: usage,
        }}
      >
        {(data) => <StatementView data={data} />}
      </QueryView>
    </>
  );
};
