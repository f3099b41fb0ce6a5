"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import type { RouterOutputs } from "#trpc/root.ts";
import { useAccess } from "#ui/console/access.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { useUrlState } from "#ui/console/use-url-state.ts";
import { VerificationFilters } from "#ui/console/verifications/verification-filters.tsx";
import { VerificationTable } from "#ui/console/verifications/verification-table.tsx";
import { Card } from "#ui/kit/card.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { LoadMore } from "#ui/kit/load-more.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { pageSeedOf, type Seed } from "../../client/seed.ts";
import { useTRPC } from "../../client/trpc.ts";
import { ExportButton } from "./export-button.tsx";
import { listInput } from "./list-input.ts";

type Input = ReturnType<typeof listInput>;
type Props = { seed: Seed<Input, RouterOutputs["verifications"]["list"]> };

// Methods that end verifications without being in a tenant's list.
const OTHER_METHODS = ["tenant", "sandbox"];

export const VerificationsScreen = ({ seed }: Props) => {
  const { tenantId } = useAccess();
  const trpc = useTRPC();
  const [url, setUrl] = useUrlState();
  const text = (name: string): string => url.get(name) ?? "";
  const input = listInput((name) => url.get(name));
  const settings = useQuery(trpc.settings.get.queryOptions());
  const query = useInfiniteQuery({
    ...trpc.verifications.list.infiniteQueryOptions(input, {
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
    ...pageSeedOf(seed, input),
    placeholderData: keepPreviousData,
  });
  const { limit: _all, ...filter } = input;
  return (
    <>
      <PageHeader
        title="Verifications"
        about="One line for each check of one person. Nothing personal is kept."
        actions={<ExportButton filter={filter} />}
      />
      <VerificationFilters
        texts={{
          status: text("status"),
          mode: text("mode"),
          method: text("method"),
          from: text("from"),
          to: text("to"),
          search: text("search"),
        }}
        methods={[...(settings.data?.availableMethods ?? []), ...OTHER_METHODS]}
        onChange={setUrl}
      />
      <Card isFlush>
        <QueryView query={query} skeleton={<TableSkeleton rows={10} />}>
          {({ pages }) => {
            const verifications = pages.flatMap((page) => page.verifications);
            return verifications.length === 0 ? (
              <EmptyState
                icon={ShieldCheck}
                title={
                  Object.keys(filter).length > 0 ? "Nothing matches these filters" : "No verification yet"
                }
              >
                {Object.keys(filter).length > 0
                  ? "A search finds a whole id or a whole metadata value, not a part of one."
                  : "The first one that your backend starts will be here at once."}
              </EmptyState>
            ) : (
              <VerificationTable
                tenantId={tenantId}
                label="Verifications, newest first"
                verifications={verifications}
                footer={<LoadMore query={query} shown={verifications.length} noun="verifications" />}
              />
            );
          }}
        </QueryView>
      </Card>
    </>
  );
};
