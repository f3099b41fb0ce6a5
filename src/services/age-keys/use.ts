import { monthOf } from "#core/billing/quota.ts";
import { type ErrorCode, required, ServiceError } from "#core/errors.ts";
import { AGE_KEY_METHOD, AGE_KEY_SECONDS, keyRefusal } from "#core/policy/age-key.ts";
import {
  type AgeKeyRow,
  advanceCounter,
  countReuse,
  findAgeKey,
  insertChallenge,
  type Purpose,
  takeChallenge,
} from "#data/verifications/age-keys.ts";
import { lockVerification } from "#data/verifications/checks.ts";
import { counterIn, keptOfKey, namedIn } from "#methods/age-key/age-key-method.ts";
import type { Evidence, Method, MethodContext, Submission } from "#methods/method.ts";
import { hashesOf } from "#platform/secrets.ts";
import { inEndingTransaction } from "#services/check/end.ts";
import { judgeOnce, type KeptKey, keptKey, wasJudged } from "#services/check/evidence-key.ts";
import {
  loadPage,
  markOpened,
  type PageCtx,
  type PageState,
  policyOf,
  requireOpenPage,
  requirePage,
  standingOf,
} from "#services/check/page.ts";
import { newCode } from "#services/check/page-secret.ts";
import { isStillOpen, recordOwnEvidence } from "#services/check/record-answer.ts";
import { ruleOf } from "#services/check/rule.ts";
import { takeMethod } from "#services/check/visitors-check.ts";
import type { At, Ctx, Deps } from "#services/context.ts";
import { siteContext } from "#services/hosts/site.ts";
import { requireWithin } from "#services/limits.ts";

export { MAX_ANSWER_BYTES } from "#methods/age-key/age-key-method.ts";

// An end user shows an age key instead of proving their age again: docs/adr/0035.

/** Stops a page that asks again and again; honest use stays far below. */
const QUESTIONS_PER_PAGE = { limit: 20, windowSeconds: 600 } as const;
/** More uses than one person has in a day: the passkey was passed on. */
const USES_PER_KEY = { limit: 50, windowSeconds: 86_400 } as const;

/**
 * What a hash begins with at a tenant's host, so that what was made or asked at one host is unknown at every other: a
 * passkey belongs to the host that it was made at (Web Authentication Level 3 §5.1.3, the RP ID).
 */
const atHost = ({ site }: Pick<At, "site">): string => (site === null ? "" : `${site.host}:`);

/** Credential ids are hashed separately from everything else that is hashed. */
export const keyHashesOf = (at: At, credentialId: string) =>
  hashesOf(at.deps.secrets, `age-key:${atHost(at)}${credentialId}`);

export const challengeHashesOf = (at: At, challenge: string) =>
  hashesOf(at.deps.secrets, atHost(at) + challenge);

/** Stores a new question, open until `expiresAt`. @returns its challenge */
export const newQuestion = async (
  at: At,
  {
    purpose,
    verificationId,
    expiresAt,
  }: { purpose: Purpose; verificationId: string | null; expiresAt: Date },
): Promise<string> => {
  const { deps } = at;
  const challenge = newCode(deps);
  const [challengeHash] = challengeHashesOf(at, challenge);
  if (!challengeHash) throw new TypeError("every question has a hash");
  await insertChallenge(deps.db.orm, { challengeHash, verificationId, purpose, expiresAt });
  return challenge;
};

/** When a question asked now expires. */
export const questionEnd = ({ now }: Pick<Deps, "now">): Date =>
  new Date(now().getTime() + AGE_KEY_SECONDS.question * 1000);

export const submissionOf = (body: Uint8Array): Submission => ({ contentType: "application/json", body });

type Answered = { submission: Submission; challenge: string; credentialId: string };

/**
 * Uses up the question that an answer names.
 * @throws AGE_KEY_SIGNATURE: it names none; AGE_KEY_CHALLENGE: the question was not asked here, has expired
 * or was answered
 */
export const takeAnswer = async (
  at: At,
  body: Uint8Array,
  { purpose, verificationId }: { purpose: Purpose; verificationId: string | null },
): Promise<Answered> => {
  const { deps } = at;
  const submission = submissionOf(body);
  const { challenge, credentialId } = required(namedIn(submission), "AGE_KEY_SIGNATURE");
  const hashes = challengeHashesOf(at, challenge);
  if (!(await takeChallenge(deps.db.orm, { hashes, purpose, verificationId }, deps.now())))
    throw new ServiceError("AGE_KEY_CHALLENGE");
  return { submission, challenge, credentialId };
};

/** In place of a missing key: nothing is signed with it. */
const NO_KEY = { publicKey: new Uint8Array(), counter: 0n, ageAtLeast: 0, assurance: "" } as const;

/** What the method checks an answer against. */
export const keptOfRow = (
  challenge: string,
  {
    publicKey,
    counter,
    ageAtLeast,
    assurance,
  }: Pick<AgeKeyRow, "publicKey" | "counter" | "ageAtLeast" | "assurance"> = NO_KEY,
): string => {
  const key = { publicKey: Buffer.from(publicKey).toString("base64url"), counter: Number(counter) };
  return keptOfKey(challenge, { ...key, ageAtLeast, assurance });
};

/**
 * The code for an answer that no row can have signed; where all else is well, the passkey has no key here.
 */
export const codeWithoutRow = (code: ErrorCode): ErrorCode =>
  code === "AGE_KEY_SIGNATURE" ? "AGE_KEY_UNKNOWN" : code;

const contextOf = ({ deps, site, page: { verification } }: PageCtx, kept = ""): MethodContext => {
  const { minimumAge, thresholds, mode } = verification;
  return { now: deps.now(), minimumAge, thresholds, mode, kept, ...siteContext({ site }) };
};

/** The open page where a key may be shown, with the method. @throws METHOD_UNAVAILABLE, and as requireOpenPage */
const requireKeyPage = async (ctx: Ctx, secret: string): Promise<{ asking: PageCtx; method: Method }> => {
  const asking = await requireOpenPage(ctx, secret);
  // An appeal needs something that the first check did not have.
  if (asking.page.verification.appealOf !== null) throw new ServiceError("METHOD_UNAVAILABLE");
  return { asking, method: await takeMethod(asking, AGE_KEY_METHOD) };
};

/** What the browser asks its passkeys (Web Authentication Level 3 §5.5). */
type KeyQuestion = { verificationId: string | null; options: object };

/**
 * The page asks for an age key.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE, RATE_LIMIT_EXCEEDED
 */
export const askForKey = async (ctx: Ctx, secret: string): Promise<KeyQuestion> => {
  const { deps } = ctx;
  const { asking, method } = await requireKeyPage(ctx, secret);
  const { id: verificationId } = asking.page.verification;
  await requireWithin(
    deps,
    { key: `age-key-question:${verificationId}`, ...QUESTIONS_PER_PAGE },
    () => "This page has asked for an age key too many times. Wait a few minutes and try again.",
  );
  const expiresAt = questionEnd(deps);
  const challenge = await newQuestion(ctx, { purpose: "use", verificationId, expiresAt });
  const question = await method.start({ channel: "passkey", id: challenge, expiresAt }, contextOf(asking));
  const [asked] = question?.requests ?? [];
  if (!asked) throw new ServiceError("METHOD_UNAVAILABLE");
  await markOpened(asking);
  return { verificationId, options: asked.data };
};

type Shown = Answered & { method: Method; row: AgeKeyRow };

/**
 * The key that the answer belongs to, once the answer is known to come from its passkey. @throws the codes of
 * the ceremony
 */
const checkedKey = async (
  asking: PageCtx,
  method: Method,
  answered: Answered,
): Promise<{ row: AgeKeyRow; evidence: Evidence }> => {
  const { deps } = asking;
  const { submission, challenge, credentialId } = answered;
  const row = await findAgeKey(deps.db.orm, keyHashesOf(asking, credentialId));
  const kept = keptOfRow(challenge, row ?? undefined);
  const finding = await method.answer(submission, contextOf(asking, kept));
  if (row && finding.kind === "evidence") return { row, evidence: finding.evidence };
  const code = finding.kind === "no_decision" ? finding.code : "AGE_KEY_SIGNATURE";
  throw new ServiceError(row ? code : codeWithoutRow(code));
};

/**
 * @throws the reason why the key does not decide this verification; RATE_LIMIT_EXCEEDED: the key was passed
 * on
 */
const requireAccepted = async ({ deps, page }: PageCtx, row: AgeKeyRow): Promise<void> => {
  const { verification } = page;
  const rule = await ruleOf(deps, verification);
  const asked = { rule: rule?.ageKeys, proofMaxAgeDays: rule?.proofMaxAgeDays ?? null };
  const refusal = keyRefusal(row, { ...verification, ...asked }, deps.now());
  if (refusal) throw new ServiceError(refusal);
  await requireWithin(
    deps,
    { key: `age-key-use:${Buffer.from(row.credentialHash).toString("base64url")}`, ...USES_PER_KEY },
    () => "This age key was used too often today. Prove your age in another way.",
  );
};

type Recorded = { evidence: Evidence; key: KeptKey | null };

/** Ends the verification, in one transaction with the key's counter and the count of re-use. */
const record = async (
  asking: PageCtx,
  { submission, row, evidence, key }: Pick<Shown, "submission" | "row"> & Recorded,
  startedAt: Date,
): Promise<void> => {
  const { id, tenantId, mode, createdAt } = asking.page.verification;
  const policy = await policyOf(asking);
  await inEndingTransaction(asking, async (db) => {
    await lockVerification(db, tenantId, id);
    if (!(await isStillOpen(asking, db, policy, AGE_KEY_METHOD)))
      throw new ServiceError("METHOD_UNAVAILABLE");
    if (!(await advanceCounter(db, row.credentialHash, counterIn(submission))))
      throw new ServiceError("AGE_KEY_COUNTER");
    const ended = await recordOwnEvidence(asking, db, policy, {
      method: AGE_KEY_METHOD,
      startedAt,
      evidence,
      key,
    });
    if (!ended) throw new ServiceError("VERIFICATION_ALREADY_COMPLETED");
    await countReuse(db, { tenantId, mode, month: monthOf(createdAt) });
  });
};

const judgeKey = async (
  { asking, method }: { asking: PageCtx; method: Method },
  key: KeptKey | null,
  read: () => Promise<Uint8Array>,
): Promise<void> => {
  const startedAt = asking.deps.now();
  const verificationId = asking.page.verification.id;
  const answered = await takeAnswer(asking, await read(), { purpose: "use", verificationId });
  const { row, evidence } = await checkedKey(asking, method, answered);
  await requireAccepted(asking, row);
  await record(asking, { ...answered, row, evidence, key }, startedAt);
};

/**
 * The browser hands in a passkey's answer. An answer that counts ends the verification; any other uses up no
 * attempt, and the page stays as it is. One that comes again under its key is answered as the first time.
 * @param read the body; called only if it can be checked
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE, RATE_LIMIT_EXCEEDED, and the codes
 *   that begin with AGE_KEY: docs/age-keys.md
 */
export const useKey = async (
  ctx: Ctx,
  secret: string,
  read: () => Promise<Uint8Array>,
  given: string | null = null,
): Promise<PageState> => {
  const page = await requirePage(ctx, secret);
  const key = given === null ? null : keptKey(page, AGE_KEY_METHOD, given);
  // First of all: its judgement may have ended the check.
  if (!(await wasJudged(page, key))) {
    const asked = await requireKeyPage(ctx, secret);
    await judgeOnce(asked.asking, key, () => judgeKey(asked, key, read));
  }
  const after = required(await loadPage(ctx, secret), "VERIFICATION_NOT_FOUND");
  return (await standingOf(after)).state;
};
