"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { ModeNotice } from "#console/client/mode-notice.tsx";
import { consolePath } from "#console/client/paths.ts";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { problemOf } from "#console/session/problem.ts";
import { DeliveryBadge } from "#console/words/badges.tsx";
import { UNDER_WAY_MS } from "#core/webhooks/backoff.ts";
import { Button } from "#kit/button.tsx";
import { Copyable } from "#kit/copy.tsx";
import { Card, PageHeader } from "#kit/page-layout.tsx";
import { useNow } from "#kit/time.tsx";
import { toast } from "#kit/toast.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { AttemptList, DeliveryFacts, RequestBlock } from "./delivery-facts.tsx";
import { targetText } from "./delivery-table.tsx";

// A little longer than the service's own: a click must not come too late.
const SOON_MS = UNDER_WAY_MS + 5_000;

/**
 * Why a delivery cannot be sent again by hand; null when it can.
 * @param dueInMs until the next attempt of one that waits; null for all others
 * @param endpoint undefined when it was removed
 */
export const retryRefusal = (
  dueInMs: number | null,
  endpoint: { isEnabled: boolean } | undefined,
  plan: string | undefined,
  isIncluded: boolean | undefined,
  isForCommandLine = false,
): string | null => {
  if (isForCommandLine) return "It is for a command line. Run lintel webhooks replay there.";
  if (endpoint === undefined) return "Its endpoint was removed.";
  if (!endpoint.isEnabled) return "Turn its endpoint on first.";
  if (dueInMs !== null) return dueInMs < SOON_MS ? "It is being sent, or will be in a moment." : null;
  return isIncluded === false
    ? `The ${plan ?? "current"} plan does not include manual retries. Growth and scale do.`
    : null;
};

type Delivery = ConsoleOutputs["webhooks"]["delivery"];

const ONE_MONTH = { months: 1 };

type RetryButtonProps = {
  delivery: Delivery;
  endpoint: { isEnabled: boolean } | undefined;
  isForCommandLine: boolean;
};

/** Sends a delivery again, or now if it waits, or says why it cannot. */
const RetryButton = ({ delivery, endpoint, isForCommandLine }: RetryButtonProps) => {
  const { id: deliveryId, status, nextAttemptAt, attempts } = delivery;
  const { refusal } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const isWaiting = status === "pending";
  const now = useNow();
  const usage = useQuery({ ...trpc.reports.usage.queryOptions(ONE_MONTH), enabled: !isWaiting });
  const plan = usage.data?.plans.find(({ isCurrent }) => isCurrent);
  const { isPending, mutate } = useMutation(
    trpc.webhooks.retryDelivery.mutationOptions({
      onSuccess: async (isQueued) => {
        if (isQueued) toast.done("Sending it again");
        else
          toast.failed("It was not sent again", "Another member was faster, or its endpoint was turned off.");
        await queries.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
      },
      onError: (error) => toast.failed("It was not sent again", problemOf(error).message),
    }),
  );
  const reason =
    refusal("webhooks.retry") ??
    retryRefusal(
      isWaiting ? nextAttemptAt.getTime() - (now ?? nextAttemptAt.getTime()) : null,
      endpoint,
      plan?.plan,
      plan?.limits.manualWebhookRetry,
      isForCommandLine,
    );
  return (
    <Button
      isBusy={isPending}
      refusal={reason}
      onClick={() => mutate({ deliveryId, attempts: attempts.length })}
    >
      {!isPending && <RotateCw size={14} aria-hidden="true" />}
      {isWaiting ? "Send now" : "Send again"}
    </Button>
  );
};

const REFRESH_MS = 5_000;

export const DeliveryScreen = ({ deliveryId }: { deliveryId: string }) => {
  const { tenantId } = useAccess();
  const trpc = useTRPC();
  const { data: endpoints } = useQuery(trpc.webhooks.endpoints.queryOptions());
  const query = useQuery({
    ...trpc.webhooks.delivery.queryOptions({ deliveryId }),
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
              delivery={delivery}
              endpoint={endpoints.find(({ id }) => id === delivery.endpointId)}
              isForCommandLine={delivery.listener !== null}
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
        skeleton={<CardSkeleton />}
      >
        {(data) => {
          const url = data.url ?? targetText(data, endpoints);
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
                  <DeliveryFacts delivery={data} url={url} />
                </Card>
              </div>
            </>
          );
        }}
      </QueryView>
    </>
  );
};
