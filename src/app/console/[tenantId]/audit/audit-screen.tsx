"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Waypoints } from "lucide-react";
import { useAccess } from "#ui/console/access.tsx";
import { AuditFilters } from "#ui/console/audit/audit-filters.tsx";
import { AuditTable } from "#ui/console/audit/audit-table.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { useUrlState } from "#ui/console/use-url-state.ts";
import { Card } from "#ui/kit/card.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { LoadMore } from "#ui/kit/load-more.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { useTRPC, useTRPCClient } from "../../client/trpc.ts";
import { useNewest } from "../../client/use-newest.ts";
import { AUDIT_ROWS, auditInput, auditOptions } from "./audit-input.ts";

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
        about="Who changed what in this tenant. Each entry is written together with its change, or neither is."
      />
      <AuditFilters
        texts={{
          actor: input.actor ?? "",
          action: input.action ?? "",
          from: input.from ?? "",
          to: input.to ?? "",
        }}
        members={members.data?.members ?? []}
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
                  ? "Choose another person, or another kind of action."
                  : "Keys, members, settings, webhooks: the first change will be here at once."}
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
