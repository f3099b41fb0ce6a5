import { z } from "zod";
import {
  disclosure,
  email,
  methodsOf,
  pageSize,
  pathId,
  reference,
  returnWith,
  text,
  timestamp,
  verificationStatus,
  visible,
} from "./common.ts";
import { adminEndpoint } from "./endpoint.ts";
import { deletion } from "./erasure.ts";
import { ownerInvitation } from "./members.ts";
import { acceptedWarnings, policy } from "./policy.ts";

const count = z.number().int().min(0).max(1_000_000_000);
const tenantId = reference;
const tenantName = visible(200).min(1);
const plan = z.enum(["free", "growth", "scale"]);

/** A tenant can override any number of its plan. */
const overrides = z
  .strictObject({
    rateLimitPerMinute: count.min(1).optional(),
    included: count.optional().describe("Live verifications a month without overage"),
    overageAllowed: z.boolean().optional(),
    hardLimit: count.optional(),
    testMonthlyQuota: count.optional(),
    manualWebhookRetry: z.boolean().optional(),
    monthlyPriceMinor: count.optional().describe("Minor units, for example cents"),
    overagePriceMinor: count.optional().describe("Minor units for each verification beyond the quota"),
  })
  .meta({ id: "PlanOverrides" });

export const billing = z
  .object({
    plan,
    currency: z.string(),
    period: z.object({ start: timestamp, end: timestamp }).describe("UTC calendar month"),
    included: z.number().int(),
    used: z.number().int(),
    overage: z.number().int(),
    hardLimit: z.number().int(),
    rateLimitPerMinute: z.number().int(),
    amountDue: z.number().int().describe("Minor units"),
  })
  .meta({ id: "Billing" });

const tenantRow = z
  .object({ id: tenantId, name: z.string(), isActive: z.boolean(), billing })
  .meta({ id: "TenantRow" });

const tenantDetail = tenantRow
  .extend({
    apiKey: z
      .string()
      .nullable()
      .describe("The newest live key that is neither revoked nor set to expire; null if there is none"),
    methods: z.array(z.string()).describe("The methods that its pages offer, in this order"),
    returnWith: z
      .literal("code")
      .optional()
      .describe("`code`: browsers bring a code for the token; absent: they bring the token"),
    disclosure: disclosure.optional().describe("Absent: `age`"),
    policyId: z
      .string()
      .optional()
      .describe("`pol_…`: the version of its method policy that new verifications pin; absent: none"),
    stripeCustomerId: z
      .string()
      .optional()
      .describe("To whom its usage is reported at Stripe; absent: to nobody"),
    deletion: deletion.optional().describe("While it is being deleted"),
    totalVerifications: z.number().int(),
    lastVerifications: z.array(
      z.object({
        verificationId: z.string(),
        status: verificationStatus,
        createdAt: timestamp,
        completedAt: timestamp.nullable(),
        method: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "TenantDetail" });

const total = z.number().int().min(0);

export const metrics = adminEndpoint("GET", "/admin/metrics", {
  id: "admin.metrics",
  scope: "metrics",
  summary: "Service metrics",
  description:
    "Figures of the whole deployment. While the database is away, `dbStatus` says so and the figures that it keeps are null. `Accept: text/plain` returns them in Prometheus text format. Takes a key of `METRICS_KEYS` too, which is good for nothing else.",
  plainText: true,
  answersWithoutDatabase: true,
  response: z.object({
    uptimeSeconds: z.number(),
    dbStatus: z.enum(["connected", "disconnected"]),
    cacheStatus: z.enum(["connected", "disconnected"]),
    totalTenants: total.nullable(),
    totalVerifications: total.nullable(),
    requestLogLinesDropped: total.describe("By this process since it started"),
    verificationsExpired: total.nullable(),
    verificationsPurged: total.nullable().describe("Verifications whose metadata was erased by retention"),
    eventsPurged: total.nullable(),
    webhooks: z
      .object({
        queueDepth: z.number().int().describe("Waiting deliveries"),
        oldestDueSeconds: z.number().int().describe("How long the oldest due delivery has waited"),
        attempts: z.record(z.string(), total).describe("By result: ok, status, dns, tls, timeout, …"),
      })
      .nullable(),
  }),
});

export const listTenants = adminEndpoint("GET", "/admin/tenants", {
  id: "admin.tenants.list",
  scope: "read",
  summary: "List tenants",
  description: "An array, newest first. The `Link` header points to the next page (RFC 8288, rel=next).",
  linksToNext: true,
  query: z.strictObject({ limit: pageSize(100), cursor: tenantId.optional() }),
  response: z.array(tenantRow),
});

export const createTenant = adminEndpoint("POST", "/admin/tenants", {
  id: "admin.tenants.create",
  scope: "all",
  summary: "Create a tenant",
  description:
    "Returns the tenant's first live API key and, with `ownerEmail`, the link of the owner's invitation. Where the operator has set a mail server, the link is sent to that address as well.",
  body: z.strictObject({
    name: tenantName,
    plan: plan.optional(),
    overrides: overrides.optional(),
    ownerEmail: email.optional().describe("Invited as the first owner, for 30 days; stored encrypted"),
  }),
  response: z.object({
    id: tenantId,
    name: z.string(),
    apiKey: z.string(),
    isActive: z.boolean(),
    ownerInvitation: ownerInvitation.optional().describe("With `ownerEmail`"),
  }),
});

export const getTenant = adminEndpoint("GET", "/admin/tenants/:id", {
  id: "admin.tenants.get",
  scope: "read",
  summary: "One tenant with statistics",
  description: "`lastVerifications` lists the last ten, newest first.",
  params: z.strictObject({ id: pathId }),
  response: tenantDetail,
  errors: ["TENANT_NOT_FOUND"],
});

export const updateTenant = adminEndpoint("PATCH", "/admin/tenants/:id", {
  id: "admin.tenants.update",
  scope: "all",
  summary: "Change a tenant",
  description:
    "Changes only the given fields; `overrides` replaces all previous overrides. Takes effect everywhere within 10 seconds. To invite or replace owners, use `/admin/tenants/:id/invitations` and `/admin/tenants/:id/members`.",
  params: z.strictObject({ id: pathId }),
  body: z
    .strictObject({
      name: tenantName.optional(),
      isActive: z.boolean().optional(),
      plan: plan.optional(),
      overrides: overrides.optional(),
      methods: methodsOf(text(40))
        .optional()
        .describe(
          "The methods that its pages offer, in this order: `document`, `wallet` or another method of this deployment",
        ),
      returnWith: returnWith
        .optional()
        .describe(
          "What the browser brings to `callback_url` after an approval; `code` keeps tokens out of addresses",
        ),
      disclosure: disclosure
        .optional()
        .describe("What new verifications tell where their start does not say"),
      policy: policy
        .nullable()
        .optional()
        .describe(
          "A method policy: published as the tenant's next version, for verifications that start from now on. It may name any method of this deployment. null: the tenant has no policy any more",
        ),
      acceptedWarnings: acceptedWarnings
        .optional()
        .describe("With `policy`: codes of the warnings that it is published in spite of"),
      stripeCustomerId: z
        .string()
        .regex(/^cus_[A-Za-z0-9]{1,100}$/, "expected a customer of Stripe's such as cus_NffrFeUfNV2Hib")
        .nullable()
        .optional()
        .describe(
          "With `STRIPE_METER_SECRET_KEY`: whom its usage is reported for, from this month on. null: for nobody any more",
        ),
      ownerEmail: z
        .never({ error: "cannot be changed here: invite an owner with POST /admin/tenants/:id/invitations" })
        .optional()
        .describe("Not accepted: invite an owner with `POST /admin/tenants/:id/invitations`"),
    })
    .refine((body) => Object.keys(body).length > 0, {
      message:
        "expected at least one of name, isActive, plan, overrides, methods, returnWith, disclosure, policy, stripeCustomerId",
    })
    .refine((body) => !body.acceptedWarnings || body.policy, {
      path: ["acceptedWarnings"],
      message: "expected a policy beside it",
    }),
  response: tenantDetail,
  errors: ["TENANT_NOT_FOUND", "CONFLICT"],
});

// Earlier years make no sense here, and Postgres has no year 0.
export const logTime = z.iso
  .datetime({ offset: true })
  .refine((text) => !(Date.parse(text) < 0), { message: "expected a time since 1970" });

const statusFilter = z
  .string()
  .regex(/^([1-5]\d\d|[1-5]xx)$/, "expected a status such as 404, or a class such as 4xx");

/** Of a list that can be read on, oldest first. */
export const after = z
  .string()
  .regex(/^(?:0|[A-Za-z0-9_-]{22})$/, "expected 0 or the nextCursor of the previous answer")
  .optional()
  .describe("Oldest first, from here on: `nextCursor` of the previous answer, or `0` for the oldest");

/** Filters of the request log, for the operator and for a tenant. */
export const logFilters = {
  method: z.enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]).optional(),
  status: statusFilter.optional(),
  event: text(100).min(1).optional(),
  path: text(300).min(1).optional().describe("Exact path, for example /verify/start"),
  from: logTime.optional(),
  to: logTime.optional(),
  requestId: reference.optional(),
  key: reference.optional().describe("Only requests with this API key, by its id: `key_…`"),
  limit: pageSize(200),
  cursor: reference.optional().describe("Newest first: `nextCursor` of the previous page"),
  after,
};

export const notBothPlaces = ({ cursor, after: from }: { cursor?: unknown; after?: unknown }): boolean =>
  cursor === undefined || from === undefined;

export const NOT_BOTH = {
  path: ["after"],
  message: "expected either cursor, for newest first, or after, for oldest first",
};

/** How both orders of the log are read. */
export const LOG_ORDER =
  "With `after`, in the order in which they were written: keep `nextCursor` and send it as `after` next time, and no line is skipped and none comes twice. `Accept: application/x-ndjson` returns all lines after `after` as JSON lines, each with its own `cursor`.";

export const logLine = z.object({
  id: z.string(),
  time: timestamp,
  method: z.string(),
  url: z.string(),
  status: z.number().int(),
  durationMs: z.number(),
  event: z.string(),
  requestId: z.string(),
  code: z.string().nullable().describe("The code of the error, if any"),
  verificationId: z.string().nullable(),
});

/** In the order of the fields that operators have today. */
const withTenant = ({ event, requestId, code, verificationId, ...before }: typeof logLine.shape) =>
  z.object({ ...before, tenantId: z.string().nullable(), event, requestId, code, verificationId });

export const logQuery = z.strictObject({ tenantId: tenantId.optional(), ...logFilters });

export const logs = adminEndpoint("GET", "/admin/logs", {
  id: "admin.logs",
  scope: "read",
  summary: "Recent requests",
  description: `Newest first. ${LOG_ORDER} Lines are written in batches within about a second. They contain no bodies, keys or query values.`,
  jsonLines: true,
  query: logQuery.refine(notBothPlaces, NOT_BOTH),
  response: z.object({
    logs: z.array(withTenant(logLine.shape)),
    nextCursor: z.string().nullable(),
    hasMore: z.boolean().optional().describe("With `after`"),
  }),
});
