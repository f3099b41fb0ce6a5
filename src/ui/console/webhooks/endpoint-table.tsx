"use client";
import { useMemo } from "react";
import { type Column, FILLS } from "../../kit/column.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { Link } from "../../kit/link.tsx";
import { LongText } from "../../kit/long-text.tsx";
import { Time } from "../../kit/time.tsx";
import { endpointPath } from "../paths.ts";
import { ModeBadge } from "../words/mode-badge.tsx";
import type { EndpointGlance } from "./endpoint-glance.ts";
import { EndpointState } from "./endpoint-state.tsx";
import { eventsText } from "./event-words.ts";

const columnsFor = (tenantId: string): Column<EndpointGlance>[] => [
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
  endpoints: readonly EndpointGlance[];
}) => {
  const columns = useMemo(() => columnsFor(tenantId), [tenantId]);
  return <DataTable label="Webhook endpoints" columns={columns} rows={endpoints} rowId={({ id }) => id} />;
};
