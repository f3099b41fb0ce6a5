"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { RESEND_BATCH } from "#core/webhooks/webhook.ts";
import { Button } from "#kit/button.tsx";
import { Checkbox } from "#kit/choices.tsx";
import { ConfirmDialog } from "#kit/dialog/dialog.tsx";
import { Select } from "#kit/fields.tsx";
import { wholeText } from "#kit/format.ts";
import { Card } from "#kit/page-layout.tsx";
import { Skeleton } from "#kit/states.tsx";
import { useNow } from "#kit/time.tsx";
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

const eventsText = (count: number): string => `${wholeText(count)} ${count === 1 ? "event" : "events"}`;

/** The button's label; one call sends at most a batch. */
export const resendLabel = (count: number): string => {
  if (count === 0) return "Send again";
  return count > RESEND_BATCH
    ? `Send the oldest ${eventsText(RESEND_BATCH)} again`
    : `Send ${eventsText(count)} again`;
};

type Unsent = { failed: number; cancelled: number };

/** What a press of the button will do, shown beforehand. */
export const resendQuestion = ({ failed, cancelled }: Unsent): string => {
  const count = failed + cancelled;
  const kinds = [
    ...(failed > 0 ? [`${wholeText(failed)} failed`] : []),
    ...(cancelled > 0 ? [`${wholeText(cancelled)} cancelled`] : []),
  ].join(" and ");
  const which =
    count > RESEND_BATCH
      ? `the oldest ${eventsText(RESEND_BATCH)} of ${wholeText(count)}`
      : `${kinds} ${count === 1 ? "event" : "events"}`;
  return `Your endpoint will receive ${which} again. Event IDs stay the same, so a handler that remembers them can skip what it has already processed.`;
};

/** The outcome of a click. */
export const queuedWords = (queued: number, left: number): string => {
  const sent = `Sending ${eventsText(queued)} again`;
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
  const [isAsking, setIsAsking] = useState(false);
  const { refusal } = useAccess();
  const trpc = useTRPC();
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
  const call = useDialogCall(trpc.webhooks.resendDeliveries.mutationOptions(), () => setIsAsking(false), {
    stale: { queryKey: trpc.webhooks.pathKey() },
    done: ({ queued, left }) => [queuedWords(queued.failed + queued.cancelled, left.failed + left.cancelled)],
  });
  const chosen: Unsent = {
    failed: withFailed ? (unsent?.failed ?? 0) : 0,
    cancelled: withCancelled ? (unsent?.cancelled ?? 0) : 0,
  };
  const count = chosen.failed + chosen.cancelled;
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
              <Button isBusy={isCounting} refusal={reason} onClick={() => setIsAsking(true)}>
                {!isCounting && <RotateCw size={14} aria-hidden="true" />}
                {resendLabel(count)}
              </Button>
            </div>
          )
        }
      </QueryView>
      <ConfirmDialog
        isOpen={isAsking}
        call={call}
        title={`${resendLabel(count)}?`}
        about={resendQuestion(chosen)}
        action="Send again"
        look="primary"
        onConfirm={() => call.mutate({ ...scope, statuses })}
      />
    </Card>
  );
};
