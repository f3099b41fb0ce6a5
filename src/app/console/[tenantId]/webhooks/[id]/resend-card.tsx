"use client";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#ui/console/access.tsx";
import { QueryView } from "#ui/console/query-view.tsx";
import { problemOf } from "#ui/console/session/problem.ts";
import type { EndpointGlance } from "#ui/console/webhooks/endpoint-glance.ts";
import {
  isSinceChoice,
  queuedWords,
  resendLabel,
  resendRefusal,
  SINCE,
  type SinceChoice,
  sinceOf,
} from "#ui/console/webhooks/resend-choices.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { wholeText } from "#ui/kit/number-format.ts";
import { Select } from "#ui/kit/select.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useNow } from "#ui/kit/use-now.ts";
import { useToast } from "#ui/kit/use-toast.ts";
import { useTRPC } from "../../../client/trpc.ts";

const ONE_MONTH = { months: 1 };
const REFRESH_MS = 10_000;

/** Sends what an endpoint did not get once more: all of it, or all since a time. */
export const ResendCard = ({ endpoint }: { endpoint: EndpointGlance }) => {
  const [choice, setChoice] = useState<SinceChoice>("all");
  const [since, setSince] = useState<string | undefined>(undefined);
  const now = useNow();
  const [withFailed, setWithFailed] = useState(true);
  const [withCancelled, setWithCancelled] = useState(true);
  const { refusal } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const scope = { endpointId: endpoint.id, since };
  const query = useQuery({
    ...trpc.webhooks.unsent.queryOptions(scope),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const { data: unsent, isPlaceholderData: isCounting } = query;
  const isNeeded = unsent !== undefined && unsent.failed + unsent.cancelled > 0;
  const usage = useQuery({ ...trpc.reports.usage.queryOptions(ONE_MONTH), enabled: isNeeded });
  const plan = usage.data?.plans.find(({ isCurrent }) => isCurrent);
  const { isPending, mutate } = useMutation(
    trpc.webhooks.resendDeliveries.mutationOptions({
      onSuccess: async ({ queued, left }) => {
        const words = queuedWords(queued.failed + queued.cancelled, left.failed + left.cancelled);
        toast.done(words);
        await queries.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
      },
      onError: (error) => toast.failed("Nothing was sent again", problemOf(error).message),
    }),
  );
  const count = (withFailed ? (unsent?.failed ?? 0) : 0) + (withCancelled ? (unsent?.cancelled ?? 0) : 0);
  const reason =
    refusal("webhooks.retry") ??
    resendRefusal(endpoint.isEnabled, count, plan?.plan, plan?.limits.manualWebhookRetry);
  const statuses = [
    ...(withFailed ? (["failed"] as const) : []),
    ...(withCancelled ? (["cancelled"] as const) : []),
  ];
  return (
    <Card title="Not delivered" about="Live and test events, sent again with the same ids.">
      <QueryView query={query} skeleton={<Skeleton className="h-40 w-full" />}>
        {({ failed, cancelled }) =>
          choice === "all" && failed + cancelled === 0 ? (
            <p className="text-sm text-soft">
              Nothing is missing: every event was delivered or is still being tried.
            </p>
          ) : (
            <div className="grid gap-3">
              <Select
                aria-label="Since"
                value={choice}
                options={SINCE.map(({ value, label }) => ({ value, label }))}
                onChange={({ target }) => {
                  if (!isSinceChoice(target.value) || now === null) return;
                  setChoice(target.value);
                  setSince(sinceOf(target.value, now));
                }}
              />
              <Checkbox
                label={`${wholeText(failed)} failed`}
                hint="Each gets one more attempt."
                checked={withFailed}
                onChange={({ target }) => setWithFailed(target.checked)}
              />
              <Checkbox
                label={`${wholeText(cancelled)} cancelled`}
                hint="The endpoint was off. Each gets its remaining attempts."
                checked={withCancelled}
                onChange={({ target }) => setWithCancelled(target.checked)}
              />
              <Button
                isBusy={isPending || isCounting}
                refusal={reason}
                onClick={() => mutate({ ...scope, statuses })}
              >
                {!isPending && !isCounting && <RotateCw size={14} aria-hidden="true" />}
                {resendLabel(count)}
              </Button>
            </div>
          )
        }
      </QueryView>
    </Card>
  );
};
