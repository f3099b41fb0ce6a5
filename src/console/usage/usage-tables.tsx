"use client";
import { monthText, wholeText } from "#kit/format.ts";
import { type Column, DataTable } from "#kit/table.tsx";
import { StatementLink } from "./statement-screen.tsx";
import type { UsageData } from "./usage-series.ts";

type MonthUsage = UsageData["months"][number];

const dateOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

const NUMBER = "text-right tabular";

/** Every month with its statement, newest first. */
export const MonthTable = ({ tenantId, months }: { tenantId: string; months: readonly MonthUsage[] }) => {
  const columns: Column<MonthUsage>[] = [
    {
      id: "month",
      name: "Month",
      sortBy: ({ month }) => month,
      cell: ({ month }) => <span className="font-medium">{monthText(dateOf(month))}</span>,
    },
    {
      id: "live",
      name: "Live",
      className: NUMBER,
      sortBy: ({ live }) => live,
      cell: ({ live }) => wholeText(live),
    },
    {
      id: "test",
      name: "Test",
      className: NUMBER,
      sortBy: ({ test }) => test,
      cell: ({ test }) => wholeText(test),
    },
    {
      id: "statement",
      name: "Statement",
      className: "text-right",
      cell: ({ month }) => <StatementLink tenantId={tenantId} month={month} />,
    },
  ];
  return (
    <DataTable
      label="Usage by month"
      columns={columns}
      rows={[...months].reverse()}
      rowId={({ month }) => month}
    />
  );
};
