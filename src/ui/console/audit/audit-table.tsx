"use client";
import { type ReactNode, useMemo } from "react";
import type { Column } from "../../kit/column.ts";
import { DataTable } from "../../kit/data-table.tsx";
import { Link } from "../../kit/link.tsx";
import { Time } from "../../kit/time.tsx";
import { requestPath } from "../paths.ts";
import { AuditChanges } from "./audit-changes.tsx";
import type { AuditGlance } from "./audit-glance.ts";
import { AuditTarget } from "./audit-target.tsx";
import { actionText, actorId, actorText } from "./audit-words.ts";

type Props = { tenantId: string; entries: readonly AuditGlance[]; footer?: ReactNode };

const columnsFor = (tenantId: string): Column<AuditGlance>[] => [
  {
    id: "action",
    name: "What",
    cell: ({ action, actor, actorName }) => (
      <span className="grid leading-snug">
        <span className="font-medium">{actionText(action)}</span>
        <span className="text-xs text-soft sm:hidden">{actorText(actor, actorName)}</span>
      </span>
    ),
  },
  {
    id: "actor",
    name: "Who",
    className: "hidden sm:table-cell max-w-44",
    cell: ({ actor, actorName }) => {
      const id = actorId(actor, actorName);
      return (
        <span className="grid leading-snug">
          <span className="truncate">{actorText(actor, actorName)}</span>
          {id && (
            <code title={id} className="truncate text-2xs text-soft">
              {id}
            </code>
          )}
        </span>
      );
    },
  },
  {
    id: "target",
    name: "Target",
    className: "hidden md:table-cell max-w-44",
    cell: ({ target, targetName }) => <AuditTarget tenantId={tenantId} target={target} name={targetName} />,
  },
  {
    id: "changes",
    name: "Change",
    className: "hidden lg:table-cell max-w-64",
    cell: ({ changes }) => <AuditChanges changes={changes} />,
  },
  {
    id: "request",
    name: "Request",
    className: "hidden xl:table-cell",
    // Only the API's calls are in the log: a console's own has no page there.
    cell: ({ requestId, actor }) =>
      actor.startsWith("tenant:") ? (
        <Link
          href={requestPath(tenantId, requestId)}
          prefetch={false}
          title={requestId}
          className="font-mono text-xs whitespace-nowrap"
        >
          …{requestId.slice(-8)}
        </Link>
      ) : (
        <code title={requestId} className="text-xs whitespace-nowrap text-soft">
          …{requestId.slice(-8)}
        </code>
      ),
  },
  { id: "at", name: "When", className: "w-32 text-right", cell: ({ at }) => <Time at={at} /> },
];

/** What was done, newest first. */
export const AuditTable = ({ tenantId, entries, footer }: Props) => {
  const columns = useMemo(() => columnsFor(tenantId), [tenantId]);
  return (
    <DataTable
      label="Audit trail, newest first"
      columns={columns}
      rows={entries}
      rowId={({ id }) => id}
      footer={footer}
    />
  );
};
