import { entryFor } from "#core/json.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";

type Router = Exclude<keyof ConsoleOutputs, "session" | "operator" | "reports">;
type Part = Router | "reports" | `reports.${keyof ConsoleOutputs["reports"]}`;

/**
 * What an operator's visit read, by the part of the interface that it asked: the console's own names for its pages and
 * sections. A new part without a name does not compile.
 */
const PARTS: Readonly<Record<Part, string>> = {
  alerts: "Alerts",
  appeals: "Appeals that wait",
  deviceLogins: "Command line sign-ins",
  directory: "Members: directory",
  erasureRequests: "Requests",
  gates: "Sites: gates",
  hosts: "Hosts",
  identityProviders: "Identity providers",
  keys: "API keys",
  members: "Members",
  oidcClients: "Sites: Sign in with age",
  operatorAccess: "Settings: operator access",
  policies: "Policy",
  practice: "Settings: practice statement",
  readerCertificates: "Identity providers: reader certificates",
  // Entries of release 0.8.0 do not say which of them.
  reports: "Overview, usage, logs or audit trail",
  "reports.audit": "Audit trail",
  "reports.auditEntry": "Audit trail: one entry",
  "reports.find": "Search",
  "reports.logs": "Logs",
  "reports.overview": "Overview",
  "reports.request": "Logs: one request",
  "reports.statement": "Usage and billing: statement",
  "reports.usage": "Usage and billing",
  settings: "Settings",
  vendors: "Identity providers: vendors",
  verifications: "Verifications",
  vouchers: "Vouchers",
  walletCertificates: "Identity providers: certificate for wallets",
  webhooks: "Webhooks",
};

/** A part of the console in its own words; an unknown one keeps its name. */
export const partText = (part: string): string => entryFor<string>(PARTS, part) ?? part;
