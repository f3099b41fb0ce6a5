import type { Trpc } from "#console/client/api-provider.tsx";
import { modeOf } from "#console/client/paths.ts";
import { ONWARDS } from "#console/client/query-client.ts";
import { DELIVERY_NAMES } from "#console/words/badges.tsx";
import { daysIn, given, oneOf, PAGE_ROWS, typedText } from "#console/words/words.ts";
import { ALL_EVENT_NAMES } from "#core/event.ts";
import type { Filter } from "#kit/filters.tsx";

const STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;

/** The query that an address asks for, in the browser and on the server; invalid values are left out. */
export const deliveriesInput = (query: (name: string) => string | null) => ({
  ...given({
    endpointId: typedText(query("endpointId")),
    status: oneOf(STATUSES, query("status")),
    event: oneOf(ALL_EVENT_NAMES, query("event")),
    verificationId: typedText(query("verificationId")),
    ...daysIn(query),
  }),
  mode: modeOf(query("mode")),
  limit: PAGE_ROWS,
});

export const deliveryFilters = (endpoints: readonly { id: string; url: string }[]): Filter[] => [
  { name: "verificationId", label: "Search by verification id", placeholder: "Verification id" },
  {
    name: "status",
    label: "State",
    any: "Any state",
    choices: STATUSES.map((value) => ({ value, label: DELIVERY_NAMES[value] })),
  },
  {
    name: "event",
    label: "Event",
    any: "Any event",
    choices: ALL_EVENT_NAMES.map((name) => ({ value: name, label: name })),
  },
  {
    name: "endpointId",
    label: "Endpoint",
    any: "Any endpoint",
    choices: endpoints.map(({ id, url }) => ({ value: id, label: url })),
  },
];

export const deliveriesOptions = (trpc: Trpc, input: ReturnType<typeof deliveriesInput>) =>
  trpc.webhooks.deliveries.infiniteQueryOptions(input, ONWARDS);
