"use client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Banknote, Download } from "lucide-react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { exportUsage } from "#console/session/access-token.ts";
import { planName } from "#console/words/words.ts";
import { monthName, monthNamed } from "#core/day.ts";
import { Badge } from "#kit/badge.tsx";
import { Button } from "#kit/button.tsx";
import { serviceDate } from "#kit/clock/service-time.ts";
import { Select } from "#kit/fields.tsx";
import { moneyText, monthText, wholeText } from "#kit/format.ts";
import { List } from "#kit/list.tsx";
import { Card, PageHeader, StatRow, StatTile } from "#kit/page-layout.tsx";
import { CardsSkeleton, EmptyState } from "#kit/states.tsx";
import { type Column, FILLS } from "#kit/table.tsx";
import { toast } from "#kit/toast.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { countColumn, TenantName } from "./columns.tsx";
import { sumsText } from "./money.ts";
import { monthIn, usageInput } from "./operator-queries.ts";
import { PricesCard } from "./prices-card.tsx";
import { useListed } from "./use-listed.ts";

type Usage = ConsoleOutputs["operator"]["usage"];
type Bill = Usage["tenants"][number];

const MONTHS = 24;

/** The newest UTC months, the present one first. */
const monthChoices = (now: Date): { value: string; label: string }[] =>
  Array.from({ length: MONTHS }, (_, back) => {
    const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1));
    return { value: monthName(start), label: monthText(start) };
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
          <TenantName tenantId={tenantId} tenantName={tenantName} />
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
  countColumn("used", "Live", "sm", ({ used }) => used),
  countColumn("overage", "Overage", "md", ({ overage }) => overage),
  countColumn("test", "Test", "xl", ({ test }) => test),
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
    className: "hidden xl:table-cell",
    cell: ({ isFinal }) =>
      isFinal ? <Badge tone="ok">Final</Badge> : <span className="text-soft">So far</span>,
  },
];

type ViewProps = { data: Usage; isBusy: boolean; onMore: () => void };

const UsageView = ({ data: { totals, tenants, isFinal }, isBusy, onMore }: ViewProps) => (
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
          ? "The most to pay first. The totals above and the CSV cover all tenants."
          : "The most to pay first"
      }
      isFlush
    >
      <List
        label="Usage by tenant"
        columns={COLUMNS}
        rows={tenants}
        rowId={({ tenantId }) => tenantId}
        end={{ noun: "tenants", total: totals.tenants, isBusy, onMore }}
        empty={
          <EmptyState icon={Banknote} title="No tenant existed in this month">
            Choose a later month.
          </EmptyState>
        }
      />
    </Card>
  </>
);

/** What all tenants used and owe in a UTC month, and what plans cost. */
export const OperatorUsageScreen = () => {
  const [url, setUrl] = useUrlState();
  const query = (name: string) => url.get(name);
  const month = monthIn(query);
  const { limit, onMore } = useListed();
  const file = useMutation({
    mutationFn: () => exportUsage(month),
    onSuccess: (name) => toast.done("Exported", `${name} is in your downloads.`),
    onError: (error) => toast.failed("The export failed", error.message),
  });
  const usage = useQuery({
    ...useTRPC().operator.usage.queryOptions(usageInput(query, limit)),
    placeholderData: keepPreviousData,
  });
  const choices = monthChoices(serviceDate());
  const [present] = choices;
  return (
    <>
      <PageHeader
        title="Usage and money"
        about="Months are UTC. A month that is over has final statements; the current one uses today’s plans and prices."
        actions={
          <>
            <Select
              aria-label="Month"
              value={month}
              options={
                choices.some(({ value }) => value === month)
                  ? choices
                  : [...choices, { value: month, label: monthText(monthNamed(month)) }]
              }
              onChange={({ target }) =>
                setUrl({ month: target.value === present?.value ? "" : target.value })
              }
            />
            <Button isBusy={file.isPending} onClick={() => file.mutate()}>
              {!file.isPending && <Download size={15} aria-hidden="true" />}
              Export CSV
            </Button>
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryView query={usage} skeleton={<CardsSkeleton />}>
          {(data) => <UsageView data={data} isBusy={usage.isPlaceholderData} onMore={onMore} />}
        </QueryView>
        <PricesCard />
      </div>
    </>
  );
};
