"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useCallback } from "react";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useNewest, useUrlState } from "#console/client/use-newest.ts";
import { useAccess } from "#console/shell/access.tsx";
import { FilterBar } from "#kit/filters.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { LoadMore, TableSkeleton } from "#kit/table.tsx";
import { DELIVERY_ROWS, deliveriesInput, deliveriesOptions, deliveryFilters } from "./delivery-filters.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { WebhookTabs } from "./webhook-tabs.tsx";

export const DeliveriesScreen = () => {
  const { tenantId } = useAccess();
  const trpc = useTRPC();
  const [url, setUrl] = useUrlState();
  const input = deliveriesInput((name) => url.get(name));
  const { data: endpoints } = useQuery(trpc.webhooks.endpoints.queryOptions());
  const addressOf = useCallback(
    (endpointId: string) => endpoints?.find(({ id }) => id === endpointId)?.url ?? "removed endpoint",
    [endpoints],
  );
  const client = useTRPCClient();
  const options = deliveriesOptions(trpc, input);
  const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  useNewest(options.queryKey, DELIVERY_ROWS, () => client.webhooks.deliveries.query(input));
  return (
    <>
      <PageHeader
        title="Webhooks"
        about="Every event sent to your endpoints, and each attempt to deliver it."
      />
      <WebhookTabs tenantId={tenantId} current="deliveries" />
      <FilterBar
        label="Filter deliveries"
        filters={deliveryFilters(endpoints ?? [])}
        query={url}
        onChange={setUrl}
      />
      <Card isFlush>
        <QueryView query={query} skeleton={<TableSkeleton rows={8} />}>
          {({ pages }) => {
            const deliveries = pages.flatMap((page) => page.deliveries);
            return deliveries.length === 0 ? (
              <EmptyState icon={Send} title="No deliveries found">
                A delivery is created when a verification ends and an endpoint listens for that event.
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
