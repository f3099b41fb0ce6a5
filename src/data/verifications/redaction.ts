import type { Mode, VerificationStatus } from "#core/verification.ts";
import type { Database, Db } from "#data/service/client.ts";
import { DELIVERIES_HELD, STORED_ABOUT, VERIFICATION_ERASE } from "#data/sql/erasure.ts";
import { type RowOf, run, runForOne } from "#data/sql/statement.ts";
import { VERIFICATION_COUNT_KEEP } from "#data/sql/verifications.ts";

/** What an erasure reads before it begins. */
export type Redactable = {
  id: string;
  mode: Mode;
  status: VerificationStatus;
  createdAt: Date;
  expiresAt: Date;
  redactedAt: Date | null;
  /** The command line that alone gets its events. */
  listenerId: string | null;
};

/**
 * A verification with its appeal, or with the one that it appeals, each held until the transaction ends; the
 * appeal comes first.
 * @returns none: absent or not this tenant's
 */
export const holdForErasure = (db: Db, tenantId: string, id: string): Promise<Redactable[]> =>
  db.$queryRaw<Redactable[]>`
    select id, mode, status, created_at as "createdAt", expires_at as "expiresAt", redacted_at as "redactedAt",
      listener_id as "listenerId" from verification
    where tenant_id = ${tenantId}
      and (id = ${id} or appeal_of = ${id} or id = (select appeal_of from verification where id = ${id}))
    order by id desc for update`;

/**
 * Holds the deliveries of a verification, so that no worker claims one, and looks for one that is being sent.
 * @returns when its sending ends at the latest; null: none is being sent
 */
export const holdDeliveries = async (database: Database, id: string, now: Date): Promise<Date | null> =>
  (await runForOne(database, DELIVERIES_HELD, [id, now]))?.sendingUntil ?? null;

/**
 * A row about a verification, with the names from prisma/schema.prisma; true in place of a value that is not
 * shown.
 */
export type StoredRow = RowOf<typeof STORED_ABOUT>;

/** Every row about a verification, for the person whose check it is. */
export const storedAbout = (database: Database, tenantId: string, id: string): Promise<StoredRow[]> =>
  run(database, STORED_ABOUT, [id, tenantId]);

/** Stores what a verification counts as, before its content is erased. */
export const keepCount = async (database: Database, id: string): Promise<void> => {
  await run(database, VERIFICATION_COUNT_KEEP, [id]);
};

/**
 * Erases everything about a verification except what a receipt names as kept. Its deliveries must be held.
 * @param secretHash the hash of no page's secret: the person's address then opens nothing
 * @param requestId an appeal's own, in place of the one that it shares with the verification it appeals
 */
export const eraseVerification = async (
  database: Database,
  erased: { tenantId: string; id: string; secretHash: Uint8Array<ArrayBuffer>; requestId: string },
  now: Date,
): Promise<void> => {
  const { id, tenantId, secretHash, requestId } = erased;
  await run(database, VERIFICATION_ERASE, [id, tenantId, now, secretHash, requestId]);
};

/**
 * Removes the ids of verifications erased since then from lines that were written at the same moment, or by a
 * process of the previous version.
 */
export const forgetLateLines = (db: Db, redactedSince: Date): Promise<number> => db.$executeRaw`
  update request_log set verification_id = null
  where verification_id in (select id from verification where redacted_at >= ${redactedSince})`;
