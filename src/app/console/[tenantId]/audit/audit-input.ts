import { NOUNS } from "#ui/console/audit/audit-words.ts";

const PAGE = 50;
const ACTOR = /^(?:member:mem_\w+|admin|system)$/;

/** What the address asks of the trail; anything odd is left out. */
export const auditInput = (query: (name: string) => string | null) => {
  const action = NOUNS.find(({ value }) => value === query("action"))?.value;
  const actor = ACTOR.exec(query("actor") ?? "")?.[0];
  return { ...(action && { action }), ...(actor && { actor }), limit: PAGE };
};
