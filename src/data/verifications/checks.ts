import { statesLeftBy } from "#core/verification.ts";
import type { MethodAttempt, Verification } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import type { HiddenOf } from "#data/service/columns.ts";

type CheckClaim = {
  verificationId: string;
  /** The hand-off of the phone that asks; null: the first device asks. */
  handoffId: string | null;
  now: Date;
  until: Date;
  /** The hash of the evidence's key; null: it came without one. */
  keyHash: Uint8Array<ArrayBuffer> | null;
};

/**
 * Takes the verification's lease for one check of evidence: no other check runs until it is released or
 * expires. A pending verification is in progress from then on. False when another check runs, when the
 * verification has ended, or when the first device has taken the check back from this phone.
 */
export const claimCheck = async (
  db: Db,
  { verificationId, handoffId, now, until, keyHash }: CheckClaim,
): Promise<boolean> => {
  const count = await db.$executeRaw`
    update verification set checking_until = ${until}, reading_key_hash = ${keyHash}, reading_until = ${until},
      status = 'in_progress', opened_at = coalesce(opened_at, ${now})
    where id = ${verificationId} and status::text = any(${statesLeftBy("complete")}) and expires_at > ${now}
      and (checking_until is null or checking_until <= ${now})
      and (${handoffId}::text is null or exists (select from handoff where id = ${handoffId} and ended_at is null))`;
  return count === 1;
};

/**
 * Releases the lease without counting an attempt. `until` fences off a check that resumed too late.
 * @param refused the evidence under this key was refused, and is refused alike when it comes again
 */
export const releaseCheck = async (
  db: Db,
  id: string,
  until: Date,
  refused: Pick<Verification, "refusedKeyHash" | "refusedAs"> | null,
): Promise<void> => {
  const data = { checkingUntil: null, readingKeyHash: null, readingUntil: null, ...refused };
  await db.verification.updateMany({ where: { id, checkingUntil: until }, data });
};

/**
 * Counts an attempt under the lease that `claimCheck` took; this also ends the lease.
 * @param until null: an attempt that needs no lease, because it used up something that can be used only once;
 *   the lease of a check running in the meantime stays
 * @returns the attempt's number, or null when the lease was lost in the meantime; nothing was written then
 */
export const recordAttempt = async (
  db: Db,
  attempt: Omit<MethodAttempt, "number">,
  until: Date | null,
): Promise<number | null> => {
  const [row] = await db.$queryRaw<{ number: number }[]>`
    with counted as (
      update verification set attempts = attempts + 1,
        checking_until = case when ${until}::timestamptz is null then checking_until end
      where id = ${attempt.verificationId} and status::text = any(${statesLeftBy("complete")})
        and (${until}::timestamptz is null or checking_until = ${until})
      returning attempts)
    insert into method_attempt
      (id, verification_id, tenant_id, number, method, finding, reason, duration_ms, key_hash, created_at)
    select ${attempt.id}, ${attempt.verificationId}, ${attempt.tenantId}, attempts, ${attempt.method}, ${attempt.finding},
      ${attempt.reason}, ${attempt.durationMs}, ${attempt.keyHash}, ${attempt.createdAt} from counted
    returning number`;
  return row?.number ?? null;
};

/** Closes a method of the policy for this verification. */
export const closeMethod = async (db: Db, id: string, method: string): Promise<void> => {
  await db.verification.update({ where: { id }, data: { closedMethods: { push: method } } });
};

/**
 * Records that the person cannot use the methods shown; only the first time counts. Changes nothing once the
 * verification has ended.
 */
export const noteOthersAsked = async (db: Db, id: string, now: Date): Promise<void> => {
  await db.verification.updateMany({
    where: { id, status: { in: statesLeftBy("complete") }, othersAskedAt: null, policyId: { not: null } },
    data: { othersAskedAt: now },
  });
};

/** Keeps other transactions from changing the verification's state until this one ends. */
export const lockVerification = async (db: Db, tenantId: string, id: string): Promise<void> => {
  await db.$queryRaw`select id from verification where id = ${id} and tenant_id = ${tenantId} for no key update`;
};

export type AttemptRow = Pick<
  MethodAttempt,
  "number" | "method" | "finding" | "reason" | "durationMs" | "createdAt"
>;

const HIDDEN = {
  id: true,
  verificationId: true,
  tenantId: true,
  keyHash: true,
} as const satisfies HiddenOf<MethodAttempt, AttemptRow>;

/** Every attempt of a verification, in order. */
export const listAttempts = (db: Db, tenantId: string, verificationId: string): Promise<AttemptRow[]> =>
  db.methodAttempt.findMany({
    where: { verificationId, tenantId },
    orderBy: { number: "asc" },
    omit: HIDDEN,
  });

/** The last attempt of a verification, if there was one. */
export const lastAttempt = (db: Db, tenantId: string, verificationId: string) =>
  db.methodAttempt.findFirst({
    where: { verificationId, tenantId },
    orderBy: { number: "desc" },
    select: { finding: true, reason: true, method: true },
  });
