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

/** Sends a failed delivery once more. Where that cannot be, it says why. */
export const RetryButton = ({ deliveryId, status }: { deliveryId: string; status: DeliveryStatus }) => {
  const { refusal } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const usage = useQuery({ ...trpc.reports.usage.queryOptions(ONE_MONTH), enabled: status === "failed" });
  const plan = usage.data?.plans.find(({ isCurrent }) => isCurrent);
  const { isPending, mutate } = useMutation(
    trpc.webhooks.retryDelivery.mutationOptions({
      onSuccess: async (isQueued) => {
        if (isQueued) toast.done("Sending it again");
        else toast.failed("It was not sent again", "It is no longer failed, or its endpoint is turned off.");
        await queries.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
      },
      onError: (error) => toast.failed("It was not sent again", problemOf(error).message),
    }),
  );
  const reason =
    refusal("webhooks.retry") ?? retryRefusal(status, plan?.plan, plan?.limits.manualWebhookRetry);
  return (
    <Button isBusy={isPending} refusal={reason} onClick={() => mutate({ deliveryId })}>
      {!isPending && <RotateCw size={14} aria-hidden="true" />}
      Send again
    </Button>
  );
};
