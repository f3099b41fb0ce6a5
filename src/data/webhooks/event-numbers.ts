import type { Mode } from "#core/verification.ts";
import type { Db } from "#data/service/client.ts";

// The order in which a tenant reads its events. Ids and times are made before the commit, so an event can appear
// behind one that a reader has already passed. Numbers are given to committed events only, under a lock that lasts
// until they are committed too: a reader that sees a number sees every lower one. Events about the tenant itself have no
// number: readers of verifications' events do not know them.

/** A tenant's events of one mode. */
export type EventStream = { tenantId: string; mode: Mode };

export type StoredEvent = { id: string; mode: Mode; verificationId: string; body: string };

type Numbered = StoredEvent & { number: bigint };

/** Events after a number, in order. */
export const eventsAfter = (
  db: Db,
  { tenantId, mode }: EventStream,
  after: bigint,
  limit: number,
): Promise<Numbered[]> => db.$queryRaw<Numbered[]>`
  select id, mode, verification_id as "verificationId", body, number from event
  where tenant_id = ${tenantId} and mode = ${mode}::mode and number > ${after} and verification_id is not null
  order by number limit ${limit}`;

/** A verification's events, oldest first: at most one of each kind. */
export const eventsOfVerification = async (
  db: Db,
  tenantId: string,
  verificationId: string,
): Promise<StoredEvent[]> => {
  const found = await db.event.findMany({
    where: { tenantId, verificationId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, mode: true, body: true },
  });
  return found.map((event) => ({ ...event, verificationId }));
};

export const hasUnnumbered = async (db: Db, { tenantId, mode }: EventStream): Promise<boolean> => {
  const [row] = await db.$queryRaw<{ found: boolean }[]>`
    select exists (select from event where tenant_id = ${tenantId} and mode = ${mode}::mode
      and number is null and verification_id is not null) as found`;
  return row?.found ?? false;
};

/** The last number that was given; 0: none yet. */
export const lastNumber = async (db: Db, { tenantId, mode }: EventStream): Promise<bigint> => {
  const row = await db.eventNumbers.findUnique({ where: { tenantId_mode: { tenantId, mode } } });
  return row?.last ?? 0n;
};

/**
 * Numbers a tenant's committed events that have no number, oldest first, in a transaction. Readers take turns, and
 * each statement sees what the one before has committed. An event that an erasure or retention holds waits for the
 * next reader, so that no two wait for each other.
 */
export const numberEvents = async (db: Db, { tenantId, mode }: EventStream, limit: number): Promise<void> => {
  // Holds the row, new or old, until the commit.
  await db.$executeRaw`
    insert into event_numbers (tenant_id, mode) values (${tenantId}, ${mode}::mode)
    on conflict (tenant_id, mode) do update set last = event_numbers.last`;
  await db.$executeRaw`
    with waiting as materialized (
      select id, created_at from event where tenant_id = ${tenantId} and mode = ${mode}::mode
        and number is null and verification_id is not null
      order by created_at, id limit ${limit} for no key update skip locked),
    placed as (select id, row_number() over (order by created_at, id) as place from waiting),
    moved as (
      update event_numbers set last = last + (select count(*) from waiting)
      where tenant_id = ${tenantId} and mode = ${mode}::mode
      returning last - (select count(*) from waiting) as before)
    update event set number = moved.before + placed.place from placed, moved where event.id = placed.id`;
};
