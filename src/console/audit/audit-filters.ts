import type { Trpc } from "#console/client/api-provider.tsx";
import { ONWARDS } from "#console/client/query-client.ts";
import { daysIn, given, PAGE_ROWS, typedText } from "#console/words/words.ts";
import type { AuditNoun } from "#core/audit.ts";
import type { Filter } from "#kit/filters.tsx";

/** A noun stands for every action on that kind of thing. */
export const NOUN_LABELS: Readonly<Record<AuditNoun, string>> = {
  admin_key: "Operator’s keys",
  policy: "Policies",
  alerts: "Alerts",
  api_key: "API keys",
  gate: "Gates",
  host: "Hosts",
  oidc_client: "Sites of Sign in with age",
  webhook_endpoint: "Webhook endpoints",
  listener: "Command lines",
  webhook_delivery: "Webhook deliveries",
  verification: "Erasures",
  erasure_request: "Requests for erasure",
  verifications: "Exports of verifications",
  audit_trail: "Exports of the audit trail",
  deployment: "Deployment",
  token: "Tokens",
  voucher: "Vouchers",
  identity_provider: "Identity providers",
  vendor: "Vendors",
  wallet_certificate: "Certificates for wallets",
  reader_certificate: "Reader certificates",
  registrar_certificate: "Certificates for Google Wallet",
  trust_anchor: "Trust anchors",
  trust_list: "Trust lists",
  member: "Members",
  invitation: "Invitations",
  directory: "Directory",
  directory_person: "People of the directory",
  session: "Sign-ins",
  settings: "Settings",
  operator_visit: "Visits of the operator",
  plan_prices: "Prices",
  practice: "Practice statement",
  logo: "Logo",
  tenant: "Tenant",
};

// The deployment's nouns, which never appear in a tenant's entries.
const OPERATORS: readonly string[] = [
  "admin_key",
  "deployment",
  "plan_prices",
  "trust_anchor",
  "trust_list",
] satisfies AuditNoun[];

const NOUNS = Object.entries(NOUN_LABELS)
  .filter(([noun]) => !OPERATORS.includes(noun))
  .map(([value, label]) => ({ value, label }));

// Also who has no choice in the list: an address that names a key finds what it did.
const ACTOR = /^(?:(?:member|tenant|operator|directory|admin):\w{1,40}|admin|system)$/;

/** The query that an address asks for, in the browser and on the server; invalid values are left out. */
export const auditInput = (query: (name: string) => string | null) => ({
  ...given({
    action: NOUNS.find(({ value }) => value === query("action"))?.value,
    actor: ACTOR.exec(query("actor") ?? "")?.[0],
    target: typedText(query("target")),
    ...daysIn(query),
  }),
  limit: PAGE_ROWS,
});

export const auditFilters = (
  members: readonly { id: string; name: string }[],
  keys: readonly { id: string; name: string }[] = [],
): Filter[] => [
  {
    name: "target",
    label: "Search by the id of what was changed",
    placeholder: "Id, such as ver_… or key_…",
  },
  {
    name: "actor",
    label: "Who",
    any: "Anyone",
    choices: [
      ...members.map(({ id, name }) => ({ value: `member:${id}`, label: name })),
      ...keys.map(({ id, name }) => ({ value: `tenant:${id}`, label: `API key ${name}` })),
      { value: "admin", label: "Operator" },
      { value: "system", label: "The service" },
    ],
  },
  { name: "action", label: "What", any: "Any action", choices: NOUNS },
];

export const auditOptions = (trpc: Trpc, input: ReturnType<typeof auditInput>) =>
  trpc.reports.audit.infiniteQueryOptions(input, ONWARDS);
