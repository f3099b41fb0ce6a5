import { VERIFICATION_STATUSES } from "#core/verification.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { dayIn, given, oneOf, typedText } from "#ui/console/filter-texts.ts";
import { modeOf } from "#ui/console/mode.ts";
import type { RowsOf } from "../../client/merge-newest.ts";
import { ONWARDS } from "../../client/onwards.ts";
import type { Trpc } from "../../client/trpc.ts";

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
