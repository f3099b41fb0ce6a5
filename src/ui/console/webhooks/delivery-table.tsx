"use client";
import { type ReactNode, useMemo } from "react";
import type { Column } from "../../kit/column.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { Link } from "../../kit/link.tsx";
import { LongText } from "../../kit/long-text.tsx";
import { durationText } from "../../kit/number-format.ts";
import { Time } from "../../kit/time.tsx";
import { deliveryPath, verificationPath } from "../paths.ts";
import { ShortId } from "../verifications/verification-link.tsx";
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
    className: "whitespace-nowrap",
    cell: ({ id, event }) => (
      <Link
        href={deliveryPath(tenantId, id)}
        prefetch={false}
        className="cover-link focus-inset font-medium text-ink no-underline"
      >
        <span className="sr-only sm:not-sr-only sm:whitespace-nowrap">verification.</span>
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
            <LongText text={addressOf(endpointId)} className="text-soft" />
          ),
        },
      ]
    : []),
  {
    id: "verification",
    name: "Verification",
    className: "hidden lg:table-cell",
    cell: ({ verificationId }) => (
      <Link
        href={verificationPath(tenantId, verificationId)}
        prefetch={false}
        title={verificationId}
        className="relative font-mono text-xs whitespace-nowrap text-soft"
      >
        <ShortId id={verificationId} />
      </Link>
    ),
  },
  {
    id: "answer",
    name: "Last response",
    className: "hidden min-w-36 sm:table-cell",
    cell: ({ lastStatus, lastCode }) => (
      <span className="wrap-anywhere">{answerText(lastStatus, lastCode)}</span>
    ),
  },
  {
    id: "attempts",
    name: "Attempts",
    className: "hidden md:table-cell w-20 text-right tabular",
    cell: ({ attempt }) => attempt,
  },
  {
    id: "took",
    name: "Took",
    className: "hidden lg:table-cell w-20 text-right whitespace-nowrap tabular",
    cell: ({ lastDurationMs }) => (lastDurationMs === null ? "–" : durationText(lastDurationMs)),
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
