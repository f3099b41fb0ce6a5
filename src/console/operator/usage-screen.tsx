"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Banknote, Download } from "lucide-react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { operatorTenantPath } from "#console/client/paths.ts";
import { QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { saveFile } from "#console/session/access-token.ts";
import { planName } from "#console/words/words.ts";
import { csvLine } from "#core/text.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { Select } from "#kit/fields.tsx";
import { moneyText, monthText, wholeText } from "#kit/format.ts";
import { Link } from "#kit/link.tsx";
import { Card, LongText, PageHeader, StatRow, StatTile } from "#kit/page-layout.tsx";
import { CardsSkeleton, EmptyState } from "#kit/states.tsx";
import { type Column, DataTable, FILLS } from "#kit/table.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { sumsText } from "./money.ts";
import { monthIn, usageInput } from "./operator-queries.ts";
import { PricesCard } from "./prices-card.tsx";

type Usage = ConsoleOutputs["operator"]["usage"];
type Bill = Usage["tenants"][number];

const MONTHS = 24;

const startOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** The newest UTC months, the present one first. */
const monthChoices = (now: Date): { value: string; label: string }[] =>
  Array.from({ length: MONTHS }, (_, back) => {
    const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    return { value: start.toISOString().slice(0, 7), label: monthText(start) };
  });

const COLUMNS: readonly Column<Bill>[] = [
  {
    id: "tenant",
    name: "Tenant",
    className: FILLS,
    sortBy: ({ tenantName }) => tenantName.toLowerCase(),
    cell: ({ tenantId, tenantName, isActive, plan, used, amountDue, currency }) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="flex min-w-0 items-center gap-2">
          <Link href={operatorTenantPath(tenantId)} prefetch={false} className="font-medium">
            <LongText text={tenantName} />
          </Link>
          {!isActive && <Badge tone="danger">Closed</Badge>}
        </span>
        <span className="text-xs text-soft sm:hidden">
          {planName(plan)} · {wholeText(used)} live · {moneyText(amountDue, currency)}
        </span>
      </span>
    ),
  },
  {
    id: "plan",
    name: "Plan",
    className: "hidden sm:table-cell",
    sortBy: ({ plan }) => plan,
    cell: ({ plan }) => planName(plan),
  },
  {
    id: "used",
    name: "Live",
    className: "hidden text-right tabular sm:table-cell",
    sortBy: ({ used }) => -used,
    cell: ({ used }) => wholeText(used),
  },
  {
    id: "overage",
    name: "Overage",
    className: "hidden text-right tabular md:table-cell",
    sortBy: ({ overage }) => -overage,
    cell: ({ overage }) => wholeText(overage),
  },
  {
    id: "test",
    name: "Test",
    className: "hidden text-right tabular lg:table-cell",
    sortBy: ({ test }) => -test,
    cell: ({ test }) => wholeText(test),
  },
  {
    id: "due",
    name: "Due",
    className: "hidden text-right tabular sm:table-cell",
    sortBy: ({ amountDue }) => -amountDue,
    cell: ({ amountDue, currency }) => moneyText(amountDue, currency),
  },
  {
    id: "final",
    name: "Statement",
    className: "hidden lg:table-cell",
    cell: ({ isFinal }) =>
      isFinal ? <Badge tone="ok">Final</Badge> : <span className="text-soft">So far</span>,
  },
];

const HEAD = [
  "tenant_id",
  "tenant",
  "plan",
  "live",
  "overage",
  "test",
  "amount_due_minor",
  "currency",
  "final",
];

/** The listed tenants as CSV, in minor units, so that no rounding comes between. */
const usageCsv = (bills: readonly Bill[]): string =>
  [
    HEAD,
    ...bills.map(({ tenantId, tenantName, plan, used, overage, test, amountDue, currency, isFinal }) => [
      tenantId,
      tenantName,
      plan,
      used,
      overage,
      test,
      amountDue,
      currency,
      isFinal ? "yes" : "no",
    ]),
  ]
    .map(csvLine)
    .join("");

const UsageView = ({ data: { totals, tenants, isFinal } }: { data: Usage }) => (
  <>
    <StatRow>
      <StatTile
        name="Due"
        value={sumsText(totals.amounts.map(({ currency, amountDue }) => ({ currency, amount: amountDue })))}
        note={isFinal ? "final statements" : "so far"}
      />
      <StatTile name="Live" value={wholeText(totals.used)} note="verifications that count" />
      <StatTile name="Overage" value={wholeText(totals.overage)} note="beyond what prices include" />
      <StatTile
        name="Tenants"
        value={wholeText(totals.tenants)}
        note={`${wholeText(totals.test)} test, free`}
      />
    </StatRow>
    <Card
      title="By tenant"
      about={
        tenants.length < totals.tenants
          ? `The ${tenants.length} with the most to pay of ${wholeText(totals.tenants)}. The totals count all.`
          : "The most to pay first"
      }
      isFlush
    >
      {tenants.length === 0 ? (
        <EmptyState icon={Banknote} title="No tenant existed in this month">
          Choose a later month.
        </EmptyState>
      ) : (
        <DataTable
          label="Usage by tenant"
          columns={COLUMNS}
          rows={tenants}
          rowId={({ tenantId }) => tenantId}
        />
      )}
    </Card>
  </>
);

/** What all tenants used and owe in a UTC month, and what plans cost. */
export const OperatorUsageScreen = () => {
  const [url, setUrl] = useUrlState();
  const query = (name: string) => url.get(name);
  const month = monthIn(query);
  const usage = useQuery({
    ...useTRPC().operator.usage.queryOptions(usageInput(query)),
    placeholderData: keepPreviousData,
  });
  const { data } = usage;
  const choices = monthChoices(new Date());
  const [present] = choices;
  return (
    <>
      <PageHeader
        title="Usage and money"
        about="Months are UTC. A month that is over has final statements; the present one is counted by today’s plans and prices."
        actions={
          <>
            <Select
              aria-label="Month"
              value={month}
              options={
                choices.some(({ value }) => value === month)
                  ? choices
                  : [...choices, { value: month, label: monthText(startOf(month)) }]
              }
              onChange={({ target }) =>
                setUrl({ month: target.value === present?.value ? "" : target.value })
              }
            />
            <Button
              refusal={data ? null : "The numbers are still loading."}
              onClick={() =>
                data &&
                saveFile(new Blob([usageCsv(data.tenants)], { type: "text/csv" }), `usage-${data.month}.csv`)
              }
            >
              <Download size={15} aria-hidden="true" />
              Export CSV
            </Button>
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryView query={usage} skeleton={<CardsSkeleton />}>
          {(shown) => <UsageView data={shown} />}
        </QueryView>
        <PricesCard />
      </div>
    </>
  );
};
