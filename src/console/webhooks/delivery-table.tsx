"use client";
import { TenantLink } from "#console/client/access.tsx";
import { deliveryPath } from "#console/client/paths.ts";
import { VerificationLink } from "#console/verifications/verification-table.tsx";
import { DeliveryBadge } from "#console/words/badges.tsx";
import { answerText } from "#console/words/delivery-answer.ts";
import { ALL_EVENT_NAMES, USUAL_EVENTS } from "#core/event.ts";
import { commandLineText } from "#core/webhooks/webhook.ts";
import { durationText } from "#kit/format.ts";
import { AddressText } from "#kit/page-layout.tsx";
import type { Column } from "#kit/table.tsx";
import { Time } from "#kit/time.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";

export type DeliverySummary = ConsoleOutputs["webhooks"]["deliveries"]["deliveries"][number];

type Target = Pick<DeliverySummary, "endpointId" | "listener">;

/** Where a delivery goes: an endpoint's address, or a command line. */
export const targetText = (
  { endpointId, listener }: Target,
  endpoints: readonly { id: string; url: string }[] | undefined,
): string =>
  listener === null
    ? (endpoints?.find(({ id }) => id === endpointId)?.url ?? "removed endpoint")
    : commandLineText(listener);

/** @param addressOf where a delivery goes; null hides the column */
export const deliveryColumns = (
  addressOf: ((delivery: Target) => string) | null,
): Column<DeliverySummary>[] => [
  { id: "status", name: "State", className: "w-28", cell: ({ status }) => <DeliveryBadge status={status} /> },
  {
    id: "event",
    name: "Event",
    className: "w-full max-w-0 sm:w-auto sm:max-w-none sm:whitespace-nowrap print:whitespace-normal",
    // On a phone, the last response has no separate column.
    cell: ({ id, event, lastStatus, lastCode }) => (
      <span className="grid grid-cols-[minmax(0,1fr)] print:grid-cols-[auto]">
        <TenantLink
          to={deliveryPath}
          of={id}
          prefetch={false}
          className="cover-link focus-inset font-medium text-ink no-underline"
        >
          <span className="sr-only sm:not-sr-only sm:whitespace-nowrap print:whitespace-normal">
            verification.
          </span>
          {event.replace("verification.", "")}
        </TenantLink>
        <span className="text-xs text-soft wrap-anywhere sm:hidden">{answerText(lastStatus, lastCode)}</span>
      </span>
    ),
  },
  ...(addressOf
    ? [
        {
          id: "endpoint",
          name: "Endpoint",
          className:
            "hidden md:table-cell print:table-cell max-w-64 xl:min-w-44 print:max-w-28 print:min-w-0",
          cell: (delivery: DeliverySummary) => (
            <AddressText text={addressOf(delivery)} lines={3} className="text-soft" />
          ),
        },
      ]
    : []),
  {
    id: "verification",
    name: "Verification",
    className: "hidden xl:table-cell print:table-cell",
    cell: ({ verificationId }) =>
      verificationId === null ? (
        "–"
      ) : (
        <VerificationLink verificationId={verificationId} className="relative text-soft" />
      ),
  },
  {
    id: "answer",
    name: "Last response",
    className: "hidden min-w-36 sm:table-cell print:min-w-0",
    cell: ({ lastStatus, lastCode }) => (
      <span className="wrap-anywhere">{answerText(lastStatus, lastCode)}</span>
    ),
  },
  {
    id: "attempts",
    name: "Attempts",
    className: "hidden md:table-cell print:table-cell w-20 print:w-auto text-right tabular",
    cell: ({ attempt }) => attempt,
  },
  {
    id: "took",
    name: "Took",
    // Beside an address it fits from 1440 px on.
    className: addressOf
      ? "hidden min-[90rem]:table-cell print:table-cell w-20 text-right whitespace-nowrap tabular"
      : "hidden xl:table-cell print:table-cell w-20 text-right whitespace-nowrap tabular",
    cell: ({ lastDurationMs }) => (lastDurationMs === null ? "–" : durationText(lastDurationMs)),
  },
  {
    id: "created",
    name: "Created",
    className: "w-32 print:w-auto text-right",
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** The events that an endpoint gets. */
export const eventsText = (events: readonly string[]): string =>
  events.length === ALL_EVENT_NAMES.length
    ? "All events"
    : (events.length === 0 ? USUAL_EVENTS : events)
        .map((event) => event.replace("verification.", ""))
        .join(", ");
