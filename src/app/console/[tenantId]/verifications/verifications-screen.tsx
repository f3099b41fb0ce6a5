"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
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
import { useTRPC, useTRPCClient } from "../../client/trpc.ts";
import { useNewest } from "../../client/use-newest.ts";
import { ExportButton } from "./export-button.tsx";
import { listInput, VERIFICATION_ROWS, verificationsOptions } from "./list-input.ts";

// Methods that end verifications without being in a tenant's list.
const OTHER_METHODS = ["tenant", "sandbox"];

export const VerificationsScreen = () => {
  const { tenantId } = useAccess();
  const trpc = useTRPC();
  const [url, setUrl] = useUrlState();
  const text = (name: string): string => url.get(name) ?? "";
  const input = listInput((name) => url.get(name));
  const settings = useQuery(trpc.settings.get.queryOptions());
  const client = useTRPCClient();
  const options = verificationsOptions(trpc, input);
  const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  useNewest(options.queryKey, VERIFICATION_ROWS, () => client.verifications.list.query(input));
  const { limit: _all, ...filter } = input;
  // The mode is the whole console's, no filter of this list.
  const isFiltered = Object.keys(filter).length > 1;
  return (
    <>
      <PageHeader
        title="Verifications"
        about="Every age check your backend has started. No personal data is kept."
        actions={<ExportButton filter={filter} />}
      />
      <VerificationFilters
        texts={{
          status: text("status"),
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
                  isFiltered ? "No verifications match these filters" : `No ${input.mode} verifications yet`
                }
              >
                {isFiltered
                  ? "Search matches a whole id or a whole metadata value, not part of one."
                  : "Verifications appear here as soon as your backend starts one."}
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
