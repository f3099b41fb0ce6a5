import type { SubmitBody } from "#contracts/public/verify.ts";
import { invalid, required, titleOf } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import {
  effectiveStatus,
  outcomeForAge,
  type Verification,
  type VerificationStatus,
} from "#core/verification.ts";
import { pinnedPolicy } from "#data/tenants/policies.ts";
import { type Appeal, findAppeals } from "#data/verifications/appeals.ts";
import { listAttempts } from "#data/verifications/checks.ts";
import {
  findVerification,
  findVerificationState,
  type VerificationState,
} from "#data/verifications/verifications.ts";
import {
  CANCELLED,
  cancelByTenant,
  endByTenant,
  resultOf,
  type VerificationResult,
  verificationNotFound,
} from "#services/check/end.ts";
import { ruleOf } from "#services/check/rule.ts";
import { type StartConfig, startConfigOf } from "#services/check/start-config.ts";
import type { TenantCtx } from "#services/context.ts";
import { attemptsByMethod, type MethodAttempts } from "./attempts.ts";

type Failure = { code: string; message: string };

const errorOf = (code: string): Failure => ({ code, message: titleOf(code) });

// Rejecting a person who is old enough is fine (a forged document, say); approving one who is too young is not.
const checkAge = (
  input: SubmitBody,
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
export const submitVerification = async (ctx: TenantCtx, input: SubmitBody) => {
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

/**
 * The tenant takes the question back: the verification fails with CANCELLED, and its page says so.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED; then nothing was written
 */
export const cancelVerification = async (ctx: TenantCtx, id: string) => {
  const { id: verificationId, status, completedAt } = await cancelByTenant(ctx, id);
  return { verificationId, status, completedAt, error: errorOf(CANCELLED) };
};

export type VerificationReport = {
  verificationId: string;
  status: VerificationStatus;
  confidence?: number;
  createdAt: Date;
  completedAt?: Date;
  result?: VerificationResult;
  error?: Failure;
  /** The rejected verification that this one appeals. */
  appealOf?: string;
  /** Where this one was appealed. */
  appeal?: { verificationId: string; status: VerificationStatus; overturned: boolean };
  /** When it was erased. */
  redactedAt?: Date;
  reference?: string;
};

/** What a status can also say: the contract has the same names. */
type Expansion = "config" | "metadata" | "attempts";

type Expanded = {
  config?: StartConfig;
  metadata?: NonNullable<Verification["metadata"]>;
  attempts?: MethodAttempts[];
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
  ...(state.errorCode === null ? {} : { error: errorOf(state.errorCode) }),
  ...appealFields(state, appeal, now),
  ...(state.redactedAt ? { redactedAt: state.redactedAt } : {}),
  ...(state.reference === null ? {} : { reference: state.reference }),
});

// Nothing else can have been appealed, so the usual poll stays one statement.
const mayBeAppealed = ({ verified, policyId }: VerificationState): boolean =>
  verified === false && policyId !== null;

/** What is reported about several of the tenant's verifications, in their order. */
export const reportsOf = async (
  { deps, tenant }: TenantCtx,
  states: readonly VerificationState[],
  now: Date,
): Promise<VerificationReport[]> => {
  const rejected = states.filter(mayBeAppealed).map(({ id }) => id);
  const appeals =
    rejected.length === 0 ? new Map<string, Appeal>() : await findAppeals(deps.db.orm, tenant.id, rejected);
  return states.map((state) => reportOf(state, appeals.get(state.id) ?? null, now));
};

/** What was asked for in addition to the status, in the contract's order; nothing is left of an erased verification. */
const expand = async (
  { deps, tenant }: TenantCtx,
  state: VerificationState,
  asked: readonly Expansion[],
): Promise<Expanded> => {
  const db = deps.db.orm;
  if (asked.length === 0 || state.redactedAt) return {};
  const found = required(await findVerification(db, tenant.id, state.id), "VERIFICATION_NOT_FOUND");
  const [pinned, attempts] = await Promise.all([
    found.policyId === null ? null : pinnedPolicy(db, tenant.id, found.policyId),
    asked.includes("attempts") ? listAttempts(db, tenant.id, found.id) : [],
  ]);
  return {
    ...(asked.includes("config") ? { config: startConfigOf(found, pinned) } : {}),
    ...(asked.includes("metadata") ? { metadata: found.metadata ?? {} } : {}),
    ...(asked.includes("attempts")
      ? { attempts: attemptsByMethod(found, await ruleOf(deps, found), attempts) }
      : {}),
  };
};

/**
 * The status of a verification.
 * @param asked what else to say; each costs more than the usual poll
 * @throws VERIFICATION_NOT_FOUND: absent, malformed or another tenant's, all alike
 */
export const verificationStatus = async (
  ctx: TenantCtx,
  id: string,
  asked: readonly Expansion[] = [],
): Promise<VerificationReport & Expanded> => {
  const { deps, tenant } = ctx;
  const state = isId("verification", id) ? await findVerificationState(deps.db, tenant.id, id) : null;
  if (state?.mode !== ctx.mode) throw verificationNotFound();
  const [report] = await reportsOf(ctx, [state], deps.now());
  return { ...required(report ?? null, "VERIFICATION_NOT_FOUND"), ...(await expand(ctx, state, asked)) };
};
