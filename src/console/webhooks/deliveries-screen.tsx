"use client";
import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useTRPC, useTRPCClient } from "#console/client/api-provider.tsx";
import { NewestList } from "#console/client/newest-list.tsx";
import { useUrlState } from "#console/client/use-url-state.ts";
import { FilterBar } from "#kit/filters.tsx";
import { PageHeader } from "#kit/page-layout.tsx";
import { EmptyState } from "#kit/states.tsx";
import { deliveriesInput, deliveriesOptions, deliveryFilters } from "./delivery-filters.ts";
import { deliveryColumns, targetText } from "./delivery-table.tsx";
import { WebhookTabs } from "./webhook-tabs.tsx";

export const DeliveriesScreen = () => {
  const trpc = useTRPC();
  const [url, setUrl] = useUrlState();
  const input = deliveriesInput((name) => url.get(name));
  const { data: endpoints } = useQuery(trpc.webhooks.endpoints.queryOptions());
  const client = useTRPCClient();
  return (
    <>
      <PageHeader
        title="Webhooks"
        about="Every event sent to your endpoints and command lines, and each attempt to deliver it."
      />
      <WebhookTabs current="deliveries" />
      <FilterBar
        label="Filter deliveries"
        filters={deliveryFilters(endpoints ?? [])}
        query={url}
        input={deliveriesInput}
        onChange={setUrl}
      />
      <NewestList
        options={deliveriesOptions(trpc, input)}
        read={() => client.webhooks.deliveries.query(input)}
        name="deliveries"
        rowId={({ id }) => id}
        label="Deliveries, newest first"
        noun="deliveries"
        columns={deliveryColumns((delivery) => targetText(delivery, endpoints))}
        skeletonRows={8}
        empty={
          <EmptyState icon={Send} title="No deliveries found">
            A delivery is created when a verification ends and an endpoint listens for that event.
          </EmptyState>
        }
      />
    </>
  );
};
