import { ServiceError } from "#core/errors.ts";
import { parseVoucherCode, VOUCHER_TRIES } from "#core/vouchers/voucher.ts";
import type { Db } from "#data/service/client.ts";
import {
  holdVoucherTries,
  isOpenVoucher,
  linkVoucher,
  setVoucherTries,
  takeVoucher,
} from "#data/verifications/vouchers.ts";
import type { Finding, Method, Submission } from "#methods/method.ts";
import { keptOfVoucher } from "#methods/voucher/voucher-method.ts";
import { inEndingTransaction } from "#services/check/end.ts";
import { hashToKeep, type KeptKey, wasJudged } from "#services/check/evidence-key.ts";
import { type CheckCtx, policyOf } from "#services/check/page.ts";
import { isStillOpen, recordFruitlessIn, recordOwnEvidence } from "#services/check/record-answer.ts";
import { voucherHashesOf } from "./vouchers.ts";

const ALREADY_ENDED = "VERIFICATION_ALREADY_COMPLETED";
const UNKNOWN = "VOUCHER_UNKNOWN";

type Typed = { method: Method; submission: Submission; startedAt: Date; key: KeptKey | null };

/** `voucherId`: the one that was used up; null: none. */
type Found = { finding: Finding; voucherId: string | null };

/** Uses up the voucher that was typed; what it says becomes this method's finding. */
const findingOf = async (ctx: CheckCtx, db: Db, { method, submission }: Typed): Promise<Found> => {
  const { deps, page } = ctx;
  const { tenantId, minimumAge, mode } = page.verification;
  const unknown = async () => ({ finding: await method.answer(submission, asked), voucherId: null });
  const now = deps.now();
  const asked = { now, minimumAge, mode };
  const code = parseVoucherCode(new TextDecoder().decode(submission.body));
  if (code === null) return unknown();
  const typed = { tenantId, codeHashes: voucherHashesOf(deps, tenantId, code) };
  const taken = await takeVoucher(db, typed, minimumAge, now);
  if (taken) {
    const finding = await method.answer(submission, { ...asked, kept: keptOfVoucher(taken.band) });
    return { finding, voucherId: taken.id };
  }
  // The right code of a voucher about other ages is not a guess: it is neither used up nor counted.
  if (await isOpenVoucher(db, typed, now)) throw new ServiceError("VOUCHER_UNDECIDED");
  return unknown();
};

/**
 * The end user types a voucher's code. The right one ends the verification, in the transaction that uses it
 * up. A wrong one is not an attempt; the fifth is, and may be the last.
 * @throws VOUCHER_UNKNOWN: a wrong code that was counted; VOUCHER_UNDECIDED: it does not answer the minimum age and can
 *   still be used elsewhere; METHOD_UNAVAILABLE: used up in the meantime; VERIFICATION_ALREADY_COMPLETED, also where the first
 *   device took the check back in the meantime
 */
export const redeemVoucher = async (ctx: CheckCtx, typed: Typed): Promise<void> => {
  const { deps, page } = ctx;
  const { id, tenantId } = page.verification;
  const { startedAt, method, key } = typed;
  const handoffId = page.device === "phone" ? (page.handoff?.id ?? null) : null;
  const policy = await policyOf(ctx);
  const isUnknown = await inEndingTransaction(ctx, async (db) => {
    const tries = await holdVoucherTries(db, { tenantId, verificationId: id, handoffId }, deps.now());
    if (tries === null) throw new ServiceError(ALREADY_ENDED);
    // Asked while the verification is held: of two that arrive at once, the second finds the first.
    if (await wasJudged(ctx, key, db)) return false;
    if (!(await isStillOpen(ctx, db, policy, method.id))) throw new ServiceError("METHOD_UNAVAILABLE");
    const { finding, voucherId } = await findingOf(ctx, db, typed);
    if (finding.kind === "evidence") {
      const evidence = { method: method.id, startedAt, evidence: finding.evidence, key };
      // Thrown, so that the voucher is not used up.
      const ended = await recordOwnEvidence(ctx, db, policy, evidence);
      if (!ended) throw new ServiceError(ALREADY_ENDED);
      // A voucher says more than the verification: the narrower age of someone too young, the name of a
      // hidden method.
      if (voucherId !== null && ended.verified && !policy?.rule.hideMethod)
        await linkVoucher(db, voucherId, id);
      return false;
    }
    const wrong = (tries + 1) % VOUCHER_TRIES;
    const refusedKeyHash = wrong > 0 ? hashToKeep(key) : null;
    await setVoucherTries(db, id, wrong, refusedKeyHash && { refusedKeyHash, refusedAs: UNKNOWN });
    if (wrong > 0) return true;
    await recordFruitlessIn(ctx, db, policy, { method: method.id, code: "VOUCHER_WRONG", startedAt, key });
    return false;
  });
  // After the commit: the wrong code stays counted.
  if (isUnknown) throw new ServiceError(UNKNOWN);
};
