import { z } from "zod";
import { billing, logFilters, logLine } from "./admin.ts";
import { mode } from "./common.ts";
import { tenantEndpoint } from "./endpoint.ts";

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
  description:
    "Newest first: your backend's requests, and others that name your tenant, such as a browser's return from a page. A test key sees only what test keys asked. Lines are written in batches within about a second. They contain no bodies, keys or query values.",
  query: z.strictObject({
    ...logFilters,
    mode: mode.optional().describe("Only requests by keys of this mode; a test key reads `test` only"),
  }),
  response: z.object({
    logs: z.array(
      logLine.extend({
        mode: mode.nullable().describe("Of the API key; null: a request without one, such as a browser's"),
        keyId: z.string().nullable().describe("The id of the API key; null: a request without one"),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
});
