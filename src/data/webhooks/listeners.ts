import type { Mode } from "#core/verification.ts";
import type { Listener } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

export type OpenListener = Pick<Listener, "id" | "name" | "secretSealed" | "seenAt">;

/** The tenant's open listener of this mode; null: there is none, or it has ended. */
export const findListener = (
  db: Db,
  { tenantId, mode, id }: { tenantId: string; mode: Mode; id: string },
): Promise<OpenListener | null> =>
  db.listener.findFirst({
    where: { id, tenantId, mode, endedAt: null },
    select: { id: true, name: true, secretSealed: true, seenAt: true },
  });

type NewListener = Omit<Listener, "seenAt" | "endedAt">;

export const insertListener = async (db: Db, listener: NewListener): Promise<void> => {
  await db.listener.create({ data: { ...listener, seenAt: listener.createdAt } });
};

/** Open listeners, the longest unseen first. No other transaction can count them until this one ends, so that a limit holds. */
export const openListeners = async (db: Db, tenantId: string): Promise<{ id: string; seenAt: Date }[]> => {
  await db.$queryRaw`select id from tenant where id = ${tenantId} for no key update`;
  return db.listener.findMany({
    where: { tenantId, endedAt: null },
    orderBy: [{ seenAt: "asc" }, { id: "asc" }],
    select: { id: true, seenAt: true },
  });
};

/** Notes a poll, if the last note is older than `before`. */
export const noteSeen = async (
  db: Db,
  { tenantId, id, before, now }: { tenantId: string; id: string; before: Date; now: Date },
): Promise<void> => {
  await db.listener.updateMany({
    where: { id, tenantId, endedAt: null, seenAt: { lt: before } },
    data: { seenAt: now },
  });
};

/**
 * Ends a listener: its secret goes, and what it had not yet acknowledged is cancelled. Its deliveries stay in the log.
 * @returns false: it had ended, or is not this tenant's
 */
export const endListener = async (
  db: Db,
  { tenantId, id, now }: { tenantId: string; id: string; now: Date },
): Promise<boolean> => {
  const { count } = await db.listener.updateMany({
    where: { id, tenantId, endedAt: null },
    data: { endedAt: now, secretSealed: "" },
  });
  if (count === 0) return false;
  await db.webhookDelivery.updateMany({
    where: { listenerId: id, status: "held" },
    data: { status: "cancelled", endedAt: now },
  });
  return true;
};

/** Listeners of all tenants that were last seen before then. Locked for the caller's transaction. */
export const claimUnseen = (db: Db, before: Date, limit: number) =>
  db.$queryRaw<{ id: string; tenantId: string }[]>`
    select id, tenant_id as "tenantId" from listener where ended_at is null and seen_at < ${before}
    order by seen_at limit ${limit} for update skip locked`;

/**
 * Cancels what ended listeners still hold: an event that happened in the same instant as the end. Returns how many, at
 * most `limit`.
 */
export const cancelLeftBehind = (db: Db, now: Date, limit: number): Promise<number> =>
  db.$executeRaw`
    update webhook_delivery set status = 'cancelled', ended_at = ${now} where id in (
      select d.id from webhook_delivery d join listener l on l.id = d.listener_id
      where d.status = 'held' and l.ended_at is not null limit ${limit} for update of d skip locked)`;

/** Deletes listeners that ended before then and of which no delivery is left. Returns how many, at most `limit`. */
export const purgeListeners = (db: Db, before: Date, limit: number): Promise<number> =>
  db.$executeRaw`
    delete from listener where id in (
      select l.id from listener l where l.ended_at < ${before}
        and not exists (select from webhook_delivery d where d.listener_id = l.id)
      order by l.ended_at limit ${limit} for update skip locked)`;
