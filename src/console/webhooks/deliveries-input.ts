import type { Trpc } from "#console/client/api-provider.tsx";
import { ONWARDS } from "#console/client/query-client.ts";
import type { RowsOf } from "#console/client/use-newest.ts";
import { modeOf } from "#console/shell/mode.ts";
import { dayIn, given, oneOf, typedText } from "#console/words/words.ts";
import { EVENT_NAMES } from "#core/event.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";

const PAGE = 50;
const STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;

/** The address's filters as far as they make sense; the rest is left out. */
export const deliveriesInput = (query: (name: string) => string | null) => ({
  ...given({
    endpointId: typedText(query("endpointId")),
    status: oneOf(STATUSES, query("status")),
    event: oneOf(EVENT_NAMES, query("event")),
    verificationId: typedText(query("verificationId")),
    from: dayIn(query("from")),
    to: dayIn(query("to")),
  }),
  mode: modeOf(query("mode")),
  limit: PAGE,
});

export const deliveriesOptions = (trpc: Trpc, input: ReturnType<typeof deliveriesInput>) =>
  trpc.webhooks.deliveries.infiniteQueryOptions(input, ONWARDS);

type Page = ConsoleOutputs["webhooks"]["deliveries"];

export const DELIVERY_ROWS: RowsOf<Page, Page["deliveries"][number]> = {
  rows: (page) => page.deliveries,
  withRows: (page, deliveries) => ({ ...page, deliveries }),
  id: (row) => row.id,
};
