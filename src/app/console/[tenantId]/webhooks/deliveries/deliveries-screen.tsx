"use client";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useCallback } from "react";
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
import { useTRPC, useTRPCClient } from "../../../client/trpc.ts";
import { useNewest } from "../../../client/use-newest.ts";
import { DELIVERY_ROWS, deliveriesInput, deliveriesOptions } from "./deliveries-input.ts";

export const DeliveriesScreen = () => {
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
      <DeliveryFilters
        texts={{
          status: text("status"),
          event: text("event"),
          endpointId: text("endpointId"),
          verificationId: text("verificationId"),
          from: text("from"),
          to: text("to"),
        }}
        endpoints={endpoints ?? []}
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
