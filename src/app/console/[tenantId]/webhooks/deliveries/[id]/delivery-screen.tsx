"use client";
import { useQuery } from "@tanstack/react-query";
import { useAccess } from "#ui/console/access.tsx";
import { ModeNotice } from "#ui/console/mode-notice.tsx";
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
import { useTRPC } from "../../../../client/trpc.ts";
import { RetryButton } from "./retry-button.tsx";

const REFRESH_MS = 5_000;

type Props = { deliveryId: string };

export const DeliveryScreen = ({ deliveryId }: Props) => {
  const { tenantId } = useAccess();
  const trpc = useTRPC();
  const input = { deliveryId };
  const { data: endpoints } = useQuery(trpc.webhooks.endpoints.queryOptions());
  const query = useQuery({
    ...trpc.webhooks.delivery.queryOptions(input),
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
        actions={
          delivery &&
          endpoints && (
            <RetryButton
              deliveryId={deliveryId}
              status={delivery.status}
              endpoint={endpoints.find(({ id }) => id === delivery.endpointId)}
            />
          )
        }
      />
      <QueryView
        query={query}
        missing={{
          title: "There is no such delivery",
          about: "Check the id. It may belong to another tenant.",
          back: { href: consolePath(tenantId, "webhooks/deliveries"), name: "All deliveries" },
        }}
        skeleton={
          <Card isFlush>
            <TableSkeleton />
          </Card>
        }
      >
        {(data) => {
          const url = endpoints?.find(({ id }) => id === data.endpointId)?.url ?? "a removed endpoint";
          return (
            <>
              <ModeNotice thing="delivery" mode={data.mode} />
              <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
                <div className="grid min-w-0 gap-4">
                  <Card title="Attempts" isFlush>
                    {data.attempts.length === 0 ? (
                      <p className="border-t p-4 text-sm text-soft">None yet.</p>
                    ) : (
                      <AttemptList attempts={[...data.attempts].reverse()} />
                    )}
                  </Card>
                  <Card title="What is sent" about="Every attempt sends exactly the same body">
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
            </>
          );
        }}
      </QueryView>
    </>
  );
};
