import { monthOf } from "#core/billing/quota.ts";
import { required, ServiceError } from "#core/errors.ts";
import { AGE_KEY_METHOD, AGE_KEY_SECONDS, keyExpiry, tenantOfKey } from "#core/policy/age-key.ts";
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
import { hashesOf } from "#platform/secrets.ts";
import { type Ctx, requireWithin } from "#services/context.ts";
import { brandOf } from "#services/hosted/brand.ts";
import { type PageCtx, requirePage } from "#services/hosted/page.ts";
import { ruleOf } from "#services/verifications/rule.ts";
import { keyHashesOf, newQuestion, submissionOf } from "./use.ts";

// After an approval a person may keep what it proved as a passkey: docs/adr/0035.

const OFFERS_PER_PAGE = { limit: 10, windowSeconds: 600 } as const;

/** What a new key says, and until when its page may offer to make it. */
type Offer = { ageAtLeast: number; month: Date; expiresOn: Date; until: Date };

/** What the page of an approval offers to remember; null: nothing, or not any more. Reads nothing. */
const offerOf = ({ deps, page: { verification } }: PageCtx): Offer | null => {
  const { status, verified, method, mode, methods, completedAt, minimumAge, ageAtLeast } = verification;
  const isApproved = status === "completed" && verified === true && completedAt !== null;
  if (!isApproved || method === null || !methods.includes(AGE_KEY_METHOD)) return null;
  // Not the tenant's own word, not what a policy hides, and never a key by a key: it would not end.
  const category = methodNamed(deps.methods, method)?.traits.category;
  const isProof = category === "verification" || (category !== undefined && mode === "test");
  if (!isProof || method === AGE_KEY_METHOD) return null;
  const until = new Date(completedAt.getTime() + AGE_KEY_SECONDS.offer * 1000);
  if (until <= deps.now()) return null;
  const month = monthOf(completedAt);
  // Only what is true: a birthday cannot show as a change.
  return { ageAtLeast: Math.max(minimumAge, ageAtLeast ?? 0), month, expiresOn: keyExpiry(month), until };
};

/** What the page shows of it. */
export type Rememberable = { ageAtLeast: number; expiresOn: Date };

/** @returns null: there is nothing to remember, or it was */
export const rememberable = async (ctx: PageCtx): Promise<Rememberable | null> => {
  const offer = offerOf(ctx);
  if (!offer || (await isRemembered(ctx.deps.db.orm, ctx.page.verification.id))) return null;
  return { ageAtLeast: offer.ageAtLeast, expiresOn: offer.expiresOn };
};

const requireOffer = async (ctx: Ctx, secret: string): Promise<{ found: PageCtx; offer: Offer }> => {
  const found = await requirePage(ctx, secret);
  return { found, offer: required(offerOf(found), "AGE_KEY_UNAVAILABLE") };
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
 * @throws VERIFICATION_NOT_FOUND, RATE_LIMIT_EXCEEDED; AGE_KEY_UNAVAILABLE: there is nothing to remember, or it was
 */
export const offerKey = async (ctx: Ctx, secret: string): Promise<Making> => {
  const { deps } = ctx;
  const { found, offer } = await requireOffer(ctx, secret);
  const { ageAtLeast, month, until: expiresAt } = offer;
  const { id: verificationId } = found.page.verification;
  await requireWithin(
    deps,
    { key: `age-key-offer:${verificationId}`, ...OFFERS_PER_PAGE },
    () => "This page has made age keys too many times. Wait a few minutes and try again.",
  );
  if (await isRemembered(deps.db.orm, verificationId)) throw new ServiceError("AGE_KEY_UNAVAILABLE");
  const challenge = await newQuestion(ctx, { purpose: "keep", verificationId, expiresAt });
  const { name: tenant } = brandOf(found.page.tenant, null);
  const options = creationOptions(relyingPartyOf(deps.settings.publicUrl), {
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
 * @throws VERIFICATION_NOT_FOUND; AGE_KEY_UNAVAILABLE; AGE_KEY_CHALLENGE, AGE_KEY_ORIGIN, AGE_KEY_RP, AGE_KEY_NOT_VERIFIED,
 *   AGE_KEY_ALGORITHM, AGE_KEY_SIGNATURE; nothing was kept then
 */
export const keepKey = async (
  ctx: Ctx,
  secret: string,
  read: () => Promise<Uint8Array>,
): Promise<Rememberable & { verificationId: string }> => {
  const { deps } = ctx;
  const { found, offer } = await requireOffer(ctx, secret);
  const { id: verificationId, tenantId, mode, method } = found.page.verification;
  const submission = submissionOf(await read());
  const { challenge } = required(namedIn(submission), "AGE_KEY_SIGNATURE");
  const made = await madeKeyIn(submission, relyingPartyOf(deps.settings.publicUrl), challenge);
  const hashes = hashesOf(deps.secrets, challenge);
  if (typeof made === "string") {
    await dropChallenge(deps.db.orm, { hashes, purpose: "keep", verificationId });
    throw new ServiceError(made);
  }
  const rule = await ruleOf(deps, found.page.verification);
  const assurance = await assuranceOf(deps.db.orm, tenantId, verificationId);
  const category = methodNamed(deps.methods, method ?? "")?.traits.category;
  const [credentialHash] = keyHashesOf(deps, made.credentialId);
  if (assurance === null || !category || !credentialHash) throw new ServiceError("AGE_KEY_UNAVAILABLE");
  const { ageAtLeast, month: provenIn, expiresOn } = offer;
  await inTransaction(deps.db, async (db) => {
    // Of two that make a key of one verification at once, one does.
    await lockVerification(db, tenantId, verificationId);
    if (await isRemembered(db, verificationId)) throw new ServiceError("AGE_KEY_UNAVAILABLE");
    if (!(await takeChallenge(db, { hashes, purpose: "keep", verificationId }, deps.now())))
      throw new ServiceError("AGE_KEY_CHALLENGE");
    const isNew = await insertAgeKey(db, {
      credentialHash,
      tenantId: tenantOfKey(tenantId, assurance, rule?.ageKeys),
      mode,
      publicKey: made.publicKey,
      counter: BigInt(made.counter),
      isSynced: made.isSynced,
      ageAtLeast,
      category,
      assurance,
      provenIn,
      expiresOn,
    });
    if (!isNew) throw new ServiceError("AGE_KEY_UNAVAILABLE");
  });
  return { verificationId, ageAtLeast, expiresOn };
};
