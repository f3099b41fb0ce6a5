import { monthOf } from "#core/billing/quota.ts";
import { type ErrorCode, required, ServiceError } from "#core/errors.ts";
import {
  AGE_KEY_METHOD,
  AGE_KEY_SECONDS,
  type AgeKeyAsked,
  type AgeKeyFacts,
  keyExpiry,
  keyRefusal,
  tenantOfKey,
} from "#core/policy/age-key.ts";
import { isReuse, type MethodCategory } from "#core/policy/method-id.ts";
import { isRepeatable } from "#core/policy/proof-kind.ts";
import { inTransaction } from "#data/service/client.ts";
import {
  assuranceOf,
  dropChallenge,
  insertAgeKey,
  isRemembered,
  takeChallenge,
} from "#data/verifications/age-keys.ts";
import { lockVerification } from "#data/verifications/checks.ts";
import {
  creationOptions,
  madeKeyIn,
  namedIn,
  relyingPartyOf,
  userHandleFrom,
} from "#methods/age-key/age-key-method.ts";
import { methodNamed } from "#methods/registry.ts";
import { brandOf } from "#services/brand.ts";
import { type PageCtx, requirePage } from "#services/check/page.ts";
import { ruleOf } from "#services/check/rule.ts";
import type { Ctx } from "#services/context.ts";
import { originOf } from "#services/hosts/site.ts";
import { requireWithin } from "#services/limits.ts";
import { challengeHashesOf, keyHashesOf, newQuestion, submissionOf } from "./use.ts";

// After an approval a person may keep what it proved as a passkey: docs/adr/0035.

const OFFERS_PER_PAGE = { limit: 10, windowSeconds: 600 } as const;

/**
 * What a new key would be, what this page itself asks of one, and until when the page may offer to make it.
 */
type Offer = { key: AgeKeyFacts; category: MethodCategory; month: Date; asked: AgeKeyAsked; until: Date };

/** The kind of method that proved it; null: its proof cannot become a key. */
const categoryOf = ({ deps, page }: PageCtx): MethodCategory | null => {
  const { method, mode } = page.verification;
  // Not the tenant's own word, not what a policy hides, and never a key from a key: that would never end.
  if (method === null || isReuse(method)) return null;
  const traits = methodNamed(deps.methods, method)?.traits;
  if (!traits) return null;
  return isRepeatable(traits.proofKind) || mode === "test" ? traits.category : null;
};

/**
 * What the page of an approval offers to remember. Nothing that the page's own rule would refuse at the next
 * check: a key cannot change how it was proven, and it is kept for that check.
 * @returns null: nothing, or no longer
 */
const offerOf = async (ctx: PageCtx): Promise<Offer | null> => {
  const { deps, page } = ctx;
  const { verification } = page;
  const { id, tenantId, status, verified, mode, methods, completedAt, minimumAge, ageAtLeast } = verification;
  const isApproved = status === "completed" && verified === true && completedAt !== null;
  const category = categoryOf(ctx);
  if (!isApproved || category === null || !methods.includes(AGE_KEY_METHOD)) return null;
  const until = new Date(completedAt.getTime() + AGE_KEY_SECONDS.offer * 1000);
  if (until <= deps.now()) return null;
  const assurance = await assuranceOf(deps.db.orm, tenantId, id);
  if (assurance === null) return null;
  const rule = await ruleOf(deps, verification);
  const month = monthOf(completedAt);
  const key = {
    tenantId: tenantOfKey(tenantId, assurance, rule?.ageKeys),
    mode,
    // Only what was proven, so that a birthday cannot show as a change.
    ageAtLeast: Math.max(minimumAge, ageAtLeast ?? 0),
    assurance,
    provenIn: month,
    expiresOn: keyExpiry(month),
    // Which passkey it will be is not known yet.
    isSynced: false,
  };
  const own = { rule: rule?.ageKeys, proofMaxAgeDays: rule?.proofMaxAgeDays ?? null };
  const asked = { tenantId, mode, minimumAge, methods, ...own };
  return keyRefusal(key, asked, deps.now()) === null ? { key, category, month, asked, until } : null;
};

/** What the page shows of the offer. */
export type Rememberable = { ageAtLeast: number; expiresOn: Date };

/** @returns null: there is nothing to remember, or it already was */
export const rememberable = async (ctx: PageCtx): Promise<Rememberable | null> => {
  const offer = await offerOf(ctx);
  if (!offer || (await isRemembered(ctx.deps.db.orm, ctx.page.verification.id))) return null;
  const { ageAtLeast, expiresOn } = offer.key;
  return { ageAtLeast, expiresOn };
};

const requireOffer = async (ctx: Ctx, secret: string): Promise<{ found: PageCtx; offer: Offer }> => {
  const found = await requirePage(ctx, secret);
  return { found, offer: required(await offerOf(found), "AGE_KEY_UNAVAILABLE") };
};

const MONTHS = new Intl.DateTimeFormat("en", { month: "short", year: "numeric", timeZone: "UTC" });

type Making = {
  verificationId: string;
  options: ReturnType<typeof creationOptions>;
  ageAtLeast: number;
  /** First day of it, for the name that the browser shows beside the passkey. */
  month: Date;
};

/**
 * What the browser is to make a passkey of.
 * @throws VERIFICATION_NOT_FOUND, RATE_LIMIT_EXCEEDED; AGE_KEY_UNAVAILABLE: there is nothing to remember that
 *   would count here, or it already was
 */
export const offerKey = async (ctx: Ctx, secret: string): Promise<Making> => {
  const { deps } = ctx;
  const { found, offer } = await requireOffer(ctx, secret);
  const { month, until: expiresAt } = offer;
  const { ageAtLeast } = offer.key;
  const { id: verificationId } = found.page.verification;
  await requireWithin(
    deps,
    { key: `age-key-offer:${verificationId}`, ...OFFERS_PER_PAGE },
    () => "This page has made age keys too many times. Wait a few minutes and try again.",
  );
  if (await isRemembered(deps.db.orm, verificationId)) throw new ServiceError("AGE_KEY_UNAVAILABLE");
  const challenge = await newQuestion(ctx, { purpose: "keep", verificationId, expiresAt });
  const { name: tenant } = brandOf(found.page.tenant, null);
  const options = creationOptions(relyingPartyOf(originOf(ctx)), {
    challenge,
    userHandle: userHandleFrom(deps.random),
    name: `Age proof ${ageAtLeast}+, ${MONTHS.format(month)}`,
    tenant,
  });
  return { verificationId, options, ageAtLeast, month };
};

/**
 * The browser has made a passkey. Of its verification only the month, the age and how it was proven are kept: nothing leads
 * from one to the other.
 * @throws VERIFICATION_NOT_FOUND; AGE_KEY_UNAVAILABLE; AGE_KEY_CHALLENGE, AGE_KEY_ORIGIN, AGE_KEY_RP,
 *   AGE_KEY_NOT_VERIFIED, AGE_KEY_ALGORITHM, AGE_KEY_SIGNATURE, AGE_KEY_SYNCED; then nothing was kept
 */
export const keepKey = async (
  ctx: Ctx,
  secret: string,
  read: () => Promise<Uint8Array>,
): Promise<Rememberable & { verificationId: string }> => {
  const { deps } = ctx;
  const { found, offer } = await requireOffer(ctx, secret);
  const { id: verificationId, tenantId } = found.page.verification;
  const submission = submissionOf(await read());
  const { challenge } = required(namedIn(submission), "AGE_KEY_SIGNATURE");
  const made = await madeKeyIn(submission, relyingPartyOf(originOf(ctx)), challenge);
  const hashes = challengeHashesOf(ctx, challenge);
  const refuse = async (code: ErrorCode): Promise<never> => {
    await dropChallenge(deps.db.orm, { hashes, purpose: "keep", verificationId });
    throw new ServiceError(code);
  };
  if (typeof made === "string") return refuse(made);
  const key = { ...offer.key, isSynced: made.isSynced };
  const refusal = keyRefusal(key, offer.asked, deps.now());
  if (refusal) return refuse(refusal);
  const [credentialHash] = keyHashesOf(ctx, made.credentialId);
  if (!credentialHash) throw new ServiceError("AGE_KEY_UNAVAILABLE");
  await inTransaction(deps.db, async (db) => {
    // If two requests make a key from one verification at once, one succeeds.
    await lockVerification(db, tenantId, verificationId);
    if (await isRemembered(db, verificationId)) throw new ServiceError("AGE_KEY_UNAVAILABLE");
    if (!(await takeChallenge(db, { hashes, purpose: "keep", verificationId }, deps.now())))
      throw new ServiceError("AGE_KEY_CHALLENGE");
    const isNew = await insertAgeKey(db, {
      ...key,
      credentialHash,
      publicKey: made.publicKey,
      counter: BigInt(made.counter),
      category: offer.category,
    });
    if (!isNew) throw new ServiceError("AGE_KEY_UNAVAILABLE");
  });
  const { ageAtLeast, expiresOn } = key;
  return { verificationId, ageAtLeast, expiresOn };
};
