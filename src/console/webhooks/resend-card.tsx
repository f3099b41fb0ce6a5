"use client";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { problemOf } from "#console/session/problem.ts";
import { RESEND_BATCH } from "#core/webhooks/webhook.ts";
import { Button } from "#kit/button.tsx";
import { Checkbox } from "#kit/choices.tsx";
import { Select } from "#kit/fields.tsx";
import { wholeText } from "#kit/format.ts";
import { Card } from "#kit/page-layout.tsx";
import { Skeleton } from "#kit/states.tsx";
import { useNow } from "#kit/time.tsx";
import { toast } from "#kit/toast.tsx";
import type { EndpointSummary } from "./endpoint-table.tsx";

const HOUR_MS = 3_600_000;

/** The periods whose undelivered events can be sent again. */
export const SINCE = [
  { value: "all", label: "Everything kept", ms: null },
  { value: "hour", label: "Last hour", ms: HOUR_MS },
  { value: "day", label: "Last 24 hours", ms: 24 * HOUR_MS },
  { value: "week", label: "Last 7 days", ms: 7 * 24 * HOUR_MS },
] as const;

export type SinceChoice = (typeof SINCE)[number]["value"];

export const isSinceChoice = (text: string): text is SinceChoice => SINCE.some(({ value }) => value === text);

/** The start of a period that ends now; undefined for everything. */
export const sinceOf = (choice: SinceChoice, nowMs: number): string | undefined => {
  const ms = SINCE.find(({ value }) => value === choice)?.ms;
  return ms ? new Date(nowMs - ms).toISOString() : undefined;
};

/** Why nothing can be sent again; null when it can. */
export const resendRefusal = (
  isEnabled: boolean,
  count: number,
  plan: string | undefined,
  isIncluded: boolean | undefined,
): string | null => {
  if (isIncluded === false) {
    return `The ${plan ?? "current"} plan does not include manual retries. Growth and scale do.`;
  }
  if (!isEnabled) return "Turn the endpoint on first.";
  return count === 0 ? "There is nothing to send again." : null;
};

/** The button's label; one call sends at most a batch. */
export const resendLabel = (count: number): string => {
  if (count === 0) return "Send again";
  return count > RESEND_BATCH
    ? `Send the oldest ${wholeText(RESEND_BATCH)} again`
    : `Send ${wholeText(count)} again`;
};

/** The outcome of a click. */
export const queuedWords = (queued: number, left: number): string => {
  const sent = `Sending ${wholeText(queued)} ${queued === 1 ? "event" : "events"} again`;
  return left === 0 ? sent : `${sent}. ${wholeText(left)} more to go: send again to continue.`;
};

const ONE_MONTH = { months: 1 };
const REFRESH_MS = 10_000;

/** Sends an endpoint's undelivered events again: all, or those since a time. */
export const ResendCard = ({ endpoint }: { endpoint: EndpointSummary }) => {
  const [choice, setChoice] = useState<SinceChoice>("all");
  const [since, setSince] = useState<string | undefined>(undefined);
  const now = useNow();
  const [withFailed, setWithFailed] = useState(true);
  const [withCancelled, setWithCancelled] = useState(true);
  const { refusal } = useAccess();
  const trpc = useTRPC();
  const queries = useQueryClient();
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
