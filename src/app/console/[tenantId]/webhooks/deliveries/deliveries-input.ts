import { EVENT_NAMES } from "#core/event.ts";
import { given, oneOf, typedText } from "#ui/console/filter-texts.ts";

const PAGE = 50;
const STATUSES = ["pending", "delivered", "failed", "cancelled"] as const;

/** The address's filters as far as they make sense; the rest is left out. */
export const deliveriesInput = (query: (name: string) => string | null) => ({
  ...given({
    endpointId: typedText(query("endpointId")),
    status: oneOf(STATUSES, query("status")),
    event: oneOf(EVENT_NAMES, query("event")),
    verificationId: typedText(query("verificationId")),
  }),
  limit: PAGE,
});
