import { statesLeftBy, type Verification, type VerificationStatus } from "#core/verification.ts";
import type { Db } from "#data/service/client.ts";
import type { NewVerification } from "./start-verification.ts";

/** A verification's appeal, as shown to anyone who may see the verification. */
export type Appeal = { id: string; status: VerificationStatus; verified: boolean | null; expiresAt: Date };

/** The appeal against a rejected verification, if there is one. */
export const findAppeal = (db: Db, tenantId: string, appealOf: string): Promise<Appeal | null> =>
  db.verification.findFirst({
    where: { tenantId, appealOf },
    select: { id: true, status: true, verified: true, expiresAt: true },
  });

/** The appeals against these verifications, by the id of what they appeal. */
export const findAppeals = async (
  db: Db,
  tenantId: string,
  appealed: readonly string[],
): Promise<ReadonlyMap<string, Appeal>> => {
  const rows = await db.verification.findMany({
    where: { tenantId, appealOf: { in: [...appealed] } },
    select: { id: true, status: true, verified: true, expiresAt: true, appealOf: true },
  });
  return new Map(rows.flatMap(({ appealOf, ...appeal }) => (appealOf === null ? [] : [[appealOf, appeal]])));
};

/**
 * How many of the tenant’s appeals are open that one of these methods can decide, and when the first of them runs out.
 */
export const countOpenAppeals = async (
  db: Db,
  tenantId: string,
  methods: readonly string[],
  now: Date,
): Promise<{ count: number; earliestExpiresAt: Date | null }> => {
  const { _count: count, _min: earliest } = await db.verification.aggregate({
    where: {
      tenantId,
      mode: "live",
      status: { in: statesLeftBy("complete") },
      expiresAt: { gt: now },
      appealOf: { not: null },
      methods: { hasSome: [...methods] },
    },
    _count: true,
    _min: { expiresAt: true },
  });
  return { count, earliestExpiresAt: earliest.expiresAt };
};

type NewAppeal = Pick<Verification, "id" | "methods" | "maxAttempts" | "createdAt" | "expiresAt"> & {
  secretHash: Uint8Array<ArrayBuffer>;
};

/**
 * Writes the appeal against a verification, with everything that its start asked for. It does not count
 * towards the month's usage, so the tenant is not billed for it.
 * @param db a transaction that holds the first verification's row, so that there is one appeal
 */
export const insertAppeal = async (db: Db, first: Verification, appeal: NewAppeal): Promise<void> => {
  const { tenantId, mode, requestId, minimumAge, thresholds, disclosure } = first;
  const { locale, callbackUrl, cancelUrl, notificationUrl, metadata, policyId, policyPlace, listenerId } =
    first;
  // Everything that a start writes, except for the address of the person's device, which is not known again.
  const started = {
    ...{ tenantId, mode, requestId, minimumAge, thresholds, disclosure },
    ...{ locale, callbackUrl, cancelUrl, notificationUrl, policyId, policyPlace, listenerId },
    // Where references are unique, the first verification alone has it.
    ...{ reference: first.holdsReference ? null : first.reference, holdsReference: false },
    ...appeal,
  } satisfies Omit<NewVerification, "metadata" | "ipHash">;
  await db.verification.create({
    data: { ...started, ...(metadata === null ? {} : { metadata }), appealOf: first.id },
    select: { id: true },
  });
};

/**
 * Records that an appeal against the verification was approved, and revokes what was issued for it. Its
 * decision stays as it was: the appeal holds what is known now.
 */
export const overturn = async (db: Db, tenantId: string, id: string, now: Date): Promise<void> => {
  await db.verification.updateMany({ where: { id, tenantId }, data: { overturnedAt: now } });
  await db.token.updateMany({
    where: { verificationId: id, tenantId, revokedAt: null },
    data: { revokedAt: now },
  });
  await db.returnCode.deleteMany({ where: { verificationId: id, tenantId } });
};
