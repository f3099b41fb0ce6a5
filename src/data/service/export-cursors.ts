import type { ExportStream } from "#data/service/export-order.ts";
import type { Db } from "./client.ts";

// How far streams were pushed: services/exports/push.ts. Their numbers are those of export-order.ts.

export type CursorKey = { destination: string; stream: ExportStream };

export type ClaimedCursor = CursorKey & {
  last: bigint;
  claims: number;
  failures: number;
  /** Null: the destination took the last batch. */
  failingSince: Date | null;
};

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
  if (!row) return null;
  const { last, claims, failures, failingSince } = row;
  return { ...key, last, claims, failures, failingSince };
};

/** The outcome of a batch. */
type Outcome = {
  last: bigint;
  failures: number;
  nextAt: Date;
  failingSince: Date | null;
  lastCode: string | null;
  /** How many lines are left out, and when that was noticed. */
  left?: { lines: number; at: Date };
};

/**
 * Gives a cursor back, with what happened.
 * @returns false: another worker has taken it since
 */
export const returnCursor = async (
  db: Db,
  { destination, stream, claims }: ClaimedCursor,
  { left, ...outcome }: Outcome,
): Promise<boolean> => {
  const { count } = await db.exportCursor.updateMany({
    where: { destination, stream, claims },
    data: { ...outcome, ...(left && { dropped: { increment: left.lines }, droppedAt: left.at }) },
  });
  return count > 0;
};

/** How many lines a destination has refused or thrown away permanently. */
export const droppedLines = async (db: Db, key: CursorKey): Promise<bigint> =>
  (await db.exportCursor.findUnique({ where: { destination_stream: key } }))?.dropped ?? 0n;

/**
 * Streams that a worker pushes, and of which something was not taken.
 * @param usedSince a destination that no worker has asked since is not in the settings any more
 */
export const troubledCursors = (
  db: Db,
  { usedSince, droppedSince }: { usedSince: Date; droppedSince: Date },
) =>
  db.exportCursor.findMany({
    where: {
      nextAt: { gt: usedSince },
      OR: [{ failingSince: { not: null } }, { droppedAt: { gt: droppedSince } }],
    },
    orderBy: [{ destination: "asc" }, { stream: "asc" }],
  });

/** Where a destination is; null: it has not begun. */
export const lastPushed = async (db: Db, key: CursorKey): Promise<bigint | null> =>
  (await db.exportCursor.findUnique({ where: { destination_stream: key } }))?.last ?? null;

/** When a worker asks or asked next whether there is something to send; null: it has not begun. */
export const nextPush = async (
  db: Db,
  { destination, stream }: { destination: string; stream: string },
): Promise<Date | null> =>
  (await db.exportCursor.findUnique({ where: { destination_stream: { destination, stream } } }))?.nextAt ??
  null;
