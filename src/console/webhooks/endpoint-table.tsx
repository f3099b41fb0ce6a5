"use client";
import { useMemo } from "react";
import { endpointPath } from "#console/shell/paths.ts";
import { ModeBadge } from "#console/words/badges.tsx";
import { Badge } from "#kit/badge.tsx";
import { Link } from "#kit/link.tsx";
import { LongText } from "#kit/page-layout.tsx";
import { type Column, DataTable, FILLS } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { eventsText } from "./delivery-table.tsx";

export type EndpointSummary = ConsoleOutputs["webhooks"]["endpoints"][number];

export const EndpointState = ({ isEnabled, failingSince }: EndpointSummary) => {
  if (!isEnabled) return <Badge tone="neutral">Off</Badge>;
  return failingSince ? (
    <span className="flex items-center gap-2">
      <Badge tone="danger">Failing</Badge>
      <span className="hidden text-xs text-soft md:inline">
        since <Time at={failingSince} as="relative" />
      </span>
    </span>
  ) : (
    <Badge tone="ok">On</Badge>
  );
};

const columnsFor = (tenantId: string): Column<EndpointSummary>[] => [
  {
    id: "url",
    name: "Address",
    className: FILLS,
    sortBy: ({ url }) => url,
    cell: ({ id, url, description }) => (
      <span className="grid leading-snug">
        <Link
          href={endpointPath(tenantId, id)}
          className="cover-link focus-inset font-medium text-ink no-underline"
        >
          <LongText text={url} />
        </Link>
        {description && <LongText text={description} className="text-xs text-soft" />}
      </span>
    ),
  },
  {
    id: "events",
    name: "Events",
    className: "hidden md:table-cell whitespace-nowrap",
    cell: ({ events }) => eventsText(events),
  },
  {
    id: "modes",
    name: "Modes",
    className: "hidden sm:table-cell",
    cell: ({ modes }) => (
      <span className="flex gap-1">
        {modes.map((mode) => (
          <ModeBadge key={mode} mode={mode} />
        ))}
      </span>
    ),
  },
  {
    id: "state",
    name: "State",
    sortBy: ({ isEnabled, failingSince }) => (isEnabled ? (failingSince ? 0 : 1) : 2),
    cell: (endpoint) => <EndpointState {...endpoint} />,
  },
  {
    id: "created",
    name: "Created",
    className: "hidden lg:table-cell text-right",
    sortBy: ({ createdAt }) => -createdAt.getTime(),
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

export const EndpointTable = ({
  tenantId,
  endpoints,
}: {
  tenantId: string;
  endpoints: readonly EndpointSummary[];
}) => {
  const columns = useMemo(() => columnsFor(tenantId), [tenantId]);
  return <DataTable label="Webhook endpoints" columns={columns} rows={endpoints} rowId={({ id }) => id} />;
};
