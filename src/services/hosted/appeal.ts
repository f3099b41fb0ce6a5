import { addDays } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import { appealsOf } from "#core/policy/choices.ts";
import { offerOf } from "#core/policy/offer.ts";
import { EXPIRY_SECONDS } from "#core/verification.ts";
import { findAppeal, insertAppeal } from "#data/verifications/appeals.ts";
import { lockVerification } from "#data/verifications/checks.ts";
import { fingerprintsOf } from "#platform/secrets.ts";
import { inEndingTransaction } from "#services/check/end.ts";
import { liveSupplies } from "#services/check/offer.ts";
import { loadPage, type PageCtx, requirePage } from "#services/check/page.ts";
import { ruleOf, UNDISCLOSED } from "#services/check/rule.ts";
import type { Ctx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { hashOf } from "#services/sealing.ts";
import { emitEvent } from "#services/webhooks/emit.ts";

// A rejection is appealed on its page, by a method that the policy keeps for appeals: docs/appeals.md.

/** For how long after the decision it can be appealed. */
const DAYS_TO_APPEAL = 1;

/** The method that rejected, even where the policy hides it. */
const decidedBy = ({ page: { verification, history } }: PageCtx): string | null =>
  verification.method === UNDISCLOSED
    ? (history.tries.find(({ isOwn, finding }) => isOwn && finding === "evidence")?.method ?? null)
    : verification.method;

/** Whether the verification's page is one where its decision can be appealed at all, by any method and at any time. */
const isAppealable = ({ page: { verification, device } }: PageCtx): boolean => {
  const { mode, status, verified, method, policyId, appealOf } = verification;
  const isRejected = status === "completed" && verified === false;
  // A tenant's own decision is the tenant's to change.
  const isByPage = method !== null && method !== "tenant";
  return (
    isRejected && isByPage && mode === "live" && policyId !== null && appealOf === null && device === "first"
  );
};

/** The methods by which the rejection can be appealed now, none of which asks for a document; empty: it cannot be. */
const waysToAppeal = async (ctx: PageCtx): Promise<{ methods: string[]; maxAttempts: number }> => {
  const { deps, page } = ctx;
  const { verification } = page;
  const { mode, completedAt, minimumAge } = verification;
  const isInTime = completedAt !== null && addDays(completedAt, DAYS_TO_APPEAL) > deps.now();
  const rule = isInTime ? await ruleOf(deps, verification) : null;
  if (!rule) return { methods: [], maxAttempts: 0 };
  const kept = { mode, minimumAge, methods: appealsOf(rule, decidedBy(ctx)) };
  const supplies = await liveSupplies(deps, deps.db.orm, verification.tenantId, kept.methods);
  const methods = offerOf(supplies, kept).methods.filter(
    (id) => !supplies.get(id)?.needs.includes("identity_document"),
  );
  return { methods, maxAttempts: rule.attemptsInAll };
};

/** What the page of a rejection says about appealing it. */
export type AppealOffer = {
  /** The methods available; empty once it has been appealed. */
  methods: string[];
  isMade: boolean;
};

/** @returns null: it cannot be appealed */
export const appealOffer = async (ctx: PageCtx): Promise<AppealOffer | null> => {
  if (!isAppealable(ctx)) return null;
  const { id, tenantId } = ctx.page.verification;
  if (await findAppeal(ctx.deps.db.orm, tenantId, id)) return { methods: [], isMade: true };
  const { methods } = await waysToAppeal(ctx);
  return methods.length === 0 ? null : { methods, isMade: false };
};

/**
 * The secret of the appeal's page is derived from the first page's: pressing twice leads to the same page.
 */
const secretsOfAppeal = ({ deps, secret }: PageCtx): string[] =>
  fingerprintsOf(deps.secrets, "appeal page", secret).map(
    (bytes) => `vs_${Buffer.from(bytes).toString("base64url")}`,
  );

const unavailable = (): ServiceError => new ServiceError("APPEAL_UNAVAILABLE");

/** The page of the existing appeal: with KEY_PEPPER's secret, or the one before it. */
const pageOfAppeal = async (ctx: PageCtx): Promise<string> => {
  for (const secret of secretsOfAppeal(ctx)) if (await loadPage(ctx, secret)) return secret;
  throw unavailable();
};

type Appealed = { secret: string; tenantId: string; verificationId: string };

/**
 * The end user appeals a rejection: another verification, by another method, whose page they go to. A second press leads
 * to the same page.
 * @throws VERIFICATION_NOT_FOUND; APPEAL_UNAVAILABLE: there is nothing to appeal here, or no way or time left
 * to do so
 */
export const appealDecision = async (ctx: Ctx, secret: string): Promise<Appealed> => {
  const found = await requirePage(ctx, secret);
  const { deps } = ctx;
  const { verification } = found.page;
  const { id, tenantId } = verification;
  if (!isAppealable(found)) throw unavailable();
  const { methods, maxAttempts } = await waysToAppeal(found);
  const createdAt = deps.now();
  const appealId = newId(deps, "verification", createdAt);
  const expiresAt = new Date(createdAt.getTime() + EXPIRY_SECONDS.max * 1000);
  const [ownSecret = ""] = secretsOfAppeal(found);
  const isNew = await inEndingTransaction(ctx, async (db) => {
    await lockVerification(db, tenantId, id);
    if (await findAppeal(db, tenantId, id)) return false;
    if (methods.length === 0) throw unavailable();
    const secretHash = hashOf(deps, ownSecret);
    await insertAppeal(db, verification, {
      id: appealId,
      secretHash,
      methods,
      maxAttempts,
      createdAt,
      expiresAt,
    });
    await emitEvent(ctx, db, "verification.appealed", verification, appealId);
    return true;
  });
  return { secret: isNew ? ownSecret : await pageOfAppeal(found), tenantId, verificationId: id };
};
