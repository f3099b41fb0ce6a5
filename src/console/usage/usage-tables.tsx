"use client";
import { TenantLink } from "#console/client/access.tsx";
import { statementPath } from "#console/client/paths.ts";
import { monthNamed } from "#core/day.ts";
import { monthText, wholeText } from "#kit/format.ts";
import { type Column, DataTable } from "#kit/table.tsx";
import type { UsageData } from "./usage-series.ts";

type MonthUsage = UsageData["months"][number];

const COLUMNS: readonly Column<MonthUsage>[] = [
  {
    id: "month",
    name: "Month",
    sortBy: ({ month }) => month,
    cell: ({ month }) => <span className="font-medium">{monthText(monthNamed(month))}</span>,
  },
  ...(["live", "test"] as const).map(
    (id): Column<MonthUsage> => ({
      id,
      name: id === "live" ? "Live" : "Test",
      className: "text-right tabular",
      sortBy: (month) => month[id],
      cell: (month) => wholeText(month[id]),
    }),
  ),
  {
    id: "statement",
    name: "Statement",
    className: "text-right",
    cell: ({ month }) => (
      <TenantLink
        to={statementPath}
        of={month}
        prefetch={false}
        aria-label={`Open the statement of ${monthText(monthNamed(month))}`}
      >
        Open
      </TenantLink>
    ),
  },
];

/** Every month with its statement, newest first. */
export const MonthTable = ({ months }: { months: readonly MonthUsage[] }) => (
  <DataTable
    label="Usage by month"
    columns={COLUMNS}
    rows={months.toReversed()}
    rowId={({ month }) => month}
  />
);
