"use client";
import Link from "next/link";
import { type ReactNode, useMemo } from "react";
import type { Column } from "../../kit/column.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { Time } from "../../kit/time.tsx";
import { deliveryPath } from "../paths.ts";
import { answerText } from "./answer-text.ts";
import { DeliveryBadge } from "./delivery-badge.tsx";
import type { DeliveryGlance } from "./delivery-glance.ts";

type Props = {
  tenantId: string;
  deliveries: readonly DeliveryGlance[];
  /** Where an endpoint's deliveries go, by its id; null where that need not be said. */
  addressOf: ((endpointId: string) => string) | null;
  footer?: ReactNode;
};

const columnsFor = (tenantId: string, addressOf: Props["addressOf"]): Column<DeliveryGlance>[] => [
  { id: "status", name: "State", className: "w-28", cell: ({ status }) => <DeliveryBadge status={status} /> },
  {
    id: "event",
    name: "Event",
    cell: ({ id, event }) => (
      <Link
        href={deliveryPath(tenantId, id)}
        prefetch={false}
        className="cover-link focus-inset font-medium text-ink no-underline"
      >
        <span className="sr-only sm:not-sr-only">verification.</span>
        {event.replace("verification.", "")}
      </Link>
    ),
  },
  ...(addressOf
    ? [
        {
          id: "endpoint",
          name: "Endpoint",
          className: "hidden md:table-cell max-w-64",
          cell: ({ endpointId }: DeliveryGlance) => (
            <span className="block truncate text-soft">{addressOf(endpointId)}</span>
          ),
        },
      ]
    : []),
  {
    id: "answer",
    name: "Last answer",
    className: "hidden sm:table-cell",
    cell: ({ lastStatus, lastCode, attempt }) => (
      <span className="whitespace-nowrap">
        {answerText(lastStatus, lastCode)}
        {attempt > 1 && <span className="text-xs text-soft"> after {attempt} attempts</span>}
      </span>
    ),
  },
  {
    id: "created",
    name: "Created",
    className: "w-32 text-right",
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

export const DeliveryTable = ({ tenantId, deliveries, addressOf, footer }: Props) => {
  const columns = useMemo(() => columnsFor(tenantId, addressOf), [tenantId, addressOf]);
  return (
    <DataTable
      label="Deliveries, newest first"
      columns={columns}
      rows={deliveries}
      rowId={({ id }) => id}
      footer={footer}
    />
  );
};
