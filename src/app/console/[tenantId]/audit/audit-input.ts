import type { ConsoleOutputs } from "#trpc/root.ts";
import { NOUNS } from "#ui/console/audit/audit-words.ts";
import { dayIn, given } from "#ui/console/filter-texts.ts";
import type { RowsOf } from "../../client/merge-newest.ts";
import { ONWARDS } from "../../client/onwards.ts";
import type { Trpc } from "../../client/trpc.ts";

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
