"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Waypoints } from "lucide-react";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useNewest, useUrlState } from "#console/client/use-newest.ts";
import { useAccess } from "#console/shell/access.tsx";
import { FilterBar } from "#kit/filters.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { LoadMore, TableSkeleton } from "#kit/table.tsx";
import { AUDIT_ROWS, auditFilters, auditInput, auditOptions } from "./audit-filters.ts";
import { AuditTable } from "./audit-table.tsx";

export const AuditScreen = () => {
  const { tenantId } = useAccess();
  const trpc = useTRPC();
  const [url, setUrl] = useUrlState();
  const input = auditInput((name) => url.get(name));
  const isFiltered = Object.keys(input).length > 1;
  const members = useQuery(trpc.members.list.queryOptions());
  const client = useTRPCClient();
  const options = auditOptions(trpc, input);
  const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  useNewest(options.queryKey, AUDIT_ROWS, () => client.reports.audit.query(input));
  return (
    <>
      <PageHeader
        title="Audit trail"
        about="Every change in this tenant and the person who made it. A change and its entry are saved together, or not at all."
      />
      <FilterBar
        label="Filter the audit trail"
        filters={auditFilters(members.data?.members ?? [])}
        query={url}
        onChange={setUrl}
      />
      <Card isFlush>
        <QueryView query={query} skeleton={<TableSkeleton rows={8} />}>
          {({ pages }) => {
            const entries = pages.flatMap((page) => page.entries);
            return entries.length === 0 ? (
              <EmptyState
                icon={Waypoints}
                title={isFiltered ? "Nothing matches these filters" : "Nothing has been changed yet"}
              >
                {isFiltered
                  ? "Choose another person or another kind of action."
                  : "Changes to keys, members, settings and webhooks appear here immediately."}
              </EmptyState>
            ) : (
              <AuditTable
                tenantId={tenantId}
                entries={entries}
                footer={<LoadMore query={query} shown={entries.length} noun="entries" />}
              />
            );
          }}
        </QueryView>
      </Card>
    </>
  );
};
