import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const link = z.enum(["connected", "disconnected"]);

export const health = endpoint({
  id: "health",
  method: "GET",
  path: "/health",
  auth: "none",
  summary: "Is the service well?",
  description:
    "Status 200 while requests are answered, `degraded` when the database or the cache is away, the database takes no writes or the process is about to stop; `reasons` says which. Without an external cache the limits live in the process and count as connected. A balancer that goes by the HTTP status should ask `/health/ready`.",
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
          "shutting_down",
        ]),
      )
      .optional()
      .describe("Only where the status is `degraded`. `database_silent`: no answer within two seconds"),
  }),
  errors: [],
});

export const ready = endpoint({
  id: "ready",
  method: "GET",
  path: "/health/ready",
  auth: "none",
  summary: "Should this process be sent requests?",
  description:
    "For balancers and orchestrators: 200, or 503 while the database is away, silent or read-only, while the process is about to stop, and, where `RATE_LIMIT_ON_CACHE_FAILURE=deny`, while the cache is away. Answers within about two seconds.",
  response: z.object({ status: z.literal("ready") }),
  errors: ["SERVICE_UNAVAILABLE"],
});

export const jwks = endpoint({
  id: "jwks",
  method: "GET",
  path: "/.well-known/jwks.json",
  auth: "none",
  summary: "The public keys of the tokens",
  description: "A JSON Web Key Set (RFC 7517). Keys stay listed while tokens signed by them live.",
  response: z.object({ keys: z.array(z.looseObject({ kty: z.string(), kid: z.string() })) }),
  errors: [],
});

export const openapi = endpoint({
  id: "openapi",
  method: "GET",
  path: "/openapi.json",
  auth: "none",
  summary: "This interface as OpenAPI 3.1",
  description: "Made from the same contracts that validate the requests.",
  response: z.looseObject({ openapi: z.string() }),
  errors: [],
});
