"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useNewest, useUrlState } from "#console/client/use-newest.ts";
import { useAccess } from "#console/shell/access.tsx";
import { FilterBar } from "#kit/filters.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { LoadMore, TableSkeleton } from "#kit/table.tsx";
import { LOG_FILTERS, LOG_ROWS, logsInput, logsOptions } from "./log-filters.ts";
import { LogTable } from "./log-table.tsx";

export const LogsScreen = () => {
  const { tenantId } = useAccess();
  const [url, setUrl] = useUrlState();
  const input = logsInput((name) => url.get(name));
  const isFiltered = Object.keys(input).length > 1;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const options = logsOptions(trpc, input);
  const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  useNewest(options.queryKey, LOG_ROWS, () => client.reports.logs.query(input));
  return (
    <>
      <PageHeader
        title="Logs"
        about="Your backend's API calls. Bodies, keys and query values are never logged."
      />
      <FilterBar label="Filter requests" filters={LOG_FILTERS} query={url} onChange={setUrl} />
      <Card isFlush>
        <QueryView query={query} skeleton={<TableSkeleton rows={10} />}>
          {({ pages }) => {
            const lines = pages.flatMap((page) => page.logs);
            return lines.length === 0 ? (
              <EmptyState
                icon={ScrollText}
                title={isFiltered ? "No requests match these filters" : "No requests yet"}
              >
                {isFiltered
                  ? "Logs are kept for a limited time. Older requests are deleted."
                  : "Your backend's first call appears here within seconds."}
              </EmptyState>
            ) : (
              <LogTable
                tenantId={tenantId}
                lines={lines}
                footer={<LoadMore query={query} shown={lines.length} noun="requests" />}
              />
            );
          }}
        </QueryView>
      </Card>
    </>
  );
};
