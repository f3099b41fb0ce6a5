"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useAccess } from "#ui/console/access.tsx";
import { LogFilters } from "#ui/console/logs/log-filters.tsx";
import { LogTable } from "#ui/console/logs/log-table.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { useUrlState } from "#ui/console/use-url-state.ts";
import { Card } from "#ui/kit/card.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { LoadMore } from "#ui/kit/load-more.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { useTRPC, useTRPCClient } from "../../client/trpc.ts";
import { useNewest } from "../../client/use-newest.ts";
import { LOG_ROWS, logsInput, logsOptions } from "./logs-input.ts";

export const LogsScreen = () => {
  const { tenantId } = useAccess();
  const [url, setUrl] = useUrlState();
  const text = (name: string): string => url.get(name) ?? "";
  const input = logsInput((name) => url.get(name));
  const isFiltered = Object.keys(input).length > 1;
  const trpc = useTRPC();
  const client = useTRPCClient();
  const options = logsOptions(trpc, input);
  const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  useNewest(options.queryKey, LOG_ROWS, () => client.reports.logs.query(input));
  return (
    <>
      <PageHeader title="Logs" about="Your backend's calls. No body, no key and no query value is kept." />
      <LogFilters
        texts={{
          status: text("status"),
          method: text("method"),
          path: text("path"),
          requestId: text("requestId"),
          from: text("from"),
          to: text("to"),
        }}
        onChange={setUrl}
      />
      <Card isFlush>
        <QueryView query={query} skeleton={<TableSkeleton rows={10} />}>
          {({ pages }) => {
            const lines = pages.flatMap((page) => page.logs);
            return lines.length === 0 ? (
              <EmptyState
                icon={ScrollText}
                title={isFiltered ? "No request matches these filters" : "No request yet"}
              >
                {isFiltered
                  ? "Logs are kept for a limited time; what is older is gone."
                  : "Your backend's first call will be here within a second or so of its answer."}
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
