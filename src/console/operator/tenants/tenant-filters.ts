import type { Trpc } from "#console/client/api-provider.tsx";
import { PLAN_CHOICES } from "#console/operator/money.ts";
import { given, oneOf, PAGE_ROWS, planName, typedText } from "#console/words/words.ts";
import { isId } from "#core/ids.ts";
import type { Filter } from "#kit/filters.tsx";

const STATES = ["open", "closed"] as const;
const QUOTAS = ["refused", "near"] as const;

/** The query that an address asks for, in the browser and on the server; invalid values are left out. */
export const tenantsInput = (query: (name: string) => string | null) => {
  const state = oneOf(STATES, query("state"));
  const after = query("after") ?? "";
  return {
    ...given({
      search: typedText(query("search")),
      plan: oneOf(PLAN_CHOICES, query("plan")),
      isActive: state === undefined ? undefined : state === "open",
      quota: oneOf(QUOTAS, query("quota")),
      cursor: isId("tenant", after) ? after : undefined,
    }),
    limit: PAGE_ROWS,
  };
};

export const TENANT_FILTERS: readonly Filter[] = [
  { name: "search", label: "Search by name or id", placeholder: "Part of a name, or an id" },
  {
    name: "plan",
    label: "Plan",
    any: "Any plan",
    choices: PLAN_CHOICES.map((plan) => ({ value: plan, label: planName(plan) })),
  },
  {
    name: "state",
    label: "State",
    any: "Any state",
    choices: [
      { value: "open", label: "Open" },
      { value: "closed", label: "Suspended or closed" },
    ],
  },
  {
    name: "quota",
    label: "This month",
    any: "Any use",
    choices: [
      { value: "refused", label: "Refused: limit reached" },
      { value: "near", label: "Near the limit" },
    ],
  },
];

export const tenantsOptions = (trpc: Trpc, input: ReturnType<typeof tenantsInput>) =>
  trpc.operator.tenants.queryOptions(input);
