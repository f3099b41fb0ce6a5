"use client";
import { ScrollText } from "lucide-react";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { NewestList } from "#console/client/newest-list.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { FilterBar } from "#kit/filters.tsx";
import { PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { LOG_FILTERS, logsInput, logsOptions } from "./log-filters.ts";
import { LOG_COLUMNS } from "./log-table.tsx";

export const LogsScreen = () => {
  const [url, setUrl] = useUrlState();
  const input = logsInput((name) => url.get(name));
  const isFiltered = Object.keys(input).length > 1;
  const trpc = useTRPC();
  const client = useTRPCClient();
  return (
    <>
      <PageHeader
        title="Logs"
        about="Requests of your backend and your hosted pages. Bodies, keys and query values are never logged."
      />
      <FilterBar
        label="Filter requests"
        filters={LOG_FILTERS}
        query={url}
        input={logsInput}
        onChange={setUrl}
      />
      <NewestList
        options={logsOptions(trpc, input)}
        read={() => client.reports.logs.query(input)}
        name="logs"
        rowId={({ id }) => id}
        label="API requests, newest first"
        noun="requests"
        columns={LOG_COLUMNS}
        skeletonRows={10}
        empty={
          <EmptyState
            icon={ScrollText}
            title={isFiltered ? "No requests match these filters" : "No requests yet"}
          >
            {isFiltered
              ? "Logs are kept for a limited time. Older requests are deleted."
              : "Your backend's first call appears here within seconds."}
          </EmptyState>
        }
      />
    </>
  );
};
