"use client";
import { TenantLink } from "#console/client/access.tsx";
import { endpointPath } from "#console/client/paths.ts";
import { ModeBadges } from "#console/words/badges.tsx";
import { Badge } from "#kit/badge.tsx";
import { AddressText, LongText } from "#kit/page-layout.tsx";
import { type Column, FILLS } from "#kit/table.tsx";
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

export const ENDPOINT_COLUMNS: readonly Column<EndpointSummary>[] = [
  {
    id: "url",
    name: "Address",
    className: FILLS,
    sortBy: ({ url }) => url,
    cell: ({ id, url, description }) => (
      <span className="grid leading-snug">
        <TenantLink
          to={endpointPath}
          of={id}
          className="cover-link focus-inset font-medium text-ink no-underline"
        >
          <AddressText text={url} />
        </TenantLink>
        {description && <LongText text={description} className="text-xs text-soft" />}
      </span>
    ),
  },
  {
    id: "events",
    name: "Events",
    className: "hidden md:table-cell print:table-cell whitespace-nowrap",
    cell: ({ events }) => eventsText(events),
  },
  {
    id: "modes",
    name: "Modes",
    className: "hidden sm:table-cell",
    cell: ({ modes }) => <ModeBadges modes={modes} />,
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
    className: "hidden lg:table-cell print:table-cell text-right",
    sortBy: ({ createdAt }) => -createdAt.getTime(),
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];
