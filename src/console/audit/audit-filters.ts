import type { Trpc } from "#console/client/api-provider.tsx";
import { ONWARDS } from "#console/client/query-client.ts";
import { dayIn, given, PAGE_ROWS } from "#console/words/words.ts";
import type { Filter } from "#kit/filters.tsx";

// A noun stands for every action on that kind of thing.
const NOUNS = [
  { value: "api_key", label: "API keys" },
  { value: "webhook_endpoint", label: "Webhook endpoints" },
  { value: "webhook_delivery", label: "Webhook deliveries" },
  { value: "token", label: "Tokens" },
  { value: "voucher", label: "Vouchers" },
  { value: "identity_provider", label: "Identity providers" },
  { value: "vendor", label: "Vendors" },
  { value: "verifications", label: "Exports" },
  { value: "member", label: "Members" },
  { value: "invitation", label: "Invitations" },
  { value: "settings", label: "Settings" },
  { value: "logo", label: "Logo" },
  { value: "tenant", label: "Tenant" },
] as const;

const ACTOR = /^(?:member:mem_\w+|admin|system)$/;

/** The query that an address asks for, in the browser and on the server; invalid values are left out. */
export const auditInput = (query: (name: string) => string | null) => ({
  ...given({
    action: NOUNS.find(({ value }) => value === query("action"))?.value,
    actor: ACTOR.exec(query("actor") ?? "")?.[0],
    from: dayIn(query("from")),
    to: dayIn(query("to")),
  }),
  limit: PAGE_ROWS,
});

export const auditFilters = (members: readonly { id: string; name: string }[]): Filter[] => [
  {
    name: "actor",
    label: "Who",
    any: "Anyone",
    choices: [
      ...members.map(({ id, name }) => ({ value: `member:${id}`, label: name })),
      { value: "admin", label: "Operator" },
      { value: "system", label: "The service" },
    ],
  },
  { name: "action", label: "What", any: "Any action", choices: NOUNS },
];

export const auditOptions = (trpc: Trpc, input: ReturnType<typeof auditInput>) =>
  trpc.reports.audit.infiniteQueryOptions(input, ONWARDS);
