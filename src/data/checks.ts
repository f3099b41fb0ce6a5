import { statesLeftBy } from "#core/verification.ts";
import type { Db } from "./client.ts";

/**
 * Takes the verification's lease for one check of evidence: nobody else checks until it is given back or
 * runs out. False when another check runs, or when the verification has ended.
 */
export const claimCheck = async (db: Db, id: string, now: Date, until: Date): Promise<boolean> => {
  const { count } = await db.verification.updateMany({
    where: {
      id,
      status: { in: statesLeftBy("complete") },
      expiresAt: { gt: now },
      OR: [{ checkingUntil: null }, { checkingUntil: { lte: now } }],
    },
    data: { checkingUntil: until },
  });
  return count === 1;
};

/** Gives the lease back without an attempt counted. `until` fences off a check that woke up too late. */
export const releaseCheck = async (db: Db, id: string, until: Date): Promise<void> => {
  await db.verification.updateMany({ where: { id, checkingUntil: until }, data: { checkingUntil: null } });
};

export type AttemptRow = {
  id: string;
  verificationId: string;
  tenantId: string;
  method: string;
  finding: string;
  reason: string | null;
  durationMs: number;
  createdAt: Date;
};

/**
 * Counts an attempt under the lease that `claimCheck` took; the lease itself goes with it.
 * @param until null: an attempt that needs no lease, because what it used up can be used only once
 * @returns the attempt's number, or null when the lease was lost meanwhile: then nothing was written
 */
export const recordAttempt = async (
  db: Db,
  attempt: AttemptRow,
  until: Date | null,
): Promise<number | null> => {
  const [row] = await db.verification.updateManyAndReturn({
    where: {
      id: attempt.verificationId,
      status: { in: statesLeftBy("complete") },
      ...(until === null ? {} : { checkingUntil: until }),
    },
    data: { attempts: { increment: 1 }, checkingUntil: null },
    select: { attempts: true },
  });
  if (!row) return null;
  await db.methodAttempt.create({ data: { ...attempt, number: row.attempts } });
  return row.attempts;
};

/** Nobody else moves the verification until the transaction's end. */
export const lockVerification = async (db: Db, tenantId: string, id: string): Promise<void> => {
  await db.$queryRaw`select id from verification where id = ${id} and tenant_id = ${tenantId} for no key update`;
};
