import { z } from "zod";
import { after, billing, LOG_ORDER, logFilters, logLine, logTime, NOT_BOTH, notBothPlaces } from "./admin.ts";
import { mode, pageSize, pathId, reference, text, timestamp } from "./common.ts";
import { adminEndpoint, tenantEndpoint } from "./endpoint.ts";

const count = z.number().int();

export const usage = tenantEndpoint("GET", "/usage", {
  id: "usage.read",
  scope: "usage:read",
  summary: "Usage, bill and limits",
  description:
    "The month so far, the same numbers as on the console's usage page. A test key gets them too: they say nothing about a verification.",
  query: z.strictObject({}),
  response: z.object({
    billing,
    rateLimit: z.object({
      limit: count.describe("Requests to these endpoints in a window; `RateLimit` says how many are left"),
      windowSeconds: count,
    }),
    test: z.object({
      used: count.describe("Test verifications started this month; they are free"),
      cap: count.describe("The most that a month allows"),
    }),
  }),
});

export const logs = tenantEndpoint("GET", "/logs", {
  id: "logs.list",
  scope: "logs:read",
  summary: "Your own recent requests",
  description: `Newest first: your backend's requests, and others that name your tenant, such as a browser's return from a page. ${LOG_ORDER} A test key sees only what test keys asked. Lines are written in batches within about a second. They contain no bodies, keys or query values.`,
  jsonLines: true,
  query: z
    .strictObject({
      ...logFilters,
      mode: mode.optional().describe("Only requests by keys of this mode; a test key reads `test` only"),
    })
    .refine(notBothPlaces, NOT_BOTH),
  response: z.object({
    logs: z.array(
      logLine.extend({
        mode: mode.nullable().describe("Of the API key; null: a request without one, such as a browser's"),
        keyId: z.string().nullable().describe("The id of the API key; null: a request without one"),
      }),
    ),
    nextCursor: z.string().nullable(),
    hasMore: z.boolean().optional().describe("With `after`"),
  }),
});

const trailFilters = {
  action: text(100)
    .min(1)
    .optional()
    .describe("One action, or all on a kind of thing: `api_key.revoke`, `api_key`"),
  actor: text(200).min(1).optional().describe("`member:mem_…`, `tenant:key_…`, `admin` or `system`"),
  from: logTime.optional(),
  to: logTime.optional(),
  limit: pageSize(200),
  cursor: reference.optional().describe("Newest first: `nextCursor` of the previous page"),
  after,
};

const entry = z.object({
  id: z.string(),
  at: timestamp,
  action: z.string().describe("As noun.verb"),
  actor: z.string().describe("Who did it, by id: no names"),
  target: z.string().describe("The id of the changed object"),
  changes: z.unknown().describe("The new values and, under `before`, the old ones; never a secret"),
  requestId: z.string(),
});

const { id, at, ...others } = entry.shape;

const pageOf = <Entry extends z.ZodType>(of: Entry) =>
  z.object({
    entries: z.array(of),
    nextCursor: z.string().nullable().describe("For `cursor`, or for `after` if that was given"),
    hasMore: z.boolean(),
  });

const ORDER =
  "Newest first; with `after`, oldest first: keep `nextCursor` and send it as `after` next time, and no entry is skipped and none comes twice. `Accept: application/x-ndjson` returns all entries after `after` as JSON lines, oldest first, each with its own `cursor`.";

export const audit = tenantEndpoint("GET", "/audit", {
  id: "audit.list",
  scope: "audit:read",
  summary: "Your audit trail",
  description: `The changes in your tenant, each with its actor. ${ORDER} Needs a live key.`,
  jsonLines: true,
  query: z.strictObject(trailFilters).refine(notBothPlaces, NOT_BOTH),
  response: pageOf(entry),
  errors: ["PERMISSION_DENIED"],
});

export const allAudit = adminEndpoint("GET", "/admin/audit", {
  id: "admin.audit",
  scope: "read",
  summary: "The audit trail of all tenants",
  description: `The changes in every tenant and in the deployment itself, each with its actor. ${ORDER}`,
  jsonLines: true,
  query: z.strictObject({ tenantId: reference.optional(), ...trailFilters }).refine(notBothPlaces, NOT_BOTH),
  response: pageOf(
    z.object({
      id,
      at,
      tenantId: z.string().nullable().describe("Null: the deployment itself, such as a trust anchor"),
      ...others,
    }),
  ),
});

export const archiveTenant = adminEndpoint("GET", "/admin/tenants/:id/archive", {
  id: "admin.tenants.archive",
  scope: "all",
  summary: "Everything of a tenant",
  description:
    "All that is stored for a tenant, live and test, as JSON lines as of one moment: a line with `type` `manifest`, one for each row, and a last one with `type` `end` and the counts, without which the file is not complete. No secrets and no hashes. It becomes an entry of the tenant's audit trail. A reader that stops for a minute is cut off.",
  jsonLines: "only",
  params: z.strictObject({ id: pathId }),
  response: z.unknown().describe("JSON lines"),
  errors: ["TENANT_NOT_FOUND"],
});

export type AuditQuery = z.output<typeof audit.query>;
export type AllAuditQuery = z.output<typeof allAudit.query>;
