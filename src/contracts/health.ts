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
    "Status 200 while requests are answered, `degraded` when the database or the cache is away. Without an external cache the limits live in the process and count as connected.",
  response: z.object({ status: z.enum(["ok", "degraded"]), database: link, cache: link }),
  errors: [],
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
