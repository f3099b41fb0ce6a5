"use client";
import { useQuery } from "@tanstack/react-query";
import { Waypoints } from "lucide-react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { ExportButton } from "#console/client/export-button.tsx";
import { NewestList } from "#console/client/newest-list.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { FilterBar } from "#kit/filters.tsx";
import { PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { auditFilters, auditInput, auditOptions } from "./audit-filters.ts";
import { AUDIT_COLUMNS } from "./audit-table.tsx";

export const AuditScreen = () => {
  const trpc = useTRPC();
  const { may } = useAccess();
  const [url, setUrl] = useUrlState();
  const input = auditInput((name) => url.get(name));
  const { limit: _all, ...filter } = input;
  const isFiltered = Object.keys(filter).length > 0;
  const members = useQuery(trpc.members.list.queryOptions());
  const keys = useQuery({ ...trpc.keys.list.queryOptions(), enabled: may("keys.read") });
  const client = useTRPCClient();
  return (
    <>
      <PageHeader
        title="Audit trail"
        about="Every change in this tenant and the person who made it. A change and its entry are saved together, or not at all."
        actions={
          <>
            <ExportButton list="audit-trail" permission="audit.read" filter={filter} />
            <ExportButton list="audit-lines" permission="audit.read" filter={filter} />
          </>
        }
      />
      <FilterBar
        label="Filter the audit trail"
        filters={auditFilters(members.data?.members ?? [], keys.data ?? [])}
        query={url}
        input={auditInput}
        onChange={setUrl}
      />
      <NewestList
        options={auditOptions(trpc, input)}
        read={() => client.reports.audit.query(input)}
        name="entries"
        rowId={({ id }) => id}
        label="Audit trail, newest first"
        noun="entries"
        columns={AUDIT_COLUMNS}
        skeletonRows={8}
        empty={
          <EmptyState
            icon={Waypoints}
            title={isFiltered ? "Nothing matches these filters" : "Nothing has been changed yet"}
          >
            {isFiltered
              ? "Choose another person or another kind of action."
              : "Changes to keys, members, settings and webhooks appear here immediately."}
          </EmptyState>
        }
      />
    </>
  );
};
