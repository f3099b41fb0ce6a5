import type { Endpoint } from "#contracts/public/endpoint.ts";
import { limitsOf, RATE_WINDOW_SECONDS } from "#core/billing/plan.ts";
import { ServiceError } from "#core/errors.ts";
import { constantTimeIncludes } from "#platform/secrets.ts";
import type { Ctx, Deps, TenantCtx } from "#services/context.ts";
import { authenticateKey } from "#services/keys/authenticate-key.ts";
import { requireWithin } from "#services/limits.ts";
import { clientNetwork, type HeaderSink, type Incoming } from "./respond.ts";

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

const authenticateTenant = async (deps: Deps, request: Incoming, requestId: string): Promise<TenantCtx> => {
  const key = request.headers.get("x-tenant-api-key");
  if (!key) throw new ServiceError("AUTH_INVALID_KEY", missingKeyMessage(request.headers));
  const { tenant, mode, ...caller } = await authenticateKey(deps, key);
  return { deps, actor: { kind: "tenant", ...caller }, requestId, tenant, mode };
};

const authenticateAdmin = async (
  deps: Deps,
  request: Incoming,
  requestId: string,
  { scope }: Pick<Endpoint, "scope">,
): Promise<Ctx> => {
  const key = request.headers.get("x-admin-key");
  if (!key)
    throw new ServiceError(
      "UNAUTHENTICATED_ADMIN",
      "The admin key is missing. Send it in the header x-admin-key.",
    );
  const { adminKeys, metricsKeys } = deps.settings;
  const good = scope === "metrics" ? [...adminKeys, ...metricsKeys] : adminKeys;
  if (!constantTimeIncludes(good, key)) throw new ServiceError("UNAUTHENTICATED_ADMIN");
  return { deps, actor: { kind: "admin", keyId: null }, requestId };
};

const AUTHENTICATORS = {
  tenant: authenticateTenant,
  admin: authenticateAdmin,
  none: async (deps, _request, requestId) => ({ deps, actor: { kind: "system" }, requestId }),
} as const satisfies Record<
  Endpoint["auth"],
  (deps: Deps, request: Incoming, requestId: string, contract: Endpoint) => Promise<CallCtx>
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
  error instanceof ServiceError && ["AUTH_INVALID_KEY", "UNAUTHENTICATED_ADMIN"].includes(error.code);

/**
 * Identifies the caller by the credential that the contract requires.
 * @throws AUTH_INVALID_KEY, UNAUTHENTICATED_TENANT, UNAUTHENTICATED_ADMIN, RATE_LIMIT_EXCEEDED
 */
export const authenticate = async (
  deps: Deps,
  contract: Endpoint,
  request: Incoming,
  requestId: string,
): Promise<CallCtx> => {
  try {
    return await AUTHENTICATORS[contract.auth](deps, request, requestId, contract);
  } catch (error) {
    if (isFailedAuthentication(error)) await countFailure(deps, request);
    throw error;
  }
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
