"use client";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useNewest, useUrlState } from "#console/client/use-newest.ts";
import { useAccess } from "#console/shell/access.tsx";
import { SearchInput, Select } from "#kit/fields.tsx";
import { ClearFilters, DayRange, FilterBar } from "#kit/filters.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { LoadMore, TableSkeleton } from "#kit/table.tsx";
import { LogTable } from "./log-table.tsx";
import { LOG_ROWS, logsInput, logsOptions } from "./logs-input.ts";

type Props = {
  texts: { status: string; method: string; path: string; requestId: string; from: string; to: string };
  onChange: (changes: Readonly<Record<string, string>>) => void;
};

const STATUSES = [
  { value: "", label: "Any status" },
  { value: "2xx", label: "2xx success" },
  { value: "4xx", label: "4xx refused" },
  { value: "429", label: "429 limits" },
  { value: "5xx", label: "5xx our side" },
];

const METHODS = ["", "GET", "POST"].map((value) => ({ value, label: value || "GET and POST" }));

const PATHS = [
  "",
  "/verify/start",
  "/verify/status",
  "/verify/complete",
  "/verify/submit",
  "/tokens/validate",
].map((value) => ({ value, label: value || "Any endpoint" }));

export const LogFilters = ({ texts, onChange }: Props) => (
  <FilterBar label="Filter requests">
    <SearchInput
      label="Search by request id"
      placeholder="Request id"
      value={texts.requestId}
      onChange={(requestId) => onChange({ requestId })}
    />
    <Select
      aria-label="Status"
      value={texts.status}
      options={STATUSES}
      onChange={(event) => onChange({ status: event.target.value })}
    />
    <Select
      aria-label="Endpoint"
      value={texts.path}
      options={PATHS}
      onChange={(event) => onChange({ path: event.target.value })}
    />
    <Select
      aria-label="HTTP method"
      value={texts.method}
      options={METHODS}
      onChange={(event) => onChange({ method: event.target.value })}
    />
    <DayRange from={texts.from} to={texts.to} onChange={onChange} />
    <ClearFilters texts={texts} onChange={onChange} />
  </FilterBar>
);

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
