import { ERRORS, invalid } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { effectiveStatus, type Outcome, outcomeForAge, type VerificationStatus } from "#core/verification.ts";
import {
  findVerification,
  findVerificationState,
  type VerificationState,
} from "#data/verifications/verifications.ts";
import type { TenantCtx } from "#services/context.ts";
import {
  completeWith,
  explainRefusedEnd,
  inEndingTransaction,
  resultOf,
  type VerificationResult,
  verificationNotFound,
} from "./end.ts";

export type SubmitInput = {
  verificationId: string;
  result: Outcome;
  verifiedAge?: number | undefined;
  confidence?: number | undefined;
  documentType?: string | undefined;
  reason?: string | undefined;
};

export type SubmittedVerification = {
  verificationId: string;
  status: string;
  completedAt: Date | null;
  result: VerificationResult;
};

// A rejection of somebody old enough is fine (a forged document, say); an approval of somebody too young is not.
const checkAge = (input: SubmitInput, minimumAge: number): void => {
  if (input.result !== "approved" || input.verifiedAge === undefined) return;
  if (outcomeForAge(input.verifiedAge, minimumAge) === "approved") return;
  const message = `got approved with an age of ${input.verifiedAge}, but the minimum age is ${minimumAge}`;
  throw invalid("result", message);
};

/**
 * The tenant records an outcome that it reached elsewhere. No token is minted.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, INVALID_REQUEST_BODY; nothing was written then
 */
export const submitVerification = async (
  ctx: TenantCtx,
  input: SubmitInput,
): Promise<SubmittedVerification> => {
  const { deps, tenant } = ctx;
  const id = input.verificationId;
  const found = isId("verification", id) ? await findVerification(deps.db.orm, tenant.id, id) : null;
  if (found?.mode !== ctx.mode) throw verificationNotFound();
  checkAge(input, found.minimumAge);
  const ended = await inEndingTransaction(ctx, (db) =>
    completeWith(
      ctx,
      db,
      { tenantId: tenant.id, id },
      {
        outcome: input.result,
        method: "tenant",
        verifiedAge: input.verifiedAge ?? null,
        confidence: input.confidence ?? null,
        documentType: input.documentType ?? null,
        assurance: "asserted_by_tenant",
        reason: input.reason ?? null,
      },
      null,
    ),
  );
  if (!ended) throw await explainRefusedEnd(ctx, id);
  const { verification } = ended;
  return {
    verificationId: id,
    status: verification.status,
    completedAt: verification.completedAt,
    result: resultOf(verification),
  };
};

export type VerificationReport = {
  verificationId: string;
  status: VerificationStatus;
  confidence?: number;
  createdAt: Date;
  completedAt?: Date;
  result?: VerificationResult;
  error?: { code: string; message: string };
};

const failureOf = (code: string): { code: string; message: string } => {
  const known = Object.entries(ERRORS).find(([name]) => name === code);
  return { code, message: known?.[1].title ?? "No decision was reached." };
};

const reportOf = (state: VerificationState, now: Date): VerificationReport => ({
  verificationId: state.id,
  status: effectiveStatus(state, now),
  ...(state.confidence === null ? {} : { confidence: state.confidence }),
  createdAt: state.createdAt,
  ...(state.completedAt ? { completedAt: state.completedAt } : {}),
  ...(state.status === "completed" ? { result: resultOf(state) } : {}),
  ...(state.errorCode === null ? {} : { error: failureOf(state.errorCode) }),
});

/**
 * Where a verification stands.
 * @throws VERIFICATION_NOT_FOUND: absent, malformed or another tenant's, all alike
 */
export const verificationStatus = async (ctx: TenantCtx, id: string): Promise<VerificationReport> => {
  const { deps, tenant } = ctx;
  const state = isId("verification", id) ? await findVerificationState(deps.db, tenant.id, id) : null;
  if (state?.mode !== ctx.mode) throw verificationNotFound();
  return reportOf(state, deps.now());
};
