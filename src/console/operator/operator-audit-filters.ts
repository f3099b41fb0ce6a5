import { NOUN_LABELS } from "#console/audit/audit-filters.ts";
import type { Trpc } from "#console/client/api-provider.tsx";
import { ONWARDS } from "#console/client/query-client.ts";
import { daysIn, given, PAGE_ROWS, typedText } from "#console/words/words.ts";
import { isId } from "#core/ids.ts";
import type { Filter } from "#kit/filters.tsx";

const NOUNS = Object.entries(NOUN_LABELS).map(([value, label]) => ({ value, label }));

/** The query that an address asks for, in the browser and on the server; invalid values are left out. */
export const operatorAuditInput = (query: (name: string) => string | null) => {
  const tenantId = typedText(query("tenant"));
  return {
    ...given({
      tenantId: tenantId !== undefined && isId("tenant", tenantId) ? tenantId : undefined,
      action: NOUNS.find(({ value }) => value === query("action"))?.value,
      ...daysIn(query),
    }),
    limit: PAGE_ROWS,
  };
};

export const OPERATOR_AUDIT_FILTERS: readonly Filter[] = [
  { name: "tenant", label: "Tenant’s id", placeholder: "A tenant’s id" },
  { name: "action", label: "What", any: "Any action", choices: NOUNS },
];

export const operatorAuditOptions = (trpc: Trpc, input: ReturnType<typeof operatorAuditInput>) =>
  trpc.operator.audit.infiniteQueryOptions(input, ONWARDS);
