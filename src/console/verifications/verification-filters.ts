import type { Trpc } from "#console/client/api-provider.tsx";
import { modeOf } from "#console/client/paths.ts";
import { ONWARDS } from "#console/client/query-client.ts";
import { STATUS_NAMES } from "#console/words/badges.tsx";
import { daysIn, given, methodName, oneOf, PAGE_ROWS, typedText } from "#console/words/words.ts";
import { VERIFICATION_STATUSES } from "#core/verification.ts";
import type { Filter } from "#kit/filters.tsx";

/** The longest method that the service takes, in characters. */
const MOST_OF_METHOD = 40;

/** The query that an address asks for, in the browser and on the server; invalid values are left out. */
export const listInput = (query: (name: string) => string | null) => ({
  ...given({
    status: oneOf(VERIFICATION_STATUSES, query("status")),
    method: typedText(query("method"), MOST_OF_METHOD),
    waitsFor: oneOf(["voucher"], query("waits")),
    ...daysIn(query),
    search: typedText(query("search")),
  }),
  mode: modeOf(query("mode")),
  limit: PAGE_ROWS,
});

// What else can end a verification; if a policy hides the method, these are the only values to filter by.
const OTHER_METHODS = ["tenant", "sandbox", "undisclosed"];

/** @param offered the methods that this deployment offers */
export const verificationFilters = (offered: readonly string[]): Filter[] => [
  {
    name: "search",
    label: "Search by id or metadata value",
    placeholder: "Id, reference or order, whole",
  },
  {
    name: "status",
    label: "State",
    any: "Any state",
    choices: VERIFICATION_STATUSES.map((status) => ({ value: status, label: STATUS_NAMES[status] })),
  },
  {
    name: "method",
    label: "Method",
    any: "Any method",
    choices: [...offered, ...OTHER_METHODS].map((method) => ({ value: method, label: methodName(method) })),
  },
  {
    name: "waits",
    label: "Waiting",
    any: "Waiting or not",
    choices: [{ value: "voucher", label: "Appeals that a voucher can decide" }],
  },
];

export const verificationsOptions = (trpc: Trpc, input: ReturnType<typeof listInput>) =>
  trpc.verifications.list.infiniteQueryOptions(input, ONWARDS);
