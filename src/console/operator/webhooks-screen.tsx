"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { Badge } from "#kit/badge.tsx";
import { durationText, wholeText } from "#kit/format.ts";
import { List } from "#kit/list.tsx";
import { Card, PageHeader, StatRow, StatTile } from "#kit/page-layout.tsx";
import { CardsSkeleton, EmptyState } from "#kit/states.tsx";
import { type Column, FILLS } from "#kit/table.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { TenantName, timeColumn } from "./columns.tsx";
import { webhooksInput } from "./operator-queries.ts";
import { useListed } from "./use-listed.ts";

type Webhooks = ConsoleOutputs["operator"]["webhooks"];
type Endpoint = Webhooks["endpoints"][number];
type Backlog = Webhooks["backlog"][number];

const ENDPOINTS: readonly Column<Endpoint>[] = [
  {
    id: "tenant",
    name: "Tenant",
    className: FILLS,
    cell: (endpoint) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <TenantName {...endpoint} />
        <code className="truncate text-xs text-soft">{endpoint.host}</code>
        <code className="truncate text-2xs text-soft">{endpoint.endpointId}</code>
      </span>
    ),
  },
  {
    id: "state",
    name: "State",
    cell: ({ isEnabled }) =>
      isEnabled ? <Badge tone="warn">Failing</Badge> : <Badge tone="danger">Switched off</Badge>,
  },
  timeColumn("since", "Failing since", "sm", ({ failingSince }) => failingSince, "relative"),
];

const BACKLOG: readonly Column<Backlog>[] = [
  { id: "tenant", name: "Tenant", className: FILLS, cell: (row) => <TenantName {...row} /> },
  {
    id: "pending",
    name: "Waiting",
    className: "text-right tabular",
    sortBy: ({ pending }) => -pending,
    cell: ({ pending }) => wholeText(pending),
  },
  timeColumn("oldest", "Oldest due", "sm", ({ oldestDueAt }) => oldestDueAt, "relative"),
];

const RESULTS: Readonly<Record<string, string>> = {
  ok: "Delivered",
  status: "Other status",
  dns: "Name not found",
  tls: "TLS failed",
  timeout: "No answer in time",
  connection: "No connection",
  blocked: "Address not allowed",
};

const Attempts = ({ attempts }: Pick<Webhooks, "attempts">) => (
  <Card title="Attempts by result" about="Since this deployment was set up">
    {Object.keys(attempts).length === 0 ? (
      <p className="text-sm text-soft">No webhook has been sent yet.</p>
    ) : (
      <dl className="grid grid-cols-2 gap-3 text-sm sm:grid-cols-4">
        {Object.entries(attempts).map(([result, count]) => (
          <div key={result}>
            <dt className="text-xs text-soft">{RESULTS[result] ?? result}</dt>
            <dd className="font-semibold tabular">{wholeText(count)}</dd>
          </div>
        ))}
      </dl>
    )}
  </Card>
);

type ViewProps = { data: Webhooks; isBusy: boolean; onMore: { endpoints: () => void; backlog: () => void } };

const WebhooksView = ({ data, isBusy, onMore }: ViewProps) => {
  const { queue, attempts, backlog, endpoints, totals } = data;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <StatRow>
        <StatTile name="Waiting" value={wholeText(queue.depth)} note="deliveries of all tenants" />
        <StatTile
          name="Oldest due"
          value={queue.oldestDueAt === null ? "None" : durationText(queue.waitingSeconds * 1000)}
          note={queue.oldestDueAt === null ? "nothing is late" : "it has waited since it was due"}
        />
        <StatTile name="Failing" value={wholeText(totals.failing)} note="endpoints that are still tried" />
        <StatTile name="Switched off" value={wholeText(totals.off)} note="endpoints" />
      </StatRow>
      <Card title="Endpoints in trouble" about="Those that have failed longest come first" isFlush>
        <List
          label="Endpoints in trouble"
          columns={ENDPOINTS}
          rows={endpoints}
          rowId={({ endpointId }) => endpointId}
          end={{ noun: "endpoints", total: totals.failing + totals.off, isBusy, onMore: onMore.endpoints }}
          empty={<EmptyState icon={CircleCheck} title="Every endpoint takes its webhooks" />}
        />
      </Card>
      <Card title="Backlog by tenant" about="Those that have waited longest come first" isFlush>
        <List
          label="Backlog by tenant"
          columns={BACKLOG}
          rows={backlog}
          rowId={({ tenantId }) => tenantId}
          end={{ noun: "tenants", total: totals.backlog, isBusy, onMore: onMore.backlog }}
          empty={<EmptyState icon={CircleCheck} title="Nothing waits" />}
        />
      </Card>
      <Attempts attempts={attempts} />
    </div>
  );
};

/** What waits to be delivered and what cannot be, over all tenants. */
export const OperatorWebhooksScreen = () => {
  const [endpoints, backlog] = [useListed(), useListed()];
  const query = useQuery({
    ...useTRPC().operator.webhooks.queryOptions(webhooksInput(endpoints.limit, backlog.limit)),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Webhooks"
        about="What waits to be delivered, and the endpoints that do not take it. Of an address only the host is shown: a path can hold a tenant’s secret."
      />
      <QueryView query={query} skeleton={<CardsSkeleton />}>
        {(data) => (
          <WebhooksView
            data={data}
            isBusy={query.isPlaceholderData}
            onMore={{ endpoints: endpoints.onMore, backlog: backlog.onMore }}
          />
        )}
      </QueryView>
    </>
  );
};
