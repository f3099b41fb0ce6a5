"use client";
import { useQuery } from "@tanstack/react-query";
import type { RouterOutputs } from "#trpc/root.ts";
import { useAccess } from "#ui/console/access.tsx";
import { consolePath } from "#ui/console/paths.ts";
import { QueryView } from "#ui/console/query-view.tsx";
import { AttemptList } from "#ui/console/webhooks/attempt-list.tsx";
import { DeliveryBadge } from "#ui/console/webhooks/delivery-badge.tsx";
import { DeliveryFacts } from "#ui/console/webhooks/delivery-facts.tsx";
import { RequestBlock } from "#ui/console/webhooks/request-block.tsx";
import { Card } from "#ui/kit/card.tsx";
import { Copyable } from "#ui/kit/copyable.tsx";
import { PageHeader } from "#ui/kit/page-header.tsx";
import { TableSkeleton } from "#ui/kit/table-skeleton.tsx";
import { type Seed, seedOf } from "../../../../client/seed.ts";
import { useTRPC } from "../../../../client/trpc.ts";
import { RetryButton } from "./retry-button.tsx";

const REFRESH_MS = 5_000;

type Props = {
  deliveryId: string;
  seed: Seed<{ deliveryId: string }, RouterOutputs["webhooks"]["delivery"]>;
};

export const DeliveryScreen = ({ deliveryId, seed }: Props) => {
  const { tenantId } = useAccess();
  const trpc = useTRPC();
  const input = { deliveryId };
  const { data: endpoints } = useQuery(trpc.webhooks.endpoints.queryOptions());
  const query = useQuery({
    ...trpc.webhooks.delivery.queryOptions(input),
    ...seedOf(seed, input),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? REFRESH_MS : false),
  });
  const { data: delivery } = query;
  return (
    <>
      <PageHeader
        back={{ href: consolePath(tenantId, "webhooks/deliveries"), name: "Deliveries" }}
        title={
          <span className="flex flex-wrap items-center gap-3">
            {delivery?.event ?? "Delivery"}
            {delivery && <DeliveryBadge status={delivery.status} />}
          </span>
        }
        about={<Copyable text={deliveryId} label="delivery id" />}
        actions={delivery && <RetryButton deliveryId={deliveryId} status={delivery.status} />}
      />
      <QueryView
        query={query}
        skeleton={
          <Card isFlush>
            <TableSkeleton />
          </Card>
        }
      >
        {(data) => {
          const url = endpoints?.find(({ id }) => id === data.endpointId)?.url ?? "the removed endpoint";
          return (
            <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
              <div className="grid min-w-0 gap-4">
                <Card title="Attempts" isFlush>
                  {data.attempts.length === 0 ? (
                    <p className="border-t p-4 text-sm text-soft">None yet.</p>
                  ) : (
                    <AttemptList attempts={[...data.attempts].reverse()} />
                  )}
                </Card>
                <Card
                  title="What is sent"
                  about="The body was frozen when it happened: every attempt sends the same bytes"
                >
                  <RequestBlock
                    verificationId={data.verificationId}
                    eventId={data.eventId}
                    url={url}
                    body={data.body}
                  />
                </Card>
              </div>
              <Card title="Details">
                <DeliveryFacts tenantId={tenantId} delivery={data} url={url} />
              </Card>
            </div>
          );
        }}
      </QueryView>
    </>
  );
};
