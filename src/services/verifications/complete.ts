import { ageOn, isInFuture, MAX_AGE_YEARS, parsePlainDate } from "#core/age.ts";
import { invalid } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import type { Sealed } from "#core/sealed.ts";
import { type Outcome, outcomeForAge } from "#core/verification.ts";
import { findVerification } from "#data/verifications/verifications.ts";
import type { TenantCtx } from "#services/context.ts";
import {
  completeWith,
  explainRefusedEnd,
  inEndingTransaction,
  resultOf,
  type VerificationResult,
  verificationNotFound,
} from "./end.ts";
import { signToken } from "./tokens.ts";

export type CompleteInput = {
  verificationId: string;
  /** YYYY-MM-DD; lives only as long as this call. */
  dateOfBirth?: Sealed<string> | undefined;
  verifiedAge?: number | undefined;
  result?: Outcome | undefined;
  confidence?: number | undefined;
  documentType?: string | undefined;
};

export type CompletedVerification = {
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

/** With an age the service decides; a `result` that says otherwise is refused. */
export const decide = (age: number | null, asked: Outcome | undefined, minimumAge: number): Outcome => {
  const byAge = age === null ? undefined : outcomeForAge(age, minimumAge);
  if (asked && byAge && asked !== byAge) {
    return refuse("result", `got ${asked}, but by the age it is ${byAge} (minimum age ${minimumAge})`);
  }
  return byAge ?? asked ?? refuse("result", "give one of dateOfBirth, verifiedAge or result");
};

/**
 * The tenant finishes a verification with its own evidence; approval mints a token.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, INVALID_REQUEST_BODY; nothing was written then
 */
export const completeVerification = async (
  ctx: TenantCtx,
  input: CompleteInput,
): Promise<CompletedVerification> => {
  const { deps, tenant } = ctx;
  const id = input.verificationId;
  const age = ageFrom(input, deps.now());
  const found = isId("verification", id) ? await findVerification(deps.db.orm, tenant.id, id) : null;
  if (found?.mode !== ctx.mode) throw verificationNotFound();
  const outcome = decide(age, input.result, found.minimumAge);
  const ended = await inEndingTransaction(ctx, (db) =>
    completeWith(
      ctx,
      db,
      { tenantId: tenant.id, id },
      {
        outcome,
        method: "tenant",
        verifiedAge: age,
        confidence: input.confidence ?? null,
        documentType: input.documentType ?? null,
        assurance: "asserted_by_tenant",
        reason: null,
      },
      tenant.tokenTtlSeconds,
    ),
  );
  if (!ended) throw await explainRefusedEnd(ctx, id);
  return {
    verificationId: id,
    status: ended.verification.status,
    ...(input.confidence === undefined ? {} : { confidence: input.confidence }),
    result: resultOf(ended.verification),
    ...(ended.token ? { token: await signToken(deps, ended.token, ended.verification.mode) } : {}),
  };
};
