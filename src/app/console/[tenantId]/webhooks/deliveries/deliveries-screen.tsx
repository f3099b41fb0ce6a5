"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useCallback } from "react";
import type { RouterOutputs } from "#trpc/root.ts";
import { useAccess } from "#ui/console/access.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { useUrlState } from "#ui/console/use-url-state.ts";
import { DeliveryFilters } from "#ui/console/webhooks/delivery-filters.tsx";
import { DeliveryTable } from "#ui/console/webhooks/delivery-table.tsx";
import { WebhookTabs } from "#ui/console/webhooks/webhook-tabs.tsx";
import { Card } from "#ui/kit/card.tsx";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { LoadMore } from "#ui/kit/load-more.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { pageSeedOf, type Seed } from "../../../client/seed.ts";
import { useTRPC } from "../../../client/trpc.ts";
import { deliveriesInput } from "./deliveries-input.ts";

const REFRESH_MS = 10_000;

type Input = ReturnType<typeof deliveriesInput>;
type Props = { seed: Seed<Input, RouterOutputs["webhooks"]["deliveries"]> };

export const DeliveriesScreen = ({ seed }: Props) => {
  const { tenantId } = useAccess();
  const trpc = useTRPC();
  const [url, setUrl] = useUrlState();
  const text = (name: string): string => url.get(name) ?? "";
  const input = deliveriesInput((name) => url.get(name));
  const { data: endpoints } = useQuery(trpc.webhooks.endpoints.queryOptions());
  const addressOf = useCallback(
    (endpointId: string) => endpoints?.find(({ id }) => id === endpointId)?.url ?? "removed endpoint",
    [endpoints],
  );
  const query = useInfiniteQuery({
    ...trpc.webhooks.deliveries.infiniteQueryOptions(input, {
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
    ...pageSeedOf(seed, input),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHeader
        title="Webhooks"
        about="One delivery is one event for one endpoint; each try of it is an attempt."
      />
      <WebhookTabs tenantId={tenantId} current="deliveries" />
      <DeliveryFilters
        texts={{
          status: text("status"),
          event: text("event"),
          endpointId: text("endpointId"),
          verificationId: text("verificationId"),
        }}
        endpoints={endpoints ?? []}
        onChange={setUrl}
      />
      <Card isFlush>
        <QueryView query={query} skeleton={<TableSkeleton rows={8} />}>
          {({ pages }) => {
            const deliveries = pages.flatMap((page) => page.deliveries);
            return deliveries.length === 0 ? (
              <EmptyState icon={Send} title="No delivery matches">
                A delivery is made when a verification ends and an endpoint wants that event.
              </EmptyState>
            ) : (
              <DeliveryTable
                tenantId={tenantId}
                deliveries={deliveries}
                addressOf={addressOf}
                footer={<LoadMore query={query} shown={deliveries.length} noun="deliveries" />}
              />
            );
          }}
        </QueryView>
      </Card>
    </>
  );
};
