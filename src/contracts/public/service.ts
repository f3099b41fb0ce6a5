import { z } from "zod";
import { openEndpoint } from "./endpoint.ts";

const link = z.enum(["connected", "disconnected"]);

export const health = openEndpoint("GET", "/health", {
  id: "health",
  summary: "Health of the service",
  description:
    "Returns 200 while requests are answered. The status is `degraded` when the database or the cache is unavailable, the database is read-only, the process is broken or it is about to stop; `reasons` says which. Without an external cache, the limits live in the process and count as connected. A proxy that relies on the HTTP status should call `/health/serving`.",
  response: z.object({
    status: z.enum(["ok", "degraded"]),
    database: link,
    cache: link,
    reasons: z
      .array(
        z.enum([
          "database_unreachable",
          "database_silent",
          "database_read_only",
          "cache_unreachable",
          "process_broken",
          "shutting_down",
        ]),
      )
      .optional()
      .describe(
        "Only with the status `degraded`. `database_silent`: no answer within two seconds. `process_broken`: a request that is always right fails in this process, which ends so that another one takes its place",
      ),
  }),
});

export const ready = openEndpoint("GET", "/health/ready", {
  id: "ready",
  summary: "Readiness of this process",
  description:
    "For upgrades and monitoring: 200, or 503 while the database is unavailable, silent or read-only, while migrations of this release are pending, while the process is broken or about to stop and, with `RATE_LIMIT_ON_CACHE_FAILURE=deny`, while the cache is unavailable. Answers within about two seconds.",
  response: z.object({ status: z.literal("ready") }),
  errors: ["SERVICE_UNAVAILABLE"],
});

export const serving = openEndpoint("GET", "/health/serving", {
  id: "serving",
  summary: "Whether this process serves",
  description:
    "For proxies and load balancers: 200, or 503 until the process could write to the database once, and while it is broken or about to stop. A database that goes away later, or an unavailable cache, does not count, because all processes share it, and each request then gets its own answer. Answers within about two seconds.",
  answersWithoutDatabase: true,
  response: z.object({ status: z.literal("serving") }),
  errors: ["SERVICE_UNAVAILABLE"],
});

export const jwks = openEndpoint("GET", "/.well-known/jwks.json", {
  id: "jwks",
  summary: "Public keys for tokens",
  description: "A JSON Web Key Set (RFC 7517). A key stays listed while tokens signed with it are valid.",
  response: z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) }),
});

export const openapi = openEndpoint("GET", "/openapi.json", {
  id: "openapi",
  summary: "OpenAPI 3.1 document of this interface",
  description: "Generated from the contracts that validate the requests.",
  response: z.looseObject({ openapi: z.string() }),
});
