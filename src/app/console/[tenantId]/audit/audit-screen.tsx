"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Waypoints } from "lucide-react";
import type { RouterOutputs } from "#trpc/root.ts";
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
import { pageSeedOf, type Seed } from "../../client/seed.ts";
import { useTRPC } from "../../client/trpc.ts";
import { auditInput } from "./audit-input.ts";

type Input = ReturnType<typeof auditInput>;
type Props = { seed: Seed<Input, RouterOutputs["reports"]["audit"]> };

export const AuditScreen = ({ seed }: Props) => {
  const { tenantId } = useAccess();
  const trpc = useTRPC();
  const [url, setUrl] = useUrlState();
  const input = auditInput((name) => url.get(name));
  const isFiltered = input.actor !== undefined || input.action !== undefined;
  const members = useQuery(trpc.members.list.queryOptions());
  const query = useInfiniteQuery({
    ...trpc.reports.audit.infiniteQueryOptions(input, { getNextPageParam: ({ nextCursor }) => nextCursor }),
    ...pageSeedOf(seed, input),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Audit trail"
        about="Who changed what in this tenant. Each entry is written together with its change, or neither is."
      />
      <AuditFilters
        texts={{ actor: input.actor ?? "", action: input.action ?? "" }}
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
