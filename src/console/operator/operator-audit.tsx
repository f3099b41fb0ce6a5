"use client";
import { Waypoints } from "lucide-react";
import { AuditChanges } from "#console/audit/audit-table.tsx";
import { actionText, actorId, actorText, changeTexts } from "#console/audit/audit-words.ts";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { NewestList } from "#console/client/newest-list.tsx";
import { operatorTenantPath } from "#console/client/paths.ts";
import { useUrlState } from "#console/client/use-url-state.ts";
import { shortId } from "#console/verifications/verification-table.tsx";
import { FilterBar } from "#kit/filters.tsx";
import { Link } from "#kit/link.tsx";
import { DASH, LongText, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import type { Column } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import {
  OPERATOR_AUDIT_FILTERS,
  operatorAuditInput,
  operatorAuditOptions,
} from "./operator-audit-filters.ts";

type Entry = ConsoleOutputs["operator"]["audit"]["entries"][number];

const TenantOf = ({ tenant }: Pick<Entry, "tenant">) =>
  tenant === null ? (
    <span className="text-soft">This deployment</span>
  ) : (
    <Link href={operatorTenantPath(tenant.id)} prefetch={false} title={tenant.id} className="block truncate">
      {tenant.name ?? shortId(tenant.id)}
    </Link>
  );

/** The actor by name, and by id if there is no name. */
const Who = ({ actor, actorName }: Pick<Entry, "actor" | "actorName">) => {
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
};

/** The operator’s trail; `tenant` is left out where the page is about one. */
export const operatorAuditColumns = (hasTenant: boolean): readonly Column<Entry>[] => [
  {
    id: "action",
    name: "What",
    className: "w-full max-w-0 xl:w-auto xl:max-w-none",
    cell: ({ action, actor, actorName, tenant, target, targetName, changes }) => (
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 leading-snug">
        <span className="font-medium">{actionText(action)}</span>
        {target !== tenant?.id && (
          <LongText text={targetName ?? target} lines={1} className="text-xs text-soft" />
        )}
        <span className="text-xs text-soft sm:hidden">{actorText(actor, actorName)}</span>
        {hasTenant && (
          <span className="text-xs md:hidden print:hidden">
            <TenantOf tenant={tenant} />
          </span>
        )}
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
    cell: (entry) => <Who actor={entry.actor} actorName={entry.actorName} />,
  },
  ...(hasTenant
    ? [
        {
          id: "tenant",
          name: "Tenant",
          className: "hidden md:table-cell print:table-cell max-w-44",
          cell: (entry: Entry) => <TenantOf tenant={entry.tenant} />,
        },
      ]
    : []),
  {
    id: "changes",
    name: "Change",
    className: "hidden xl:table-cell print:table-cell max-w-64",
    cell: ({ changes }) => (changeTexts(changes).length > 0 ? <AuditChanges changes={changes} /> : DASH),
  },
  { id: "at", name: "When", className: "w-32 text-right", cell: ({ at }) => <Time at={at} /> },
];

const COLUMNS = operatorAuditColumns(true);

/** What operators and admin keys did, in every tenant and in the deployment. */
export const OperatorAuditScreen = () => {
  const trpc = useTRPC();
  const [url, setUrl] = useUrlState();
  const input = operatorAuditInput((name) => url.get(name));
  const { limit: _all, ...filter } = input;
  const isFiltered = Object.keys(filter).length > 0;
  const client = useTRPCClient();
  return (
    <>
      <PageHeader
        title="Audit trail"
        about="What operators and admin keys did. Each entry about a tenant is in that tenant’s own trail too."
      />
      <FilterBar
        label="Filter the audit trail"
        filters={OPERATOR_AUDIT_FILTERS}
        query={url}
        input={operatorAuditInput}
        onChange={setUrl}
      />
      <NewestList
        options={operatorAuditOptions(trpc, input)}
        read={() => client.operator.audit.query(input)}
        name="entries"
        rowId={({ id }) => id}
        label="Audit trail, newest first"
        noun="entries"
        columns={COLUMNS}
        skeletonRows={8}
        empty={
          <EmptyState
            icon={Waypoints}
            title={isFiltered ? "Nothing matches these filters" : "No operator has changed anything yet"}
          >
            {isFiltered
              ? "Choose another kind of action, other days or another tenant."
              : "What you change on these pages appears here immediately."}
          </EmptyState>
        }
      />
    </>
  );
};
