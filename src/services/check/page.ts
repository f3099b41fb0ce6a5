import { required, ServiceError } from "#core/errors.ts";
import { type HandoffState, handoffState } from "#core/handoff.ts";
import { type Choices, choicesOf } from "#core/policy/choices.ts";
import type { EffectiveRule } from "#core/policy/policy.ts";
import { progressOf } from "#core/policy/progress.ts";
import {
  effectiveStatus,
  isFinal,
  statesLeftBy,
  type Verification,
  type VerificationStatus,
} from "#core/verification.ts";
import { findPage, findPageOf, type Page } from "#data/verifications/hosted-page.ts";
import { findVerification, moveVerification } from "#data/verifications/verifications.ts";
import type { Method } from "#methods/method.ts";
import { NO_WAYS, type WalletWays } from "#methods/wallet/question.ts";
import { findByEach, hashesOf } from "#platform/secrets.ts";
import { methodOffered, offerOnPage } from "#services/check/offer.ts";
import type { At, Ctx } from "#services/context.ts";
import { isOwnSite } from "#services/hosts/site.ts";
import { isSessionSecret } from "./page-secret.ts";
import { ruleOf } from "./rule.ts";
import { hasWallet, walletWays } from "./wallet-ways.ts";

/** A request about one verification: it and its tenant, loaded once and passed down. */
export type CheckCtx = Ctx & { readonly page: Page };

/** A request of a hosted page. */
export type PageCtx = CheckCtx & { readonly secret: string };

/** The state of a verification, for the scripts of its page. */
export type PageState = {
  verificationId: string;
  status: VerificationStatus;
  outcome: "approved" | "rejected" | null;
  /** The methods offered, in order; empty once the verification has ended. */
  methods: string[];
  attemptsLeft: number;
  /** Where a policy has more methods: "I cannot use any of these" leads to them. */
  hasOthers?: true;
  /** Answers of wallets and vendors that decided nothing; an open page refreshes when there are more. */
  fruitlessAnswers: number;
  handoff: { state: HandoffState } | null;
};

/** The page with this secret; null if it is unknown or malformed. */
export const loadPage = async <Given extends At>(
  ctx: Given,
  secret: string,
  { withLogo = false } = {},
): Promise<(Given & Pick<PageCtx, "page" | "secret">) | null> => {
  if (!isSessionSecret(secret)) return null;
  const { db, secrets } = ctx.deps;
  const page = await findByEach(hashesOf(secrets, secret), (hash) => findPage(db, hash, { withLogo }));
  // At a tenant's host, another tenant's page is unknown.
  return page && isOwnSite(ctx, page.verification.tenantId) ? { ...ctx, page, secret } : null;
};

/** The page of a verification by its id: a wallet names its question, not the page. Null: there is none. */
export const loadPageOf = async (
  ctx: Ctx,
  { tenantId, verificationId }: { tenantId: string; verificationId: string },
): Promise<CheckCtx | null> => {
  const page = await findPageOf(ctx.deps.db, tenantId, verificationId);
  return page && { ...ctx, page };
};

/** Whether the first device took the check back from this phone, which can then only look. */
const isTakenBack = ({ device, handoff }: Page): boolean => device === "phone" && handoff?.endedAt !== null;

/** The page for an end user's action; null also if the check was taken back from this phone. */
export const actingPage = async (ctx: Ctx, secret: string): Promise<PageCtx | null> => {
  const found = await loadPage(ctx, secret);
  return found && !isTakenBack(found.page) ? found : null;
};

/** The page for an end user's action. @throws VERIFICATION_NOT_FOUND also if the check was taken back from this phone */
export const requirePage = async (ctx: Ctx, secret: string): Promise<PageCtx> =>
  required(await actingPage(ctx, secret), "VERIFICATION_NOT_FOUND");

export const statusOf = ({ deps, page }: CheckCtx): VerificationStatus =>
  effectiveStatus(page.verification, deps.now());

/** @throws VERIFICATION_ALREADY_COMPLETED */
export const requireOpen = (ctx: CheckCtx): void => {
  const status = statusOf(ctx);
  if (!isFinal(status)) return;
  throw new ServiceError(
    "VERIFICATION_ALREADY_COMPLETED",
    `The verification has already ended: it is ${status}.`,
  );
};

/**
 * The page for an end user's action that needs an open verification.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED
 */
export const requireOpenPage = async (ctx: Ctx, secret: string): Promise<PageCtx> => {
  const found = await requirePage(ctx, secret);
  requireOpen(found);
  return found;
};

/** The request with its verification as it is after a change. */
export const withVerification = (ctx: PageCtx, verification: Verification): PageCtx => ({
  ...ctx,
  page: { ...ctx.page, verification },
});

/** The rule of the policy that applies, and what it still allows the person. */
export type UnderPolicy = {
  rule: EffectiveRule;
  /** Methods of it that cannot be used now. */
  unavailable: string[];
  choices: Choices;
};

/**
 * What the verification's pinned policy still allows the person.
 * @param ways to a wallet; without one, the wallet is closed
 * @returns null: no policy applies, as for every test
 */
const underPolicy = async ({ deps, page }: CheckCtx, ways: WalletWays): Promise<UnderPolicy | null> => {
  const { verification, history } = page;
  if (verification.mode !== "live" || verification.policyId === null) return null;
  const rule = await ruleOf(deps, verification);
  if (!rule) return null;
  const unavailable = offerOnPage(deps, page, ways).missing.map(({ id }) => id);
  const progress = progressOf(history, verification, unavailable, deps.now());
  return { rule, unavailable, choices: choicesOf(rule, progress) };
};

/**
 * What the policy still allows the person, for callers that do not need the links to wallets. Null: no policy
 * applies.
 */
export const policyOf = async (ctx: CheckCtx): Promise<UnderPolicy | null> => {
  const { verification } = ctx.page;
  if (verification.policyId === null) return null;
  return underPolicy(ctx, await walletWays(ctx.deps, verification, ctx.page));
};

/** Whether the policy keeps a method from the person now: used up, closed, or not shown yet. */
export const isKeptBack = async (ctx: CheckCtx, method: string): Promise<boolean> => {
  const policy = await policyOf(ctx);
  return policy !== null && !policy.choices.methods.includes(method);
};

/** The state of the page and its ways to a wallet; untrusted ways are not offered. */
export const standingOf = async (ctx: PageCtx): Promise<{ state: PageState; ways: WalletWays }> => {
  const { deps, page } = ctx;
  const { verification, handoff } = page;
  const status = statusOf(ctx);
  const isOver = isFinal(status) || isTakenBack(page);
  const all = isOver ? NO_WAYS : await walletWays(deps, verification, page);
  const choices = (await underPolicy(ctx, all))?.choices;
  const methods = isOver ? [] : (choices?.methods ?? offerOnPage(deps, page, all).methods);
  const ways = choices && !hasWallet(methods) ? NO_WAYS : all;
  const { verified, maxAttempts, attempts } = verification;
  const state: PageState = {
    verificationId: verification.id,
    status,
    outcome: verified === null ? null : verified ? "approved" : "rejected",
    methods,
    attemptsLeft: choices?.attemptsLeft ?? Math.max(0, maxAttempts - attempts),
    ...(!isOver && choices?.hasOthers ? { hasOthers: true } : {}),
    fruitlessAnswers: (hasWallet(methods) ? page.fruitlessAnswers : 0) + (isOver ? 0 : page.vendorAnswers),
    handoff: handoff && { state: handoffState(handoff, deps.now()) },
  };
  return { state, ways };
};

/**
 * A method that the person can prove their age with on the page now.
 * @throws METHOD_UNAVAILABLE: it cannot be offered, or the policy keeps it back: used up, closed, or not shown yet
 */
export const requireOffered = async (ctx: CheckCtx, id: string): Promise<Method> => {
  const { deps, page } = ctx;
  const ways = await walletWays(deps, page.verification, page);
  const { methods } = (await underPolicy(ctx, ways))?.choices ?? offerOnPage(deps, page, ways);
  const method = methods.includes(id) ? methodOffered(deps, id) : undefined;
  return required(method ?? null, "METHOD_UNAVAILABLE");
};

/** Moves a pending verification to in_progress; leaves any other unchanged. */
export const markOpened = async (ctx: PageCtx): Promise<PageCtx> => {
  const { deps, page } = ctx;
  const { id, tenantId } = page.verification;
  if (statusOf(ctx) !== "pending") return ctx;
  const now = deps.now();
  const opened = { status: "in_progress", openedAt: now } as const;
  const moved = await moveVerification(deps.db.orm, tenantId, id, statesLeftBy("open"), opened, now);
  // Null: another call changed it between the two statements.
  return withVerification(
    ctx,
    moved ?? (await findVerification(deps.db.orm, tenantId, id)) ?? page.verification,
  );
};

/**
 * The page for its own script, which shows that the end user has opened it.
 * @returns null if there is no such page
 */
export const openedPage = async (ctx: Ctx, secret: string): Promise<PageCtx | null> => {
  const found = await loadPage(ctx, secret);
  return found && markOpened(found);
};

/**
 * The state of the page for its own script.
 * @returns null if there is no such page
 */
export const pollPage = async (ctx: Ctx, secret: string): Promise<PageState | null> => {
  const found = await openedPage(ctx, secret);
  return found && (await standingOf(found)).state;
};
