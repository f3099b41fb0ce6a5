"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { useAccess } from "#console/client/access.tsx";
import { useTRPC } from "#console/client/api-provider.tsx";
import { QueryView } from "#console/client/query-view.tsx";
import { useDialogCall } from "#console/client/use-dialog-call.ts";
import { HOUR_MS } from "#core/day.ts";
import { type Ended, MOST_COUNTED, RESEND_BATCH } from "#core/webhooks/webhook.ts";
import { Button } from "#kit/button.tsx";
import { Checkbox } from "#kit/choices.tsx";
import { ConfirmDialog } from "#kit/dialog/dialog.tsx";
import { Select } from "#kit/fields.tsx";
import { wholeText } from "#kit/format.ts";
import { Card } from "#kit/page-layout.tsx";
import { Skeleton } from "#kit/states.tsx";
import { useNow } from "#kit/time.tsx";
import type { EndpointSummary } from "./endpoint-table.tsx";

/** The periods whose events can be sent again. */
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

/** A number of events; those delivered are not counted beyond a limit. */
export const countText = (count: number): string =>
  count > MOST_COUNTED ? `More than ${wholeText(MOST_COUNTED)}` : wholeText(count);

type Chosen = Record<Ended, number>;

const KINDS = ["failed", "cancelled", "delivered"] as const;

const sumOf = ({ failed, cancelled, delivered }: Chosen): number => failed + cancelled + delivered;

const LIST = new Intl.ListFormat("en-GB");

/** What a press of the button will do, shown beforehand. */
export const resendQuestion = (chosen: Chosen): string => {
  const count = sumOf(chosen);
  const kinds = LIST.format(
    KINDS.filter((kind) => chosen[kind] > 0).map((kind) => `${wholeText(chosen[kind])} ${kind}`),
  );
  const most = count > MOST_COUNTED ? "many more" : wholeText(count);
  const which =
    count > RESEND_BATCH
      ? `the oldest ${eventsText(RESEND_BATCH)} of ${most}`
      : `${kinds} ${count === 1 ? "event" : "events"}`;
  return `Your endpoint will receive ${which} again, the oldest first. Event IDs stay the same, so a handler that remembers them skips what it has already processed.`;
};

/** The outcome of a click. */
export const queuedWords = (queued: number, left: number): string => {
  const sent = `Sending ${eventsText(queued)} again`;
  if (left === 0) return sent;
  return `${sent}. ${countText(left)} more to go: send again to continue.`;
};

const HINTS: Record<Ended, string> = {
  failed: "Each gets one more attempt.",
  cancelled: "The endpoint was off. Each gets its remaining attempts.",
  delivered: "For a server that lost what it had accepted. Each gets one more attempt.",
};

const ONE_MONTH = { months: 1 };
const REFRESH_MS = 10_000;
const NONE: Chosen = { failed: 0, cancelled: 0, delivered: 0 };

/** Sends an endpoint's events again: all, or those since a time. */
export const ResendCard = ({ endpoint }: { endpoint: EndpointSummary }) => {
  const [choice, setChoice] = useState<SinceChoice>("all");
  const [since, setSince] = useState<string | undefined>(undefined);
  const now = useNow();
  const [kinds, setKinds] = useState<readonly Ended[]>(["failed", "cancelled"]);
  // What was counted when the question was asked, and again for the calls that go on from there.
  const [asked, setAsked] = useState<{ at: string; lastId: string } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { refusal } = useAccess();
  const trpc = useTRPC();
  const scope = { endpointId: endpoint.id, since };
  // Those delivered may be very many: they are counted when they are chosen.
  const counting: Ended[] = [
    "failed",
    "cancelled",
    ...(kinds.includes("delivered") ? ["delivered" as const] : []),
  ];
  const query = useQuery({
    ...trpc.webhooks.resendable.queryOptions({ ...scope, statuses: counting }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
  const { data: found, isPlaceholderData: isCounting } = query;
  const chosen: Chosen = { ...NONE };
  for (const kind of kinds) chosen[kind] = found?.[kind] ?? 0;
  const [left, setLeft] = useState<Chosen | null>(null);
  const shown = left ?? chosen;
  const count = sumOf(shown);
  const usage = useQuery({ ...trpc.reports.usage.queryOptions(ONE_MONTH), enabled: count > 0 });
  const plan = usage.data?.plans.find(({ isCurrent }) => isCurrent);
  const call = useDialogCall(trpc.webhooks.resendDeliveries.mutationOptions(), () => setIsAsking(false), {
    stale: { queryKey: trpc.webhooks.pathKey() },
    done: ({ queued, left: rest }) => {
      const isOver = sumOf(rest) === 0;
      setLeft(isOver ? null : rest);
      if (isOver) setAsked(null);
      return [queuedWords(sumOf(queued), sumOf(rest))];
    },
  });
  const reason =
    refusal("webhooks.retry") ??
    resendRefusal(endpoint.isEnabled, count, plan?.plan, plan?.limits.manualWebhookRetry);
  const startAnew = (): void => {
    setAsked(null);
    setLeft(null);
  };
  const ask = (): void => {
    if (left === null && found) {
      setAsked({ at: found.counted.at.toISOString(), lastId: found.counted.lastId });
    }
    setIsAsking(true);
  };
  return (
    <Card title="Send again" about="Live and test events, sent again with the same IDs.">
      <QueryView query={query} skeleton={<Skeleton className="h-40 w-full" />}>
        {({ failed, cancelled }) => (
          <div className="grid gap-3">
            {choice === "all" && failed + cancelled === 0 && (
              <p className="text-sm text-soft">
                Nothing is missing: every event was delivered or is still being tried.
              </p>
            )}
            <Select
              aria-label="Since"
              value={choice}
              options={SINCE.map(({ value, label }) => ({ value, label }))}
              onChange={({ target }) => {
                if (!isSinceChoice(target.value) || now === null) return;
                startAnew();
                setChoice(target.value);
                setSince(sinceOf(target.value, now));
              }}
            />
            {KINDS.map((kind) => (
              <Checkbox
                key={kind}
                label={
                  kind === "delivered" && !kinds.includes(kind)
                    ? "Delivered as well"
                    : `${countText(found?.[kind] ?? 0)} ${kind}`
                }
                hint={HINTS[kind]}
                checked={kinds.includes(kind)}
                onChange={({ target }) => {
                  startAnew();
                  setKinds(KINDS.filter((one) => (one === kind ? target.checked : kinds.includes(one))));
                }}
              />
            ))}
            <Button isBusy={isCounting} refusal={reason} onClick={ask}>
              {!isCounting && <RotateCw size={14} aria-hidden="true" />}
              {resendLabel(count)}
            </Button>
          </div>
        )}
      </QueryView>
      <ConfirmDialog
        isOpen={isAsking}
        call={call}
        title={`${resendLabel(count)}?`}
        about={resendQuestion(shown)}
        action="Send again"
        look="primary"
        onConfirm={() => asked && call.mutate({ ...scope, statuses: [...kinds], counted: asked })}
      />
    </Card>
  );
};
