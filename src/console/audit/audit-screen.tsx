"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Waypoints } from "lucide-react";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useNewest, useUrlState } from "#console/client/use-newest.ts";
import { useAccess } from "#console/shell/access.tsx";
import { Select } from "#kit/fields.tsx";
import { ClearFilters, DayRange, FilterBar } from "#kit/filters.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { LoadMore, TableSkeleton } from "#kit/table.tsx";
import { AUDIT_ROWS, auditInput, auditOptions } from "./audit-input.ts";
import { AuditTable } from "./audit-table.tsx";
import { NOUNS } from "./audit-words.ts";

type Props = {
  texts: { actor: string; action: string; from: string; to: string };
  members: readonly { id: string; name: string }[];
  onChange: (changes: Readonly<Record<string, string>>) => void;
};

export const AuditFilters = ({ texts, members, onChange }: Props) => (
  <FilterBar label="Filter the audit trail">
    <Select
      aria-label="Who"
      className="max-w-full sm:max-w-60"
      value={texts.actor}
      options={[
        { value: "", label: "Anyone" },
        ...members.map(({ id, name }) => ({ value: `member:${id}`, label: name })),
        { value: "admin", label: "Operator" },
        { value: "system", label: "The service" },
      ]}
      onChange={(event) => onChange({ actor: event.target.value })}
    />
    <Select
      aria-label="What"
      value={texts.action}
      options={NOUNS}
      onChange={(event) => onChange({ action: event.target.value })}
    />
    <DayRange from={texts.from} to={texts.to} onChange={onChange} />
    <ClearFilters texts={texts} onChange={onChange} />
  </FilterBar>
);

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
