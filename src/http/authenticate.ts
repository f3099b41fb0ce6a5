import type { Endpoint } from "#contracts/public/endpoint.ts";
import { scopesWithin } from "#core/access/scopes.ts";
import { limitsOf, RATE_WINDOW_SECONDS } from "#core/billing/plan.ts";
import { ServiceError } from "#core/errors.ts";
import type { Ctx, Deps, TenantCtx } from "#services/context.ts";
import { authenticateAdminKey } from "#services/keys/admin-keys.ts";
import { authenticateKey } from "#services/keys/authenticate-key.ts";
import { requireWithin } from "#services/limits.ts";
import { clientAddress } from "./client-address.ts";
import { clientNetwork, type HeaderSink, type Incoming, type Note } from "./respond.ts";

/** The context of a call; only tenant calls have a tenant. */
export type CallCtx = Ctx | TenantCtx;

export const isTenantCtx = (ctx: CallCtx): ctx is TenantCtx => "tenant" in ctx;

const missingKeyMessage = (headers: Incoming["headers"]): string => {
  if (headers.has("authorization")) {
    return "A Bearer token is not accepted here. Send the tenant API key in the header x-tenant-api-key.";
  }
  if (headers.has("x-api-key")) {
    return "The header X-API-Key is not accepted. Send the tenant API key in the header x-tenant-api-key.";
  }
  return "The API key is missing. Send it in the header x-tenant-api-key.";
};

type Frame = {
  readonly requestId: string;
  /** Learns whose key it is as soon as that is known, also when the call is refused after that. */
  readonly note: Note;
};

const authenticateTenant = async (
  deps: Deps,
  request: Incoming,
  { requestId, note }: Frame,
): Promise<TenantCtx> => {
  const key = request.headers.get("x-tenant-api-key");
  if (!key) throw new ServiceError("AUTH_INVALID_KEY", missingKeyMessage(request.headers));
  const { tenant, mode, permits, ...caller } = await authenticateKey(deps, key);
  note({ tenantId: tenant.id, keyId: caller.keyId });
  if (permits && !permits(clientAddress(request))) {
    throw new ServiceError(
      "PERMISSION_DENIED",
      "This API key may not be used from this address. Its networks are set in the console.",
    );
  }
  return { deps, site: null, actor: { kind: "tenant", ...caller }, requestId, tenant, mode };
};

const authenticateAdmin = async (deps: Deps, request: Incoming, { requestId }: Frame): Promise<Ctx> => {
  const key = request.headers.get("x-admin-key");
  if (!key)
    throw new ServiceError(
      "UNAUTHENTICATED_ADMIN",
      "The admin key is missing. Send it in the header x-admin-key.",
    );
  const found = await authenticateAdminKey(deps, key);
  if (!found) throw new ServiceError("UNAUTHENTICATED_ADMIN");
  return { deps, site: null, actor: { kind: "admin", ...found }, requestId };
};

const AUTHENTICATORS = {
  tenant: authenticateTenant,
  admin: authenticateAdmin,
  none: async (deps, _request, { requestId }) => ({ deps, site: null, actor: { kind: "system" }, requestId }),
} as const satisfies Record<
  Endpoint["auth"],
  (deps: Deps, request: Incoming, frame: Frame) => Promise<CallCtx>
>;

/**
 * Counts failures by network: this slows guessing down and never locks out a valid key. Without the cache,
 * this process counts: a wrong key gets its 401, with no hint that the service is unwell.
 */
export const countFailure = (deps: Deps, request: Incoming): Promise<void> =>
  requireWithin(
    deps,
    {
      key: `auth-failures:${clientNetwork(request)}`,
      limit: deps.settings.authFailuresPerMinute,
      windowSeconds: 60,
      countsAlone: true,
    },
    () => "Too many failed authentication attempts from this address.",
  );

const isFailedAuthentication = (error: unknown): boolean =>
  error instanceof ServiceError &&
  ["AUTH_INVALID_KEY", "UNAUTHENTICATED_ADMIN", "PERMISSION_DENIED"].includes(error.code);

/**
 * Identifies the caller by the credential that the contract requires. A key that is used from an address that it does not
 * allow counts as a failure, too: it may be stolen.
 * @throws AUTH_INVALID_KEY, UNAUTHENTICATED_TENANT, UNAUTHENTICATED_ADMIN, RATE_LIMIT_EXCEEDED
 * @throws PERMISSION_DENIED: the address
 */
export const authenticate = async (
  deps: Deps,
  { auth }: Pick<Endpoint, "auth">,
  request: Incoming,
  frame: Frame,
): Promise<CallCtx> => {
  try {
    return await AUTHENTICATORS[auth](deps, request, frame);
  } catch (error) {
    if (isFailedAuthentication(error)) await countFailure(deps, request);
    throw error;
  }
};

/**
 * The one place that compares what a key may do with what the contract needs.
 * @throws PERMISSION_DENIED, naming the scope
 */
export const requireScope = ({ actor }: CallCtx, { scope }: Pick<Endpoint, "scope">): void => {
  if (scope === undefined) return;
  const held: readonly string[] =
    actor.kind === "tenant" ? actor.scopes : actor.kind === "admin" ? scopesWithin(actor.scope ?? "all") : [];
  if (held.includes(scope)) return;
  throw new ServiceError(
    "PERMISSION_DENIED",
    actor.kind === "admin"
      ? `This admin key lacks the scope ${scope}. An operator can create one that has it.`
      : `This API key lacks the scope ${scope}. What a key may do is set in the console.`,
  );
};

/** 20 command lines that each ask after every batch, on the smallest plan. */
export const COMMAND_LINE_SHARE = 10;

/**
 * Counts a tenant's request and reports the limit in the headers of the IETF draft "RateLimit header fields for HTTP":
 * `RateLimit-Policy` and `RateLimit` (r: remaining, t: seconds to the reset).
 * @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR
 */
export const limitTenant = (
  { deps, tenant }: TenantCtx,
  { isForCommandLines }: Pick<Endpoint, "isForCommandLines">,
  headers: HeaderSink,
): Promise<void> => {
  const { rateLimitPerMinute } = limitsOf(tenant.plan, tenant.overrides);
  const limit = rateLimitPerMinute * (isForCommandLines ? COMMAND_LINE_SHARE : 1);
  return requireWithin(
    deps,
    {
      key: `${isForCommandLines ? "listening" : "tenant"}:${tenant.id}`,
      limit,
      windowSeconds: RATE_WINDOW_SECONDS,
    },
    (seconds) => `More than ${limit} requests in a minute. Try again in ${seconds} s.`,
    ({ remaining, resetSeconds }) => {
      headers.set("RateLimit-Policy", `"minute";q=${limit};w=${RATE_WINDOW_SECONDS}`);
      headers.set("RateLimit", `"minute";r=${remaining};t=${resetSeconds}`);
    },
  );
};
