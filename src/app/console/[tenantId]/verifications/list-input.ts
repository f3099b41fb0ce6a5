import { VERIFICATION_STATUSES } from "#core/verification.ts";
import { dayIn, given, oneOf, typedText } from "#ui/console/filter-texts.ts";

const PAGE = 50;

/** The address's filters as far as they make sense; the rest is left out. */
export const listInput = (query: (name: string) => string | null) => ({
  ...given({
    status: oneOf(VERIFICATION_STATUSES, query("status")),
    mode: oneOf(["live", "test"], query("mode")),
    method: typedText(query("method")),
    from: dayIn(query("from")),
    to: dayIn(query("to")),
    search: typedText(query("search")),
  }),
  limit: PAGE,
});
