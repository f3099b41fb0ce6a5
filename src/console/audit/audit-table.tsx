"use client";
import { TenantLink, useAccess } from "#console/client/access.tsx";
import {
  auditEntryPath,
  deliveryPath,
  endpointPath,
  policyVersionPath,
  requestPath,
  verificationPath,
} from "#console/client/paths.ts";
import { shortId } from "#console/verifications/verification-table.tsx";
import { DASH } from "#kit/page-layout.tsx";
import type { Column } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { actionText, actorId, actorKind, actorText, type ChangeText, changeTexts } from "./audit-words.ts";

const MOST = 4;
const CHARACTERS = 40;

type ChangeLinesProps = { texts: readonly ChangeText[]; className: string };

const ChangeLines = ({ texts, className }: ChangeLinesProps) => (
  <span className="grid text-xs leading-snug">
    {texts.map(({ name, value }) => (
      <span key={name} className={className}>
        {name && <span className="text-soft">{name} </span>}
        {value}
      </span>
    ))}
  </span>
);

/** The changed values by name; long ones can be opened. */
export const AuditChanges = ({ changes }: { changes: unknown }) => {
  const texts = changeTexts(changes);
  if (texts.length === 0) return DASH;
  const isLong =
    texts.length > MOST || texts.some(({ name, value }) => name.length + value.length > CHARACTERS);
  if (!isLong) return <ChangeLines texts={texts} className="truncate" />;
  return (
    <>
      <details className="group relative z-10 text-xs print:hidden">
        <summary className="focus-inset cursor-pointer list-none">
          <span className="group-open:hidden">
            <ChangeLines texts={texts.slice(0, MOST)} className="truncate" />
          </span>
          <span className="text-accent underline group-open:hidden">Show all</span>
          <span className="hidden text-accent underline group-open:inline">Show less</span>
        </summary>
        <ChangeLines texts={texts} className="break-words whitespace-normal" />
      </details>
      <span className="hidden print:block">
        <ChangeLines texts={texts} className="break-words whitespace-normal" />
      </span>
    </>
  );
};

type AuditSummary = ConsoleOutputs["reports"]["audit"]["entries"][number];

const PATHS = [
  { prefix: "ver_", path: verificationPath },
  { prefix: "whe_", path: endpointPath },
  { prefix: "dlv_", path: deliveryPath },
  { prefix: "pol_", path: policyVersionPath },
] as const;

type AuditTargetProps = { target: string; name: string | null };

/** The target of an action, linked to its page if it has one. */
export const AuditTarget = ({ target, name }: AuditTargetProps) => {
  if (target === useAccess().tenantId) return <span className="text-soft">This tenant</span>;
  const path = PATHS.find(({ prefix }) => target.startsWith(prefix))?.path;
  return path ? (
    <TenantLink
      to={path}
      of={target}
      prefetch={false}
      title={target}
      className={`relative block truncate ${name === null ? "font-mono text-xs" : ""}`}
    >
      {name ?? shortId(target)}
    </TenantLink>
  ) : (
    <span title={target} className={`block truncate ${name === null ? "font-mono text-xs text-soft" : ""}`}>
      {name ?? shortId(target)}
    </span>
  );
};

export const AUDIT_COLUMNS: readonly Column<AuditSummary>[] = [
  {
    id: "action",
    name: "What",
    className: "w-full max-w-0 xl:w-auto xl:max-w-none",
    // Facts without a column on narrow screens appear here: an auditor on a phone needs them too.
    cell: ({ id, action, actor, actorName, keyMaker, target, targetName, changes }) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 leading-snug">
        <TenantLink
          to={auditEntryPath}
          of={id}
          prefetch={false}
          className="cover-link focus-inset font-medium text-ink no-underline"
        >
          {actionText(action)}
        </TenantLink>
        <span className="text-xs text-soft sm:hidden">{actorText(actor, actorName)}</span>
        <span className="text-2xs text-soft sm:hidden">{actorKind(actor, keyMaker)}</span>
        <span className="text-xs md:hidden print:hidden">
          <AuditTarget target={target} name={targetName} />
        </span>
        {changeTexts(changes).length > 0 && (
          <span className="xl:hidden print:hidden">
            <AuditChanges changes={changes} />
          </span>
        )}
      </span>
    ),
  },
  {
    id: "actor",
    name: "Who",
    className: "hidden sm:table-cell max-w-44",
    cell: ({ actor, actorName, keyMaker }) => {
      const id = actorId(actor, actorName);
      return (
        <span className="grid leading-snug">
          <span className="truncate">{actorText(actor, actorName)}</span>
          <span className="text-2xs break-words text-soft">{actorKind(actor, keyMaker)}</span>
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
    className: "hidden md:table-cell print:table-cell max-w-44",
    cell: ({ target, targetName }) => <AuditTarget target={target} name={targetName} />,
  },
  {
    id: "changes",
    name: "Change",
    className: "hidden xl:table-cell print:table-cell max-w-64",
    cell: ({ changes }) => <AuditChanges changes={changes} />,
  },
  {
    id: "request",
    name: "Request",
    className: "hidden xl:table-cell",
    // Only API calls are logged; the console's own calls have no page.
    cell: ({ requestId, actor }) =>
      actor.startsWith("tenant:") ? (
        <TenantLink
          to={requestPath}
          of={requestId}
          prefetch={false}
          title={requestId}
          className="relative font-mono text-xs whitespace-nowrap"
        >
          …{requestId.slice(-8)}
        </TenantLink>
      ) : (
        <code title={requestId} className="text-xs whitespace-nowrap text-soft">
          …{requestId.slice(-8)}
        </code>
      ),
  },
  { id: "at", name: "When", className: "w-32 text-right", cell: ({ at }) => <Time at={at} /> },
];
