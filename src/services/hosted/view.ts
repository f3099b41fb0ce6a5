import { ERRORS } from "#core/errors.ts";
import { isFinal, type Mode, type Verification } from "#core/verification.ts";
import { isDatabaseError } from "#data/service/errors.ts";
import { lastAttempt } from "#data/verifications/checks.ts";
import type { Page } from "#data/verifications/hosted-page.ts";
import { methodNamed } from "#methods/registry.ts";
import { type Rememberable, rememberable } from "#services/age-keys/keep.ts";
import { type Brand, brandOf } from "#services/brand.ts";
import { loadPage, type PageCtx, type PageState, standingOf } from "#services/check/page.ts";
import { newCode } from "#services/check/page-secret.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { awaitedVendor, methodsWithSelfie } from "#services/vendors/sessions.ts";
import { panelOf, type WalletPanel } from "#services/wallet/panel.ts";
import { type AppealOffer, appealOffer } from "./appeal.ts";
import { factsOf, type HostedFacts } from "./facts.ts";
import { type HandoffView, handoffViewOf } from "./handoff.ts";
import { returnUrlFor } from "./return.ts";

/** Why there is no decision: the error code of the last attempt or of the end and, for photos, a reason. */
export type Problem = {
  code: string;
  reason: string | null;
  /** The method it concerns, where a policy has closed it since: "try again" would not help then. */
  closed?: string;
};

/** The hosted page's content: everything in it is for the end user. */
export type HostedView = Omit<PageState, "handoff"> &
  HostedFacts & {
    /** The name that the tenant shows. */
    tenantName: string;
    brand: Brand;
    mode: Mode;
    minimumAge: number;
    locale: string | null;
    expiresAt: Date;
    problem: Problem | null;
    /** Where people complain, by the tenant's practice statement; null: it names no address. */
    complaintUrl: string | null;
    /**
     * Where the browser returns once the verification has ended: the tenant's address, with the token of an approval; or
     * one of ours, which leads there with a code.
     */
    returnUrl: string | null;
    /** Hosts whose pages can embed this one and learn its status. */
    embedHosts: string[];
    /** The device that the tenant sent here, or the phone that it handed the check to. */
    device: Page["device"];
    handoff: HandoffView | null;
    /** For a rejection that can be appealed, or was. */
    appeal?: AppealOffer;
    /** What an approval's page offers to keep as an age key. */
    remember?: Rememberable;
    /** Evidence that this page's form sends without scripts goes under this key: a new one each time it is drawn. */
    formKey: string;
    /** This page is itself an appeal. */
    isAppeal?: true;
    /** The tenant's identity providers and vendors that may be among the methods. */
    providers?: Page["providers"];
    /** The name of a vendor whose answer is awaited. */
    waitingFor?: string;
  };

/** Why a verification has no decision yet, or none at all; null if nothing was wrong. */
export const problemOf = async (
  deps: Deps,
  verification: Verification,
  { methods }: Pick<PageState, "methods">,
): Promise<Problem | null> => {
  const { errorCode } = verification;
  if (errorCode === "CANCELLED_BY_USER" || errorCode === "CANCELLED")
    return { code: errorCode, reason: null };
  if (verification.attempts === 0 || verification.status === "completed") return null;
  const attempt = await lastAttempt(deps.db.orm, verification.tenantId, verification.id);
  // "evidence" (too late) and "expire" (test mode) are findings too, but not errors.
  if (!attempt || !Object.hasOwn(ERRORS, attempt.finding)) return null;
  const { finding, reason, method } = attempt;
  const failedAs = finding === "METHOD_FAILED" ? methodNamed(deps.methods, method)?.failedAs : undefined;
  const code = failedAs ?? finding;
  const isClosed = verification.policyId !== null && methods.length > 0 && !methods.includes(method);
  return { code, reason, ...(isClosed ? { closed: method } : {}) };
};

const viewOf = async (ctx: PageCtx, state: PageState): Promise<HostedView> => {
  const { deps, page } = ctx;
  const { verification, tenant, logo, device } = page;
  const { mode, minimumAge, locale, expiresAt } = verification;
  const [problem, returnUrl, appeal, waitingFor, withSelfie, remember, said] = await Promise.all([
    problemOf(deps, verification, state),
    returnUrlFor(ctx, state.status),
    appealOffer(ctx),
    isFinal(state.status) ? null : awaitedVendor(ctx),
    isFinal(state.status) ? null : methodsWithSelfie(ctx),
    rememberable(ctx),
    factsOf(ctx, state),
  ]);
  const providers = page.providers.map((one) =>
    withSelfie?.includes(one.method) ? { ...one, seesFace: true as const } : one,
  );
  const brand = brandOf(tenant, logo);
  return {
    ...state,
    tenantName: brand.name,
    brand,
    mode,
    minimumAge,
    locale,
    expiresAt,
    problem,
    ...said,
    complaintUrl: tenant.complaintUrl,
    returnUrl,
    embedHosts: tenant.callbackHosts,
    device,
    handoff: handoffViewOf(ctx),
    formKey: newCode(deps),
    ...(appeal && { appeal }),
    ...(remember && { remember }),
    ...(verification.appealOf === null ? {} : { isAppeal: true }),
    ...(page.providers.length > 0 && { providers }),
    ...(waitingFor !== null && { waitingFor }),
  };
};

/**
 * What the hosted page shows. Reading changes nothing: link previews fetch pages that no one opens.
 * @returns null if there is no such page
 */
export const viewHostedPage = async (ctx: Ctx, secret: string): Promise<HostedView | null> => {
  const found = await loadPage(ctx, secret, { withLogo: true });
  return found && viewOf(found, (await standingOf(found)).state);
};

type DrawnPage = { view: HostedView; wallet: WalletPanel | null };

/**
 * The view of a page and its links to wallets. A database failure is returned, not thrown: a page that throws
 * is empty in a browser without scripts.
 * @param cookies the browser's cookies for its links to wallets
 */
export const drawnPage = async (
  ctx: Ctx,
  secret: string,
  cookies: readonly string[],
): Promise<{ drawn: DrawnPage | null } | { failure: unknown }> => {
  try {
    const found = await loadPage(ctx, secret, { withLogo: true });
    if (!found) return { drawn: null };
    const { state, ways } = await standingOf(found);
    const [view, wallet] = await Promise.all([viewOf(found, state), panelOf(found, ways, cookies)]);
    return { drawn: { view, wallet } };
  } catch (failure) {
    if (isDatabaseError(failure)) return { failure };
    throw failure;
  }
};
