import { TENANTS_TABLES, type TenantDeletion } from "#core/practice/of-tenant.ts";
import { Prisma } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

// The deletion of a whole tenant: services/tenants/deletion.ts. What goes when, and what stays, is listed in core/practice/of-tenant.ts.

const { raw } = Prisma;

/** A tenant's deletion that has begun; null: none has. */
export const findDeletion = async (db: Db, tenantId: string): Promise<TenantDeletion | null> => {
  const row = await db.tenantDeletion.findUnique({ where: { tenantId }, select: { askedAt: true } });
  return row && { ...row, left: await db.verification.count({ where: { tenantId } }) };
};

/** Whether a tenant is being deleted. With its row held by the caller, the answer stays true until the transaction ends. */
export const isBeingDeleted = async (db: Db, tenantId: string): Promise<boolean> =>
  (await db.tenantDeletion.count({ where: { tenantId } })) > 0;

/** Marks a closed tenant, whose row the caller holds: a trigger then refuses that it is opened. */
export const insertDeletion = async (db: Db, tenantId: string, askedAt: Date): Promise<void> => {
  await db.tenantDeletion.create({ data: { tenantId, askedAt } });
};

/** Ends the checks that are open: they cannot be continued. */
export const endOpenVerifications = (db: Db, tenantId: string, now: Date): Promise<number> =>
  db.$executeRaw`
    update verification set expires_at = ${now}
    where tenant_id = ${tenantId} and status in ('pending', 'in_progress') and expires_at > ${now}`;

// By which something is let in, reaches a person or is sent. Rows that hang on these go with them.
const DOORS = TENANTS_TABLES.filter(({ deletion }) => deletion === "at_once").map(({ table }) => table);

/** Takes away all by which a tenant is reached or reaches out. Its webhook endpoints are removed as members remove them. */
export const shutDoors = async (db: Db, tenantId: string, now: Date): Promise<void> => {
  await db.tenant.update({ where: { id: tenantId }, data: { madeBy: null }, select: { id: true } });
  for (const table of DOORS) await db.$executeRaw`delete from ${raw(table)} where tenant_id = ${tenantId}`;
  await db.$executeRaw`
    update webhook_endpoint set deleted_at = coalesce(deleted_at, ${now}), is_enabled = false, secret_sealed = '',
      previous_secret_sealed = null, previous_secret_until = null, older_secrets = '[]'
    where tenant_id = ${tenantId}`;
  await db.$executeRaw`
    update webhook_delivery set status = 'cancelled', ended_at = ${now}
    where tenant_id = ${tenantId} and status in ('pending', 'held')`;
};

/** Deletions that the worker is at, the oldest first. @param askedBefore later ones have yet to be known everywhere */
export const openDeletions = (db: Db, askedBefore: Date, limit: number) =>
  db.tenantDeletion.findMany({
    where: { doneAt: null, askedAt: { lte: askedBefore } },
    orderBy: { askedAt: "asc" },
    take: limit,
    select: { tenantId: true, askedAt: true },
  });

/**
 * Deletes up to `limit` of a tenant's erased verifications, and counts them in the same transaction. One whose vendor has yet to
 * erase waits for it.
 */
export const deleteErased = async (db: Db, tenantId: string, limit: number): Promise<number> => {
  const deleted = await db.$executeRaw`
    delete from verification where id in (
      select id from verification v
      where tenant_id = ${tenantId} and redacted_at is not null
        and not exists (select from vendor_session s where s.verification_id = v.id)
      order by tenant_id, id limit ${limit} for update skip locked)`;
  await db.tenantDeletion.update({
    where: { tenantId },
    data: { verifications: { increment: deleted } },
  });
  return deleted;
};

export const countVerifications = (db: Db, tenantId: string): Promise<number> =>
  db.verification.count({ where: { tenantId } });

// Tables that can have many rows, with their keys: those go in pieces before the tenant's row takes the rest with it.
const MANY = TENANTS_TABLES.flatMap(({ table, deletion }) =>
  typeof deletion === "object" && "pieces" in deletion ? [{ ...deletion, table }] : [],
);

/** Deletes up to `limit` rows of each of the tables that can have many. @returns how many in all */
export const deleteRows = async (db: Db, tenantId: string, limit: number): Promise<number> => {
  let deleted = 0;
  for (const { table, pieces: key, where = "true" } of MANY)
    deleted += await db.$executeRaw`
      delete from ${raw(table)} where (${raw(key)}) in (
        select ${raw(key)} from ${raw(table)} where tenant_id = ${tenantId} and ${raw(where)}
        limit ${limit} for update skip locked)`;
  const scopes = ["live", "test"].map((mode) => `${tenantId}:${mode}`);
  deleted += await db.$executeRaw`
    delete from idempotency_record where (scope, key_hash) in (
      select scope, key_hash from idempotency_record where scope = any(${scopes})
      limit ${limit} for update skip locked)`;
  return deleted;
};

/**
 * Holds a deletion that has not ended, and the tenant's row with it.
 * @returns null: it has ended, by another worker
 */
export const holdDeletion = async (
  db: Db,
  tenantId: string,
): Promise<{ name: string; verifications: number } | null> => {
  const [row] = await db.$queryRaw<{ name: string; verifications: number }[]>`
    select t.name, d.verifications from tenant_deletion d join tenant t on t.id = d.tenant_id
    where d.tenant_id = ${tenantId} and d.done_at is null for update`;
  return row ?? null;
};

/** Deletes the tenant's row, and with it all that hangs on it. */
export const deleteTenantRow = async (db: Db, tenantId: string, now: Date): Promise<void> => {
  await db.$executeRaw`delete from tenant where id = ${tenantId}`;
  await db.tenantDeletion.update({ where: { tenantId }, data: { doneAt: now } });
};
