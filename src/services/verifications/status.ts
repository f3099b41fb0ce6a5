import { ERRORS } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { effectiveStatus, type VerificationStatus } from "#core/verification.ts";
import { findVerificationState, type VerificationState } from "#data/verifications.ts";
import type { TenantCtx } from "../context.ts";
import { resultOf, type VerificationResult } from "./result.ts";
import { verificationNotFound } from "./why-not.ts";

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
