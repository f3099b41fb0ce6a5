import type { z } from "zod";
import type { ErrorCode } from "#core/errors.ts";

/** Who may call: by which credential. */
export type EndpointAuth = "tenant" | "admin" | "none";

export type HttpMethod = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * A promise, written once: it drives validation, types, authentication, limits, idempotency, errors,
 * OpenAPI and the test matrix.
 */
export type Endpoint = {
  /** Also the `event` of its request log lines. */
  id: string;
  method: HttpMethod;
  /** As in the interface document; `:id` marks a path parameter. */
  path: string;
  auth: EndpointAuth;
  summary: string;
  description: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What success looks like. Fields not promised here are not sent. */
  response: z.ZodType;
  /** Whether `Accept: text/plain` gets text instead. */
  plainText?: true;
  /** Codes that this endpoint adds to those of its kind: see `errorsOf`. */
  errors: readonly ErrorCode[];
};

/** Keeps the literal types of a contract. */
export const endpoint = <const E extends Endpoint>(contract: E): E => contract;

const ALWAYS: readonly ErrorCode[] = ["INTERNAL_ERROR", "METHOD_NOT_ALLOWED"];
const BY_AUTH: Record<EndpointAuth, readonly ErrorCode[]> = {
  tenant: [
    "AUTH_INVALID_KEY",
    "UNAUTHENTICATED_TENANT",
    "RATE_LIMIT_EXCEEDED",
    "CACHE_ERROR",
    "DATABASE_ERROR",
  ],
  // The limit is on failed authentications, and it is the cache that counts them.
  admin: ["UNAUTHENTICATED_ADMIN", "RATE_LIMIT_EXCEEDED", "CACHE_ERROR", "DATABASE_ERROR"],
  none: [],
};

/** Every code that a call of this endpoint may answer with. */
export const errorsOf = (contract: Endpoint): ErrorCode[] => {
  const codes = new Set<ErrorCode>([...BY_AUTH[contract.auth], ...contract.errors, ...ALWAYS]);
  if (contract.body) codes.add("INVALID_REQUEST_BODY").add("PAYLOAD_TOO_LARGE");
  if (contract.query || contract.params || contract.method === "POST") codes.add("INVALID_PARAMETERS");
  if (contract.method === "POST") codes.add("IDEMPOTENCY_IN_PROGRESS");
  return [...codes];
};
