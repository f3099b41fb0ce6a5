"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { DeliveryStatus } from "#core/webhook.ts";
import { useAccess } from "#ui/console/access.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import { retryRefusal } from "#ui/console/webhooks/retry-refusal.ts";
import { Button } from "#ui/kit/button.tsx";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../../../client/trpc.ts";

const ONE_MONTH = { months: 1 };

type Props = { deliveryId: string; status: DeliveryStatus; endpoint: { isEnabled: boolean } | undefined };

/** Sends a failed or cancelled delivery once more. Where that cannot be, it says why. */
export const RetryButton = ({ deliveryId, status, endpoint }: Props) => {
  const { refusal } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const isUnsent = status === "failed" || status === "cancelled";
  const usage = useQuery({ ...trpc.reports.usage.queryOptions(ONE_MONTH), enabled: isUnsent });
  const plan = usage.data?.plans.find(({ isCurrent }) => isCurrent);
  const { isPending, mutate } = useMutation(
    trpc.webhooks.retryDelivery.mutationOptions({
      onSuccess: async (isQueued) => {
        if (isQueued) toast.done("Sending it again");
        else toast.failed("It was not sent again", "It was sent meanwhile, or its endpoint was turned off.");
        await queries.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
      },
      onError: (error) => toast.failed("It was not sent again", problemOf(error).message),
    }),
  );
  const reason =
    refusal("webhooks.retry") ?? retryRefusal(status, endpoint, plan?.plan, plan?.limits.manualWebhookRetry);
  return (
    <Button isBusy={isPending} refusal={reason} onClick={() => mutate({ deliveryId })}>
      {!isPending && <RotateCw size={14} aria-hidden="true" />}
      Send again
    </Button>
  );
};
