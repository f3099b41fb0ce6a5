import { ServiceError } from "#core/errors.ts";
import { parseVoucherCode, VOUCHER_TRIES } from "#core/vouchers/voucher.ts";
import type { Db } from "#data/service/client.ts";
import {
  holdVoucherTries,
  isOpenVoucher,
  setVoucherTries,
  takeVoucher,
} from "#data/verifications/vouchers.ts";
import type { Finding, Method, Submission } from "#methods/method.ts";
import { keptOfVoucher } from "#methods/voucher/voucher-method.ts";
import { type CheckCtx, policyOf } from "#services/hosted/page.ts";
import { isStillOpen, recordFruitlessIn, recordOwnEvidence } from "#services/hosted/record.ts";
import { inEndingTransaction } from "#services/verifications/end.ts";
import { voucherHashesOf } from "./vouchers.ts";

const ALREADY_ENDED = "VERIFICATION_ALREADY_COMPLETED";

type Typed = { method: Method; submission: Submission; startedAt: Date };

/** Uses up the voucher that was typed, and what it says as this method's finding. */
const findingOf = async (ctx: CheckCtx, db: Db, { method, submission }: Typed): Promise<Finding> => {
  const { deps, page } = ctx;
  const { id: verificationId, tenantId, minimumAge, mode } = page.verification;
  const now = deps.now();
  const asked = { now, minimumAge, mode };
  const code = parseVoucherCode(new TextDecoder().decode(submission.body));
  if (code === null) return method.answer(submission, asked);
  const typed = { tenantId, codeHashes: voucherHashesOf(deps, tenantId, code) };
  const band = await takeVoucher(db, typed, { verificationId, minimumAge }, now);
  if (band !== null) return method.answer(submission, { ...asked, kept: keptOfVoucher(band) });
  // The right code of a voucher about other ages is no guess: it is neither used up nor counted.
  if (await isOpenVoucher(db, typed, now)) throw new ServiceError("VOUCHER_UNDECIDED");
  return method.answer(submission, asked);
};

/**
 * The end user types a voucher's code. The right one ends the verification, in the transaction that uses it up. A wrong
 * one is no attempt; the fifth is, and may be the last.
 * @throws VOUCHER_UNKNOWN: a wrong code that was counted; VOUCHER_UNDECIDED: it does not answer the minimum age and can
 *   still be used elsewhere; METHOD_UNAVAILABLE: used up meanwhile; VERIFICATION_ALREADY_COMPLETED, also where the first
 *   device took the check back meanwhile
 */
export const redeemVoucher = async (ctx: CheckCtx, typed: Typed): Promise<void> => {
  const { deps, page } = ctx;
  const { id, tenantId } = page.verification;
  const { startedAt, method } = typed;
  const handoffId = page.device === "phone" ? (page.handoff?.id ?? null) : null;
  const policy = await policyOf(ctx);
  const isUnknown = await inEndingTransaction(ctx, async (db) => {
    const tries = await holdVoucherTries(db, { tenantId, verificationId: id, handoffId }, deps.now());
    if (tries === null) throw new ServiceError(ALREADY_ENDED);
    if (!(await isStillOpen(ctx, db, policy, method.id))) throw new ServiceError("METHOD_UNAVAILABLE");
    const finding = await findingOf(ctx, db, typed);
    if (finding.kind === "evidence") {
      const evidence = { method: method.id, startedAt, evidence: finding.evidence };
      // Thrown, so that the voucher is not used up.
      if (!(await recordOwnEvidence(ctx, db, policy, evidence))) throw new ServiceError(ALREADY_ENDED);
      return false;
    }
    const wrong = (tries + 1) % VOUCHER_TRIES;
    await setVoucherTries(db, id, wrong);
    if (wrong > 0) return true;
    await recordFruitlessIn(ctx, db, policy, { method: method.id, code: "VOUCHER_WRONG", startedAt });
    return false;
  });
  // After the commit: the wrong code stays counted.
  if (isUnknown) throw new ServiceError("VOUCHER_UNKNOWN");
};
