import type { Mode, VerificationStatus } from "#core/verification.ts";
import type { Database, Db } from "#data/service/client.ts";
import { DELIVERIES_HELD, VERIFICATION_ERASE } from "#data/sql/erasure.ts";
import { run, runForOne } from "#data/sql/statement.ts";
import { VERIFICATION_COUNT_KEEP } from "#data/sql/verifications.ts";

/** What an erasure looks at before it begins. */
export type Redactable = {
  id: string;
  mode: Mode;
  status: VerificationStatus;
  expiresAt: Date;
  redactedAt: Date | null;
};

/**
 * A verification and its appeals, each held until the transaction ends; the appeals first.
 * @returns none: absent or not this tenant's
 */
export const holdForErasure = (db: Db, tenantId: string, id: string): Promise<Redactable[]> =>
  db.$queryRaw<Redactable[]>`
    select id, mode, status, expires_at as "expiresAt", redacted_at as "redactedAt" from verification
    where tenant_id = ${tenantId} and (id = ${id} or appeal_of = ${id}) order by id desc for update`;

/**
 * Holds the deliveries of a verification, so that no worker claims one, and looks for one that is being sent.
 * @returns until when at the latest; null: none is
 */
export const holdDeliveries = async (database: Database, id: string, now: Date): Promise<Date | null> =>
  (await runForOne(database, DELIVERIES_HELD, [id, now]))?.sendingUntil ?? null;

/** How many rows of each category there are about a verification: the names are those of receipts. */
export const keptRows = (db: Db, tenantId: string, id: string) =>
  db.$queryRaw<{ category: string; rows: number }[]>`
    select category, rows::int from (values
      ('method_attempts', (select count(*) from method_attempt where verification_id = ${id})),
      ('tokens', (select count(*) from token where verification_id = ${id})),
      ('return_codes', (select count(*) from return_code where verification_id = ${id})),
      ('handoffs', (select count(*) from handoff where verification_id = ${id})),
      ('wallet_requests', (select count(*) from wallet_transaction where verification_id = ${id})),
      ('age_key_questions', (select count(*) from age_key_challenge where verification_id = ${id})),
      ('identity_requests', (select count(*) from identity_request where verification_id = ${id})),
      ('vendor_sessions', (select count(*) from vendor_session where verification_id = ${id})),
      ('subject_uses', (select count(*) from subject_use where verification_id = ${id})),
      ('document_uses', (select count(*) from document_use where verification_id = ${id} and tenant_id = ${tenantId})),
      ('vouchers', (select count(*) from voucher where verification_id = ${id} and tenant_id = ${tenantId})),
      ('event_bodies', (select count(*) from event where verification_id = ${id})),
      ('idempotency_answers', (select count(*) from idempotency_record where verification_id = ${id})),
      ('sign_in_artifacts', (select count(*) from oidc_artifact where verification_id = ${id})),
      ('request_log_lines', (select count(*) from request_log where verification_id = ${id})))
      as kept (category, rows)
    where rows > 0`;

/** Keeps what a verification counts as, before it says nothing any more. */
export const keepCount = async (database: Database, id: string): Promise<void> => {
  await run(database, VERIFICATION_COUNT_KEEP, [id]);
};

/**
 * Erases everything about a verification but what a receipt names as kept. Its deliveries must be held.
 * @param secretHash of no page: the address that the person had opens nothing any more
 * @returns how many rows of each category held something
 */
export const eraseVerification = async (
  database: Database,
  erased: { tenantId: string; id: string; secretHash: Uint8Array<ArrayBuffer> },
  now: Date,
): Promise<{ category: string; rows: number }[]> =>
  run(database, VERIFICATION_ERASE, [erased.id, erased.tenantId, now, erased.secretHash]);

/**
 * Takes the ids of verifications erased since then out of lines that were written at the same moment, or by a process of
 * the version before.
 */
export const forgetLateLines = (db: Db, redactedSince: Date): Promise<number> => db.$executeRaw`
  update request_log set verification_id = null
  where verification_id in (select id from verification where redacted_at >= ${redactedSince})`;
