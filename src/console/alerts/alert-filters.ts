import type { Trpc } from "#console/client/api-provider.tsx";
import { ONWARDS } from "#console/client/query-client.ts";
import { given, oneOf, PAGE_ROWS } from "#console/words/words.ts";
import { ALERT_RULES, TENANT_RULES } from "#core/alerts/rules.ts";
import type { Filter } from "#kit/filters.tsx";

const STATES = ["open", "past"] as const;

/** The parts of the page, by `view` in its address; the first without one. */
export const VIEWS = ["list", "rules", "mine"] as const;

export const viewIn = (query: (name: string) => string | null): (typeof VIEWS)[number] =>
  oneOf(VIEWS, query("view")) ?? "list";

/** The query that an address asks for, in the browser and on the server; invalid values are left out. */
export const alertsInput = (query: (name: string) => string | null) => {
  const state = oneOf(STATES, query("state"));
  return {
    ...given({
      isOpen: state === undefined ? undefined : state === "open",
      rule: oneOf(TENANT_RULES, query("rule")),
    }),
    limit: PAGE_ROWS,
  };
};

export const ALERT_FILTERS: readonly Filter[] = [
  {
    name: "state",
    label: "State",
    any: "Open and past",
    choices: [
      { value: "open", label: "Open" },
      { value: "past", label: "Past" },
    ],
  },
  {
    name: "rule",
    label: "Rule",
    any: "Any rule",
    choices: TENANT_RULES.map((value) => ({ value, label: ALERT_RULES[value].title })),
  },
];

export const alertsOptions = (trpc: Trpc, input: ReturnType<typeof alertsInput>) =>
  trpc.alerts.list.infiniteQueryOptions(input, ONWARDS);
