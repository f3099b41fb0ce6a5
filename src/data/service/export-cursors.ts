import type { ExportStream } from "#data/service/export-order.ts";
import type { Db } from "./client.ts";

// How far streams were pushed: services/exports/push.ts. Their numbers are those of export-order.ts.

export type CursorKey = { destination: string; stream: ExportStream };

export type ClaimedCursor = CursorKey & { last: bigint; claims: number; failures: number };

/** Begins behind the last number that was given, unless another worker has begun. */
export const addCursor = async (db: Db, { destination, stream }: CursorKey, now: Date): Promise<void> => {
  await db.$executeRaw`
    insert into export_cursor (destination, stream, last, next_at)
    values (${destination}, ${stream},
      coalesce((select last from export_order where stream = ${stream}), 0), ${now})
    on conflict do nothing`;
};

/** Takes a cursor for a while; null: it is not due, or another worker has it. */
export const claimCursor = async (
  db: Db,
  key: CursorKey,
  now: Date,
  leaseUntil: Date,
): Promise<ClaimedCursor | null> => {
  const [row] = await db.exportCursor.updateManyAndReturn({
    where: { ...key, nextAt: { lte: now } },
    data: { nextAt: leaseUntil, claims: { increment: 1 } },
  });
  return row ? { ...key, last: row.last, claims: row.claims, failures: row.failures } : null;
};

/**
 * Gives a cursor back, with what happened.
 * @returns false: another worker has taken it since
 */
export const returnCursor = async (
  db: Db,
  { destination, stream, claims }: ClaimedCursor,
  { last, failures, nextAt }: { last: bigint; failures: number; nextAt: Date },
): Promise<boolean> => {
  const { count } = await db.exportCursor.updateMany({
    where: { destination, stream, claims },
    data: { last, failures, nextAt },
  });
  return count > 0;
};

/** Where a destination is; null: it has not begun. */
export const lastPushed = async (db: Db, key: CursorKey): Promise<bigint | null> =>
  (await db.exportCursor.findUnique({ where: { destination_stream: key } }))?.last ?? null;
