import { isFinal, type Verification, type VerificationStatus } from "#core/verification.ts";
import type { Prisma, Verification as Row } from "#data/generated/client.ts";
import type { Database, Db } from "#data/service/client.ts";
import { type HiddenOf, metadataFromJson } from "#data/service/columns.ts";
import { OIDC_RESULT } from "#data/sql/oidc.ts";
import { VERIFICATION_STATE } from "#data/sql/requests.ts";
import { sharedRead } from "#data/sql/shared-read.ts";
import { type RowOf, runForOne } from "#data/sql/statement.ts";

/** What is known of evidence by its key: it matters while the verification is open. */
const OF_KEYS = { readingKeyHash: null, readingUntil: null, refusedKeyHash: null, refusedAs: null } as const;

/** Services do not see these: the hash of the secret, the lease, the wrong codes and the time of an erasure stay inside data. */
const HIDDEN = {
  secretHash: true,
  ipHash: true,
  checkingUntil: true,
  readingKeyHash: true,
  readingUntil: true,
  refusedKeyHash: true,
  refusedAs: true,
  voucherTries: true,
  assurance: true,
  redactedAt: true,
} as const satisfies HiddenOf<Row, Verification>;

const toVerification = (row: Omit<Row, keyof typeof HIDDEN>): Verification => ({
  ...row,
  metadata: metadataFromJson(row.metadata),
});

export type VerificationState = RowOf<typeof VERIFICATION_STATE>;

const readState = sharedRead(VERIFICATION_STATE);

/** The state of a verification; null means absent or not this tenant's. */
export const findVerificationState = (database: Database, tenantId: string, id: string) =>
  readState(database, [id, tenantId]);

/** What the tenant's backend gave with each of these verifications, by id; those without are left out. */
export const metadataOf = async (
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Verification["metadata"]>> => {
  const rows = await db.verification.findMany({ where: { tenantId, id: { in: [...ids] } }, omit: HIDDEN });
  return new Map(rows.map((row) => [row.id, toVerification(row).metadata]));
};

/** A whole verification; null means absent or not this tenant's. */
export const findVerification = async (
  db: Db,
  tenantId: string,
  id: string,
): Promise<Verification | null> => {
  const row = await db.verification.findFirst({ where: { id, tenantId }, omit: HIDDEN });
  return row && toVerification(row);
};

/** A check's result for a site that asked over OpenID Connect; null means absent or not this tenant's. */
export const findResult = (database: Database, tenantId: string, id: string) =>
  runForOne(database, OIDC_RESULT, [id, tenantId]);

/** The tenant's newest verifications. */
export const lastVerifications = (db: Db, tenantId: string, limit: number) =>
  db.verification.findMany({
    where: { tenantId },
    orderBy: { id: "desc" },
    take: limit,
    select: { id: true, status: true, createdAt: true, completedAt: true, expiresAt: true, method: true },
  });

export type VerificationChanges = Omit<Prisma.VerificationUpdateManyMutationInput, "status"> & {
  status: VerificationStatus;
};

/**
 * The only write of a transition: a conditional UPDATE that names the states it may start from. Null if the
 * verification is no longer in one of them, or is not this tenant's; nothing was written then.
 * @param notExpiredAt only a verification that has not expired at this instant is changed
 */
export const moveVerification = async (
  db: Db,
  tenantId: string,
  id: string,
  from: readonly VerificationStatus[],
  changes: VerificationChanges,
  notExpiredAt: Date | null,
): Promise<Verification | null> => {
  const [row] = await db.verification.updateManyAndReturn({
    where: {
      id,
      tenantId,
      status: { in: [...from] },
      ...(notExpiredAt === null ? {} : { expiresAt: { gt: notExpiredAt } }),
    },
    data: { ...changes, ...(isFinal(changes.status) ? OF_KEYS : {}), checkingUntil: null },
    omit: HIDDEN,
  });
  return row ? toVerification(row) : null;
};

/** Ends an open verification's time at this instant; test mode simulates expiry this way. */
export const endNow = async (db: Db, tenantId: string, id: string, now: Date): Promise<void> => {
  await db.verification.updateMany({
    where: { id, tenantId, status: { in: ["pending", "in_progress"] } },
    data: { expiresAt: now },
  });
};

/** Overdue verifications of all tenants, locked for the caller's transaction; rows that another worker holds are skipped. */
export const claimOverdue = (db: Db, now: Date, limit: number) =>
  db.$queryRaw<{ id: string; tenantId: string }[]>`
    select id, tenant_id as "tenantId" from verification
    where status in ('pending', 'in_progress') and expires_at <= ${now}
    order by expires_at limit ${limit} for update skip locked`;
