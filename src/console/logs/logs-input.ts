import type { Trpc } from "#console/client/api-provider.tsx";
import { ONWARDS } from "#console/client/query-client.ts";
import type { RowsOf } from "#console/client/use-newest.ts";
import { dayIn, given, oneOf, typedText } from "#console/words/words.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";

const PAGE = 50;
const STATUS = /^[1-5](?:\d\d|xx)$/;

// Days of UTC in the address, both inside; moments for the service.
const from = (day: string | undefined): string | undefined => day && `${day}T00:00:00.000Z`;
const to = (day: string | undefined): string | undefined => day && `${day}T23:59:59.999Z`;

/** The address's filters as far as they make sense; the rest is left out. */
export const logsInput = (query: (name: string) => string | null) => ({
  ...given({
    status: STATUS.exec(query("status") ?? "")?.[0],
    method: oneOf(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"], query("method")),
    path: typedText(query("path")),
    requestId: typedText(query("requestId")),
    from: from(dayIn(query("from"))),
    to: to(dayIn(query("to"))),
  }),
  limit: PAGE,
});

export const logsOptions = (trpc: Trpc, input: ReturnType<typeof logsInput>) =>
  trpc.reports.logs.infiniteQueryOptions(input, ONWARDS);

type Page = ConsoleOutputs["reports"]["logs"];

export const LOG_ROWS: RowsOf<Page, Page["logs"][number]> = {
  rows: (page) => page.logs,
  withRows: (page, logs) => ({ ...page, logs }),
  id: (row) => row.id,
};
