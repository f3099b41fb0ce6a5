import { ageOn, isInFuture, MAX_AGE_YEARS, parsePlainDate } from "#core/age.ts";
import { invalid } from "#core/errors.ts";
import type { Sealed } from "#core/sealed.ts";
import { type Outcome, outcomeForAge } from "#core/verification.ts";
import { endByTenant, resultOf, type VerificationResult } from "#services/check/end.ts";
import type { TenantCtx } from "#services/context.ts";
import { signToken } from "./tokens.ts";

type CompleteInput = {
  verificationId: string;
  /** YYYY-MM-DD; lives only as long as this call. */
  dateOfBirth?: Sealed<string> | undefined;
  verifiedAge?: number | undefined;
  result?: Outcome | undefined;
  confidence?: number | undefined;
  documentType?: string | undefined;
};

type CompletedVerification = {
  verificationId: string;
  status: string;
  confidence?: number;
  result: VerificationResult;
  token?: string;
};

const refuse = (path: string, message: string): never => {
  throw invalid(path, message);
};

const ageFrom = (input: CompleteInput, now: Date): number | null => {
  if (input.dateOfBirth === undefined) return input.verifiedAge ?? null;
  const birthDate = parsePlainDate(input.dateOfBirth.open());
  // The messages never repeat the date.
  if (!birthDate || isInFuture(birthDate, now)) return refuse("dateOfBirth", "expected a day in the past");
  const age = ageOn(birthDate, now);
  if (age > MAX_AGE_YEARS) return refuse("dateOfBirth", `expected an age of at most ${MAX_AGE_YEARS} years`);
  return Math.max(0, age);
};

/** With an age, the service decides; a `result` that contradicts it is refused. */
const decide = (age: number | null, asked: Outcome | undefined, minimumAge: number): Outcome => {
  const byAge = age === null ? undefined : outcomeForAge(age, minimumAge);
  if (asked && byAge && asked !== byAge) {
    return refuse("result", `got ${asked}, but by the age it is ${byAge} (minimum age ${minimumAge})`);
  }
  return byAge ?? asked ?? refuse("result", "expected one of dateOfBirth, verifiedAge or result");
};

/**
 * The tenant completes a verification with its own evidence; approval issues a token.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, INVALID_REQUEST_BODY; then nothing was
 * written
 */
export const completeVerification = async (
  ctx: TenantCtx,
  input: CompleteInput,
): Promise<CompletedVerification> => {
  const { deps, tenant } = ctx;
  const { verificationId, confidence, documentType = null } = input;
  const verifiedAge = ageFrom(input, deps.now());
  const { verification, token } = await endByTenant(
    ctx,
    verificationId,
    ({ minimumAge }) => ({
      outcome: decide(verifiedAge, input.result, minimumAge),
      verifiedAge,
      confidence: confidence ?? null,
      documentType,
      reason: null,
    }),
    tenant.tokenTtlSeconds,
  );
  return {
    verificationId,
    status: verification.status,
    ...(confidence === undefined ? {} : { confidence }),
    result: resultOf(verification),
    ...(token ? { token: await signToken(deps, token, verification.mode) } : {}),
  };
};
