import { RETURN_CODE } from "#core/claims.ts";
import { ServiceError } from "#core/errors.ts";
import { isGateCallback } from "#core/gates/addresses.ts";
import { isFinal, type Verification, type VerificationStatus } from "#core/verification.ts";
import { findTokenOfVerification } from "#data/verifications/tokens.ts";
import { loadPage, type PageCtx, statusOf } from "#services/check/page.ts";
import { sessionUrlOf } from "#services/check/page-secret.ts";
import type { Ctx } from "#services/context.ts";
import { originOf } from "#services/hosts/site.ts";
import { issueReturnCode, signToken } from "#services/verifications/tokens.ts";

// How an end user's browser gets back to the tenant, and what it brings (docs/callback.md).

// The page's address must not return tokens indefinitely: after this, the tenant uses the API.
const RETURN_WINDOW_MS = 60 * 60 * 1000;

type Way = {
  /** The tenant's address with id and status. */
  url: URL;
  /** What the browser may bring from an approval; null: nothing, because there is none, or it was revoked. */
  token: NonNullable<Awaited<ReturnType<typeof findTokenOfVerification>>> | null;
};

/** Where the browser returns with this status: cancel_url is for an end without a decision. */
const addressFor = (
  { callbackUrl, cancelUrl }: Pick<Verification, "callbackUrl" | "cancelUrl">,
  status: VerificationStatus,
): string | null => (status === "completed" ? callbackUrl : (cancelUrl ?? callbackUrl));

const isReadByUs = (address: string, publicUrl: string): boolean =>
  address.startsWith(`${publicUrl}/oidc/`) || isGateCallback(address);

/** @returns null: the browser of this page does not return: not yet, or no longer */
const wayBack = async (
  { deps, page: { verification, device } }: PageCtx,
  status: VerificationStatus,
): Promise<Way | null> => {
  const { id, tenantId, completedAt, expiresAt } = verification;
  const address = addressFor(verification, status);
  // The token is for the browser that the tenant knows, never for the phone's page.
  if (device === "phone" || address === null || !isFinal(status)) return null;
  if (deps.now().getTime() - (completedAt ?? expiresAt).getTime() > RETURN_WINDOW_MS) return null;
  const url = new URL(address);
  // Our OpenID Provider and our gates read the result themselves: the browser brings nothing.
  if (isReadByUs(address, deps.settings.publicUrl)) return { url, token: null };
  const token = await findTokenOfVerification(deps.db.orm, tenantId, id);
  url.searchParams.set("verificationId", id);
  url.searchParams.set("status", status);
  return { url, token: token?.revokedAt === null ? token : null };
};

/** Puts the token into the address. */
const withToken = async ({ deps, page }: PageCtx, { url, token }: Way): Promise<string> => {
  if (token) url.searchParams.set("token", await signToken(deps, token, page.verification.mode));
  return url.href;
};

/**
 * The address that the page's button leads to. A tenant that wants a code gets it through an address of ours:
 * the code is made when the person leaves, not when the page is drawn, so reading still changes nothing, and
 * a page left open leads to a code with its full lifetime.
 * @returns null where the browser does not return
 */
export const returnUrlFor = async (ctx: PageCtx, status: VerificationStatus): Promise<string | null> => {
  const way = await wayBack(ctx, status);
  if (way === null) return null;
  const isByCode = ctx.page.tenant.returnWith === "code" && way.token !== null;
  return isByCode ? `${sessionUrlOf(originOf(ctx), ctx.secret)}/return` : withToken(ctx, way);
};

/**
 * Puts a new code for the token into the address. No code is made for a token that was exchanged or has
 * expired.
 */
const withCode = async ({ deps, page }: PageCtx, { url, token }: Way): Promise<string> => {
  if (token === null) return url.href;
  const { id: verificationId, tenantId } = page.verification;
  const code = await issueReturnCode(deps, { tenantId, verificationId }, RETURN_CODE.seconds);
  if (code !== null) url.searchParams.set("code", code);
  return url.href;
};

type Returned = { verificationId: string; tenantId: string; url: string | null };

/**
 * The end user goes back to the tenant; each time with a new code, until the token has been exchanged.
 * @returns the tenant's address; `url` is null where the browser does not return
 * @throws VERIFICATION_NOT_FOUND: there is no such page
 */
export const returnToTenant = async (ctx: Ctx, secret: string): Promise<Returned> => {
  const found = await loadPage(ctx, secret);
  if (!found) throw new ServiceError("VERIFICATION_NOT_FOUND");
  const { verification, tenant } = found.page;
  const way = await wayBack(found, statusOf(found));
  const go = tenant.returnWith === "code" ? withCode : withToken;
  return {
    verificationId: verification.id,
    tenantId: verification.tenantId,
    url: way && (await go(found, way)),
  };
};
