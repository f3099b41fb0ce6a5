import type { Trpc } from "#console/client/api-provider.tsx";
import { ONWARDS } from "#console/client/query-client.ts";
import type { RowsOf } from "#console/client/use-newest.ts";
import { dayIn, given } from "#console/words/words.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";
import { NOUNS } from "./audit-words.ts";

const PAGE = 50;
const ACTOR = /^(?:member:mem_\w+|admin|system)$/;

/** What the address asks of the trail; anything odd is left out. */
export const auditInput = (query: (name: string) => string | null) => {
  const action = NOUNS.find(({ value }) => value === query("action"))?.value;
  const actor = ACTOR.exec(query("actor") ?? "")?.[0];
  const days = given({ from: dayIn(query("from")), to: dayIn(query("to")) });
  return { ...(action && { action }), ...(actor && { actor }), ...days, limit: PAGE };
};

export const auditOptions = (trpc: Trpc, input: ReturnType<typeof auditInput>) =>
  trpc.reports.audit.infiniteQueryOptions(input, ONWARDS);

type Page = ConsoleOutputs["reports"]["audit"];

export const AUDIT_ROWS: RowsOf<Page, Page["entries"][number]> = {
  rows: (page) => page.entries,
  withRows: (page, entries) => ({ ...page, entries }),
  id: (row) => row.id,
};
