import { ageOverClaims } from "#core/claims.ts";
import { required } from "#core/errors.ts";
import type { Network } from "#core/network.ts";
import {
  languageAsked,
  meetsAcr,
  NO_ANSWER,
  type OidcUnderAge,
  type Refusal,
} from "#core/oidc/age-request.ts";
import type { Tenant } from "#core/tenant.ts";
import { effectiveStatus, isFinal, type Mode } from "#core/verification.ts";
import { findResult } from "#data/verifications/verifications.ts";
import { startVerification } from "#services/check/start.ts";
import { newVisitorsCheck } from "#services/check/visitors-check.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { requireWithinTenantRate, requireWithinVisitorsRate } from "#services/limits.ts";
import { findRelyingParty } from "./clients.ts";

// The age check behind an authorization request: started as /verify/start starts it, read when the browser is back.

/** A check as the authorization request remembers it. */
export type RunningCheck = { tenantId: string; verificationId: string; url: string };

type Asked = {
  tenant: Tenant;
  mode: Mode;
  clientId: string;
  /** Of the browser, as limits by address count it. */
  network: Network;
  /** Ascending; the highest decides. */
  thresholds: number[];
  /** As `ui_locales` lists them; the first that the page speaks counts. */
  uiLocales: string | undefined;
  country: string | undefined;
  region: string | undefined;
};

/**
 * Starts the verification of an authorization request. Anyone can send a browser here, so starts have a
 * separate limit: a flood of them costs the tenant's backend nothing.
 * @param returnTo our own address that the page leads back to
 * @throws RATE_LIMIT_EXCEEDED, QUOTA_EXCEEDED, HARD_LIMIT_EXCEEDED; INVALID_REQUEST_BODY: the tenant's policy asks for more
 */
export const beginCheck = async (ctx: Ctx, asked: Asked, returnTo: string): Promise<RunningCheck> => {
  const { deps } = ctx;
  const { tenant, mode, clientId, network, thresholds, uiLocales, country, region } = asked;
  await requireWithinVisitorsRate(deps, tenant, `oidc:${clientId}`, network);
  const given = {
    minimumAge: Math.max(...thresholds),
    thresholds,
    disclosure: "thresholds" as const,
    locale: languageAsked(uiLocales) ?? undefined,
    country,
    region,
  };
  const visitors = { ...newVisitorsCheck(deps), returnTo };
  const { verificationId, redirectUrl } = await startVerification({ ...ctx, tenant, mode }, given, visitors);
  return { tenantId: tenant.id, verificationId, url: redirectUrl };
};

/** What an ended check says: claims of the ID token, or an OAuth error. */
export type CheckAnswer =
  | {
      kind: "answer";
      claims: { txn: string } & { [ageOver: `age_over_${string}`]: boolean };
      acr: string | null;
      /** When the check was decided. */
      at: Date;
    }
  | ({ kind: "refusal" } & Refusal);

const refusal = (of: Refusal): CheckAnswer => ({ kind: "refusal", ...of });

type Result = NonNullable<Awaited<ReturnType<typeof findResult>>>;
type Terms = { mode: Mode; underAge: OidcUnderAge; acrValues: string | undefined };

const answerOf = (result: Result, terms: Terms): CheckAnswer => {
  const { id, verified, assurance: acr, completedAt } = result;
  if (verified !== true && terms.underAge === "deny") return refusal(NO_ANSWER.underAge);
  const ages = ageOverClaims(result);
  if (Object.keys(ages).length === 0) return refusal(NO_ANSWER.unanswered);
  if (!meetsAcr(acr, terms.acrValues, terms.mode)) return refusal(NO_ANSWER.unmet);
  const at = completedAt ?? result.createdAt;
  return { kind: "answer", claims: { txn: id, ...ages }, acr, at };
};

/**
 * Counts a pushed authorization request (RFC 9126): each writes a row, and anyone can send one for a public
 * client.
 * @throws RATE_LIMIT_EXCEEDED, CACHE_ERROR, TENANT_NOT_FOUND
 */
export const countPushed = async (deps: Deps, mode: Mode, clientId: string): Promise<void> => {
  const { tenant } = required(await findRelyingParty(deps, mode, clientId), "TENANT_NOT_FOUND");
  await requireWithinTenantRate(
    deps,
    tenant,
    "oidc-pushed",
    (limit, seconds) => `More than ${limit} pushed requests in a minute. Try again in ${seconds} s.`,
  );
};

/**
 * Whether the tenant took back the result of an approved verification, as with the REST interface's token.
 */
export const isRevoked = async (
  deps: Pick<Deps, "db">,
  tenantId: string,
  verificationId: string,
): Promise<boolean> => {
  const found = await findResult(deps.db, tenantId, verificationId);
  return found !== null && found.revokedAt !== null;
};

/**
 * What the check says.
 * @returns null while it is open
 */
export const readCheck = async (
  deps: Deps,
  check: RunningCheck,
  terms: Terms,
): Promise<CheckAnswer | null> => {
  const found = await findResult(deps.db, check.tenantId, check.verificationId);
  const result = required(found, "VERIFICATION_NOT_FOUND");
  const status = effectiveStatus(result, deps.now());
  if (!isFinal(status)) return null;
  if (status === "expired") return refusal(NO_ANSWER.expired);
  if (status === "failed") {
    const isCancelled = result.errorCode === "CANCELLED_BY_USER";
    return refusal(isCancelled ? NO_ANSWER.cancelled : NO_ANSWER.failed);
  }
  return result.revokedAt === null ? answerOf(result, terms) : refusal(NO_ANSWER.revoked);
};
