import type { z } from "zod";
import type { AdminScope, KeyScope } from "#core/access/scopes.ts";
import type { ErrorCode } from "#core/errors.ts";

/** The credential that a call needs. */
type EndpointAuth = "tenant" | "admin" | "none";

/**
 * The contract of an API endpoint, written once: it drives validation, types, authentication, limits, idempotency,
 * errors, OpenAPI and the test matrix.
 */
export type Endpoint = {
  /** Also the `event` of its request log lines. */
  id: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** As in the OpenAPI document; `:id` marks a path parameter. */
  path: string;
  auth: EndpointAuth;
  /** What the key must be allowed to do; absent only where no key is needed. */
  scope?: KeyScope | AdminScope;
  summary: string;
  description: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Absent: 64 KiB. The server's own limit (server/bounded-request.ts) is higher. */
  maxBodyBytes?: number;
  /** The body on success. Fields that are not listed here are not sent. */
  response: z.ZodType;
  /** Whether `Accept: text/plain` gets text instead. */
  plainText?: true;
  /** Whether `Accept: application/x-ndjson` gets JSON lines instead, streamed; "only": whatever it accepts. */
  jsonLines?: true | "only";
  /** Whether a page of its list names the next page in `Link`. */
  linksToNext?: true;
  /** Whether it answers 200 while the database is away. */
  answersWithoutDatabase?: true;
  /** A tenant's calls from command lines are counted by themselves: listening must not use up what its servers have. */
  isForCommandLines?: true;
  /**
   * A tenant's POST that can be repeated without harm, and whose answer is not kept: it repeats what several verifications
   * hold, and an erasure finds kept answers by the one that they name.
   */
  keepsNoAnswer?: true;
  /**
   * An endpoint of an OAuth grant: it takes a form as well as JSON, answers a form's errors in OAuth's shape, and limits
   * the calls of each network.
   */
  oauth?: { callsPerMinute: number };
  /** Codes in addition to those of every such endpoint: see `errorsOf`. */
  errors?: readonly ErrorCode[];
};

type ScopeOf = { tenant: { scope: KeyScope }; admin: { scope: AdminScope }; none: { scope?: never } };

/** Makes contracts for calls with one kind of credential; the contracts keep their literal types. */
const endpointFor =
  <const Auth extends EndpointAuth>(auth: Auth) =>
  <const Rest extends Omit<Endpoint, "method" | "path" | "auth" | "scope"> & ScopeOf[Auth]>(
    method: Endpoint["method"],
    path: string,
    rest: Rest,
  ) => ({ method, path, auth, ...rest });

export const tenantEndpoint = endpointFor("tenant");
export const adminEndpoint = endpointFor("admin");
export const openEndpoint = endpointFor("none");

const ALWAYS: readonly ErrorCode[] = ["INTERNAL_ERROR", "METHOD_NOT_ALLOWED"];
const BY_AUTH: Record<EndpointAuth, readonly ErrorCode[]> = {
  tenant: [
    "AUTH_INVALID_KEY",
    "UNAUTHENTICATED_TENANT",
    // Without the contract's scope, or from an address that the key does not allow.
    "PERMISSION_DENIED",
    "RATE_LIMIT_EXCEEDED",
    "CACHE_ERROR",
    "DATABASE_ERROR",
  ],
  // The limit applies to failed authentications, which the process itself counts while the cache is away.
  admin: ["UNAUTHENTICATED_ADMIN", "PERMISSION_DENIED", "RATE_LIMIT_EXCEEDED", "DATABASE_ERROR"],
  none: [],
};

/** Kept answers belong to a caller that has a credential; no other callers can be distinguished. */
export const takesIdempotencyKey = ({
  method,
  auth,
  keepsNoAnswer,
}: Pick<Endpoint, "method" | "auth" | "keepsNoAnswer">): boolean =>
  method === "POST" && auth !== "none" && keepsNoAnswer !== true;

/** Every error code that this endpoint can return. */
export const errorsOf = (contract: Endpoint): ErrorCode[] => {
  const codes = new Set<ErrorCode>([...BY_AUTH[contract.auth], ...(contract.errors ?? []), ...ALWAYS]);
  if (contract.body) codes.add("INVALID_REQUEST_BODY").add("PAYLOAD_TOO_LARGE");
  if (contract.query || contract.params || takesIdempotencyKey(contract)) codes.add("INVALID_PARAMETERS");
  if (takesIdempotencyKey(contract)) codes.add("IDEMPOTENCY_IN_PROGRESS");
  // Every operator's key can do this.
  if (contract.scope === "metrics") codes.delete("PERMISSION_DENIED");
  if (contract.answersWithoutDatabase) codes.delete("DATABASE_ERROR");
  return [...codes];
};
