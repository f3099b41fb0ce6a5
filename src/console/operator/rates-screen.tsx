"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChartNoAxesCombined } from "lucide-react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { Segmented } from "#kit/choices.tsx";
import { shareText, wholeText } from "#kit/format.ts";
import { List } from "#kit/list.tsx";
import { Card, PageHeader, StatRow, StatTile } from "#kit/page-layout.tsx";
import { CardsSkeleton, EmptyState } from "#kit/states.tsx";
import { type Column, FILLS } from "#kit/table.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { countColumn, TenantName } from "./columns.tsx";
import { RATE_DAYS, ratesInput } from "./operator-queries.ts";
import { useListed } from "./use-listed.ts";

type Rates = ConsoleOutputs["operator"]["rates"];
type Row = Rates["tenants"][number];

const percent = (rate: number | null): string => (rate === null ? "–" : shareText(rate, 1));

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "tenant",
    name: "Tenant",
    className: FILLS,
    sortBy: ({ tenantName }) => tenantName.toLowerCase(),
    cell: ({ tenantId, tenantName, started, approvalRate, requests }) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <TenantName tenantId={tenantId} tenantName={tenantName} />
        <span className="text-xs text-soft sm:hidden">
          {wholeText(started)} started · {percent(approvalRate)} of decided approved ·{" "}
          {percent(requests.errorRate)} errors
        </span>
      </span>
    ),
  },
  countColumn("started", "Started", "sm", ({ started }) => started),
  {
    id: "approved",
    name: "Approved of decided",
    className: "hidden text-right tabular sm:table-cell",
    sortBy: ({ approvalRate }) => approvalRate,
    cell: ({ approvalRate }) => percent(approvalRate),
  },
  countColumn("failed", "Failed", "md", ({ failed }) => failed),
  countColumn("expired", "Expired", "md", ({ expired }) => expired),
  countColumn("requests", "Requests, 24 h", "xl", ({ requests }) => requests.requests),
  {
    id: "errors",
    name: "Errors, 24 h",
    className: "hidden text-right tabular sm:table-cell",
    sortBy: ({ requests }) => requests.errorRate && -requests.errorRate,
    cell: ({ requests }) => percent(requests.errorRate),
  },
];

const OPTIONS = RATE_DAYS.map((days) => ({
  value: days,
  label: days === "1" ? "Today" : `${days} days`,
}));

type ViewProps = { data: Rates; isBusy: boolean; onMore: () => void };

const RatesView = ({ data: { whole, tenants, total }, isBusy, onMore }: ViewProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <StatRow>
      <StatTile name="Started" value={wholeText(whole.started)} note="live verifications" />
      <StatTile
        name="Approved"
        value={percent(whole.approvalRate)}
        note={`of ${wholeText(whole.approved + whole.rejected)} decided`}
      />
      <StatTile
        name="Not finished"
        value={wholeText(whole.failed + whole.expired)}
        note={`${wholeText(whole.failed)} failed, ${wholeText(whole.expired)} expired`}
      />
      <StatTile
        name="Errors, 24 h"
        value={percent(whole.requests.errorRate)}
        note={`of ${wholeText(whole.requests.requests)} requests: ${wholeText(whole.requests.broken)} got 5xx, ${wholeText(whole.requests.refused)} got 4xx`}
      />
    </StatRow>
    <Card
      title="By tenant"
      about={`Most starts first${total === 0 || tenants.length < total ? "" : ". Press a column’s head to sort"}`}
      isFlush
    >
      <List
        label="Rates by tenant"
        columns={COLUMNS}
        rows={tenants}
        rowId={({ tenantId }) => tenantId}
        end={{ noun: "tenants", total, isBusy, onMore }}
        empty={
          <EmptyState icon={ChartNoAxesCombined} title="Nothing was started or asked in these days">
            Choose a longer period.
          </EmptyState>
        }
      />
    </Card>
  </div>
);

/** How verifications end and requests are answered, over all tenants and for each. */
export const RatesScreen = () => {
  const [url, setUrl] = useUrlState();
  const { limit, onMore } = useListed();
  const input = ratesInput((name) => url.get(name), limit);
  const query = useQuery({
    ...useTRPC().operator.rates.queryOptions(input),
    placeholderData: keepPreviousData,
  });
  const days = RATE_DAYS.find((each) => Number(each) === input.days) ?? "7";
  return (
    <>
      <PageHeader
        title="Rates"
        about="Live verifications of the last UTC days, and how requests of the last 24 hours were answered."
        actions={
          <Segmented
            label="Period"
            value={days}
            options={OPTIONS}
            onChange={(next) => setUrl({ days: next === "7" ? "" : next })}
          />
        }
      />
      <QueryView query={query} skeleton={<CardsSkeleton />}>
        {(data) => <RatesView data={data} isBusy={query.isPlaceholderData} onMore={onMore} />}
      </QueryView>
    </>
  );
};
