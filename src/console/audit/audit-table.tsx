"use client";
import { type ReactNode, useMemo } from "react";
import { deliveryPath, endpointPath, requestPath, verificationPath } from "#console/shell/paths.ts";
import { shortId } from "#console/verifications/verification-table.tsx";
import { Link } from "#kit/link.tsx";
import { type Column, DataTable } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { actionText, actorId, actorText, changeTexts } from "./audit-words.ts";

/** The changed values by name. */
export const AuditChanges = ({ changes }: { changes: unknown }) => {
  const texts = changeTexts(changes);
  if (texts.length === 0) return <span className="text-soft">–</span>;
  return (
    <span className="grid text-xs leading-snug">
      {texts.slice(0, 4).map(({ name, value }) => (
        <span key={name} title={value} className="truncate">
          {name && <span className="text-soft">{name} </span>}
          {value}
        </span>
      ))}
      {texts.length > 4 && <span className="text-soft">and {texts.length - 4} more</span>}
    </span>
  );
};

type AuditSummary = ConsoleOutputs["reports"]["audit"]["entries"][number];

const PATHS = [
  { prefix: "ver_", path: verificationPath },
  { prefix: "whe_", path: endpointPath },
  { prefix: "dlv_", path: deliveryPath },
] as const;

type AuditTargetProps = { tenantId: string; target: string; name: string | null };

/** The target of an action, linked to its page if it has one. */
export const AuditTarget = ({ tenantId, target, name }: AuditTargetProps) => {
  if (target === tenantId) return <span className="text-soft">This tenant</span>;
  const path = PATHS.find(({ prefix }) => target.startsWith(prefix))?.path;
  return path ? (
    <Link
      href={path(tenantId, target)}
      prefetch={false}
      title={target}
      className={`block truncate ${name === null ? "font-mono text-xs" : ""}`}
    >
      {name ?? shortId(target)}
    </Link>
  ) : (
    <span title={target} className={`block truncate ${name === null ? "font-mono text-xs text-soft" : ""}`}>
      {name ?? shortId(target)}
    </span>
  );
};

type AuditTableProps = { tenantId: string; entries: readonly AuditSummary[]; footer?: ReactNode };

const columnsFor = (tenantId: string): Column<AuditSummary>[] => [
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
    // Only API calls are logged; the console's own calls have no page.
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

/** Audit entries, newest first. */
export const AuditTable = ({ tenantId, entries, footer }: AuditTableProps) => {
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
