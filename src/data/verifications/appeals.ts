import type { Verification, VerificationStatus } from "#core/verification.ts";
import type { Db } from "#data/service/client.ts";
import type { NewVerification } from "./start-verification.ts";

/** The appeal of a verification, as those see it who know the verification. */
export type Appeal = { id: string; status: VerificationStatus; verified: boolean | null; expiresAt: Date };

/** The appeal of a rejected verification, if there is one. */
export const findAppeal = (db: Db, tenantId: string, appealOf: string): Promise<Appeal | null> =>
  db.verification.findFirst({
    where: { tenantId, appealOf },
    select: { id: true, status: true, verified: true, expiresAt: true },
  });

type NewAppeal = Pick<Verification, "id" | "methods" | "maxAttempts" | "createdAt" | "expiresAt"> & {
  secretHash: Uint8Array<ArrayBuffer>;
};

/**
 * Writes the appeal of a verification, with all that its start asked for. It is not counted in the month: nobody is billed
 * for it.
 * @param db a transaction that holds the first verification's row, so that there is one appeal
 */
export const insertAppeal = async (db: Db, first: Verification, appeal: NewAppeal): Promise<void> => {
  const { tenantId, mode, requestId, minimumAge, thresholds, disclosure } = first;
  const { locale, callbackUrl, metadata, policyId, policyPlace } = first;
  // All that a start writes: the address of the person's device alone is not known again.
  const started = {
    ...{ tenantId, mode, requestId, minimumAge, thresholds, disclosure },
    ...{ locale, callbackUrl, policyId, policyPlace },
    ...appeal,
  } satisfies Omit<NewVerification, "metadata" | "ipHash">;
  await db.verification.create({
    data: { ...started, ...(metadata === null ? {} : { metadata }), appealOf: first.id },
    select: { id: true },
  });
};

/**
 * Notes that an appeal of the verification was approved, and revokes what was issued for it. Its decision stays as it was:
 * what is known now is in the appeal.
 */
export const overturn = async (db: Db, tenantId: string, id: string, now: Date): Promise<void> => {
  await db.verification.updateMany({ where: { id, tenantId }, data: { overturnedAt: now } });
  await db.token.updateMany({
    where: { verificationId: id, tenantId, revokedAt: null },
    data: { revokedAt: now },
  });
  await db.returnCode.deleteMany({ where: { verificationId: id, tenantId } });
};
