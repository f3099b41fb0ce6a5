import { firstIdAt } from "#core/day.ts";
import { Prisma } from "#data/generated/client.ts";
import type { Db } from "./client.ts";

// Ids sort by time, so a search by id stays within the index; by created_at it would also read every later
// row of the tenant.

/** A page of tenants, by id, each with the days that its verifications' metadata is kept. */
export const retentionRules = (db: Db, after: string, limit: number) =>
  db.tenant.findMany({
    where: { id: { gt: after } },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true, metadataRetentionDays: true },
  });

/** A page of the tenants, by id, that have a limit for results, with its days. */
export const resultRules = (db: Db, after: string, limit: number) =>
  db.$queryRaw<{ id: string; days: number }[]>`
    select id, result_retention_days as days from tenant
    where result_retention_days is not null and id > ${after} order by id limit ${limit}`;

/** A page of a tenant's verifications, by id, that were started before then and are not erased. */
export const notErased = (db: Db, { tenantId, before, after }: Due, limit: number) =>
  db.$queryRaw<{ id: string }[]>`
    select id from verification
    where tenant_id = ${tenantId} and redacted_at is null and id > ${after} and id < ${firstIdAt("verification", before)}
    order by tenant_id, id limit ${limit}`;

/** Which rows are due. `after`: the last row that this run has erased, or "". */
type Due = { tenantId: string; before: Date; after: string };

/** How many rows were erased, and the last of them by id; null: no row was. */
type Erased = { rows: number; last: string | null };

const counted = async (erased: Promise<Erased[]>): Promise<Erased> =>
  (await erased)[0] ?? { rows: 0, last: null };

/**
 * Erases the data that the tenant gave with verifications created before then: metadata, reference, addresses,
 * address hash. The outcome and the times stay. At most `limit`, by id. Each part of the union has its index.
 */
export const purgeVerifications = (
  db: Db,
  { tenantId, before, after }: Due,
  limit: number,
): Promise<Erased> =>
  counted(db.$queryRaw<Erased[]>`
    with erased as (
      update verification set metadata = null, callback_url = null, ip_hash = null, reference = null,
        holds_reference = false, cancel_url = null, notification_url = null
      where id in (
        select id from verification where id in (
          (select id from verification
            where tenant_id = ${tenantId} and id > ${after} and id < ${firstIdAt("verification", before)}
              and (metadata is not null or callback_url is not null or ip_hash is not null)
            order by tenant_id, id limit ${limit})
          union
          (select id from verification
            where tenant_id = ${tenantId} and id > ${after} and id < ${firstIdAt("verification", before)}
              and (reference is not null or cancel_url is not null or notification_url is not null)
            order by tenant_id, id limit ${limit}))
          -- Once more: another worker may just have erased a row that was not locked above.
          and (metadata is not null or callback_url is not null or ip_hash is not null
            or reference is not null or cancel_url is not null or notification_url is not null)
        order by id limit ${limit} for update skip locked)
      returning id)
    select count(*)::int as rows, max(id) as last from erased`);

/** Deletes events of that age, whose bodies hold the metadata too, with their deliveries. At most `limit`, by id. */
export const purgeEvents = (db: Db, { tenantId, before, after }: Due, limit: number): Promise<Erased> =>
  counted(db.$queryRaw<Erased[]>`
    with erased as (
      delete from event where id in (
        select id from event
        where tenant_id = ${tenantId} and id > ${after} and id < ${firstIdAt("event", before)}
        order by tenant_id, id limit ${limit} for update skip locked)
      returning id)
    select count(*)::int as rows, max(id) as last from erased`);

/**
 * Tables whose rows are deleted only by time: the primary key, the time, and whether a row expires at that
 * time or only after it.
 */
const OVER = {
  age_key_challenge: ["challenge_hash", "expires_at", "<"],
  console_bearer: ["hash", "expires_at", "<"],
  device_login: ["device_code_hash", "expires_at", "<"],
  document_use: ["tenant_id, hash, verification_id", "expires_at", "<="],
  erasure_request: ["id", "ended_at", "<"],
  handoff: ["id", "expires_at", "<"],
  idempotency_record: ["scope, key_hash", "created_at", "<"],
  identity_request: ["state_hash", "expires_at", "<"],
  mail: ["id", "ended_at", "<"],
  meter_event: ["identifier", "ended_at", "<"],
  oidc_artifact: ["id_hash", "expires_at", "<"],
  registrar_certificate: ["id", "retired_at", "<"],
  return_code: ["code_hash", "expires_at", "<"],
  subject_use: ["verification_id", "expires_at", "<="],
  token: ["id", "expires_at", "<"],
  voucher: ["id", "expires_at", "<"],
  wallet_certificate: ["id", "retired_at", "<"],
  wallet_transaction: ["id", "expires_at", "<"],
} as const;

const { raw } = Prisma;

/**
 * Deletes a table's rows whose time was over before then, oldest first. Returns how many, at most `limit`.
 */
export const purge =
  (table: keyof typeof OVER) =>
  (db: Db, before: Date, limit: number): Promise<number> => {
    const [key, time, isOver] = OVER[table];
    return db.$executeRaw`
      delete from ${raw(table)} where (${raw(key)}) in (
        select ${raw(key)} from ${raw(table)} where ${raw(time)} ${raw(isOver)} ${before}
        order by ${raw(time)} limit ${limit} for update skip locked)`;
  };
