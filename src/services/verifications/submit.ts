import { invalid } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { type Outcome, outcomeForAge } from "#core/outcome.ts";
import { findVerification } from "#data/verifications.ts";
import type { TenantCtx } from "../context.ts";
import { completeWith } from "./end.ts";
import { inEndingTransaction } from "./ending.ts";
import { resultOf, type VerificationResult } from "./result.ts";
import { explainRefusedEnd, verificationNotFound } from "./why-not.ts";

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
