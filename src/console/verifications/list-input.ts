import type { Trpc } from "#console/client/api-provider.tsx";
import { ONWARDS } from "#console/client/query-client.ts";
import type { RowsOf } from "#console/client/use-newest.ts";
import { modeOf } from "#console/shell/mode.ts";
import { dayIn, given, oneOf, typedText } from "#console/words/words.ts";
import { VERIFICATION_STATUSES } from "#core/verification.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";

const PAGE = 50;

/** The address's filters as far as they make sense; the rest is left out. */
export const listInput = (query: (name: string) => string | null) => ({
  ...given({
    status: oneOf(VERIFICATION_STATUSES, query("status")),
    method: typedText(query("method")),
    from: dayIn(query("from")),
    to: dayIn(query("to")),
    search: typedText(query("search")),
  }),
  mode: modeOf(query("mode")),
  limit: PAGE,
});

export const verificationsOptions = (trpc: Trpc, input: ReturnType<typeof listInput>) =>
  trpc.verifications.list.infiniteQueryOptions(input, ONWARDS);

type Page = ConsoleOutputs["verifications"]["list"];

export const VERIFICATION_ROWS: RowsOf<Page, Page["verifications"][number]> = {
  rows: (page) => page.verifications,
  withRows: (page, verifications) => ({ ...page, verifications }),
  id: (row) => row.verificationId,
};
