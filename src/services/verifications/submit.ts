import { invalid, titleOf } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import {
  effectiveStatus,
  type Outcome,
  outcomeForAge,
  type Verification,
  type VerificationStatus,
} from "#core/verification.ts";
import { type Appeal, findAppeal } from "#data/verifications/appeals.ts";
import { findVerificationState, type VerificationState } from "#data/verifications/verifications.ts";
import { endByTenant, resultOf, type VerificationResult, verificationNotFound } from "#services/check/end.ts";
import type { TenantCtx } from "#services/context.ts";

type SubmitInput = {
  verificationId: string;
  result: Outcome;
  verifiedAge?: number | undefined;
  confidence?: number | undefined;
  documentType?: string | undefined;
  reason?: string | undefined;
};

// Rejecting a person who is old enough is fine (a forged document, say); approving one who is too young is not.
const checkAge = (
  input: SubmitInput,
  { minimumAge, disclosure }: Pick<Verification, "minimumAge" | "disclosure">,
): void => {
  if (input.result !== "approved" || input.verifiedAge === undefined) return;
  if (outcomeForAge(input.verifiedAge, minimumAge) === "approved") return;
  // Callers log the messages they get, and this disclosure writes no age anywhere.
  const age = disclosure === "age" ? `an age of ${input.verifiedAge}` : "an age below it";
  const message = `got approved with ${age}, but the minimum age is ${minimumAge}`;
  throw invalid("result", message);
};

/**
 * The tenant records a result that it reached elsewhere. No token is issued.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, INVALID_REQUEST_BODY; then nothing was
 * written
 */
export const submitVerification = async (ctx: TenantCtx, input: SubmitInput) => {
  const { verification } = await endByTenant(
    ctx,
    input.verificationId,
    (asked) => {
      checkAge(input, asked);
      const {
        result: outcome,
        verifiedAge = null,
        confidence = null,
        documentType = null,
        reason = null,
      } = input;
      return { outcome, verifiedAge, confidence, documentType, reason };
    },
    null,
  );
  const { id: verificationId, status, completedAt } = verification;
  return { verificationId, status, completedAt, result: resultOf(verification) };
};

type VerificationReport = {
  verificationId: string;
  status: VerificationStatus;
  confidence?: number;
  createdAt: Date;
  completedAt?: Date;
  result?: VerificationResult;
  error?: { code: string; message: string };
  /** The rejected verification that this one appeals. */
  appealOf?: string;
  /** Where this one was appealed. */
  appeal?: { verificationId: string; status: VerificationStatus; overturned: boolean };
  /** When it was erased. */
  redactedAt?: Date;
  reference?: string;
};

const appealFields = (
  { appealOf, overturnedAt }: VerificationState,
  appeal: Appeal | null,
  now: Date,
): Pick<VerificationReport, "appealOf" | "appeal"> => ({
  ...(appealOf === null ? {} : { appealOf }),
  ...(appeal && {
    appeal: {
      verificationId: appeal.id,
      status: effectiveStatus(appeal, now),
      overturned: overturnedAt !== null,
    },
  }),
});

const reportOf = (state: VerificationState, appeal: Appeal | null, now: Date): VerificationReport => ({
  verificationId: state.id,
  status: effectiveStatus(state, now),
  ...(state.confidence === null ? {} : { confidence: state.confidence }),
  createdAt: state.createdAt,
  ...(state.completedAt ? { completedAt: state.completedAt } : {}),
  ...(state.status === "completed" && !state.redactedAt ? { result: resultOf(state) } : {}),
  ...(state.errorCode === null
    ? {}
    : { error: { code: state.errorCode, message: titleOf(state.errorCode) } }),
  ...appealFields(state, appeal, now),
  ...(state.redactedAt ? { redactedAt: state.redactedAt } : {}),
  ...(state.reference === null ? {} : { reference: state.reference }),
});

/**
 * The status of a verification.
 * @throws VERIFICATION_NOT_FOUND: absent, malformed or another tenant's, all alike
 */
export const verificationStatus = async (ctx: TenantCtx, id: string): Promise<VerificationReport> => {
  const { deps, tenant } = ctx;
  const state = isId("verification", id) ? await findVerificationState(deps.db, tenant.id, id) : null;
  if (state?.mode !== ctx.mode) throw verificationNotFound();
  // Nothing else can have been appealed, so the usual poll stays one statement.
  const mayBeAppealed = state.verified === false && state.policyId !== null;
  const appeal = mayBeAppealed ? await findAppeal(deps.db.orm, tenant.id, id) : null;
  return reportOf(state, appeal, deps.now());
};
