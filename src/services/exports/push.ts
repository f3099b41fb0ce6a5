import type { ExportLine, ExportStreamName } from "#core/exports/line.ts";
import {
  addCursor,
  type ClaimedCursor,
  type CursorKey,
  claimCursor,
  lastPushed,
  returnCursor,
} from "#data/service/export-cursors.ts";
import type { ExportSender } from "#platform/exports/sender.ts";
import type { Ctx } from "#services/context.ts";
import { logLinesToPush } from "./log-lines.ts";
import { entriesToPush, numberTrail } from "./trail.ts";

// Pushes the audit trail and the request log to the operator's collectors (docs/exports.md). A place in the order of export
// is kept for each destination and stream, and moves only when the destination has the lines before it.

const LINES_AT_ONCE = 500;
const BYTES_AT_ONCE = 1024 * 1024;
/** Longer than reading and sending a batch take: a worker that was killed is followed after this time. */
const LEASE_MS = 60_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A destination that names a longer pause is asked again sooner. */
const LONGEST_WANTED_MS = 60 * 60_000;

const READERS = { audit: entriesToPush, requests: logLinesToPush } as const;

const keyOf = ({ id }: ExportSender, stream: ExportStreamName): CursorKey => ({
  destination: id,
  stream: stream === "audit" ? "audit" : "log",
});

/** A destination begins now: what was there before it was named is read with GET /admin/audit and GET /admin/logs. */
const begin = async (ctx: Ctx, key: CursorKey, signal: AbortSignal | undefined): Promise<void> => {
  const { deps } = ctx;
  if ((await lastPushed(deps.db.orm, key)) !== null) return;
  // Entries without a number would all be new.
  while (key.stream === "audit" && (await numberTrail(ctx)) > 0) if (signal?.aborted) return;
  await addCursor(deps.db.orm, key, deps.now());
};

const COMMA_BYTES = 256;

/** As many as fit; the first one always. What is around a line, and its facts, are counted roughly. */
const fitting = (lines: readonly ExportLine[]): readonly ExportLine[] => {
  let bytes = 0;
  const tooFar = lines.findIndex(({ text, facts }, at) => {
    // As a text within JSON, a line's quotes are escaped.
    bytes += Buffer.byteLength(JSON.stringify([text, facts])) + COMMA_BYTES;
    return at > 0 && bytes > BYTES_AT_ONCE;
  });
  return tooFar === -1 ? lines : lines.slice(0, tooFar);
};

/** Half as many at each failure: one that is too large for the destination does not keep it from all others before it. */
const sizeAfter = (failures: number): number => Math.max(1, LINES_AT_ONCE >> Math.min(failures, 10));

const pauseMs = (failures: number, wantedMs: number | null): number => {
  const own = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
  return Math.max(own, Math.min(wantedMs ?? 0, LONGEST_WANTED_MS));
};

const pushClaimed = async (
  { deps }: Ctx,
  sender: ExportSender,
  claimed: ClaimedCursor,
  lines: readonly ExportLine[],
): Promise<number> => {
  const { destination, stream, failures: failed } = claimed;
  const db = deps.db.orm;
  const through = lines.at(-1);
  if (!through) {
    await returnCursor(db, claimed, { last: claimed.last, failures: failed, nextAt: deps.now() });
    return 0;
  }
  const pushed = await sender.send(lines);
  const now = deps.now();
  if (pushed.is === "refused") {
    const failures = failed + 1;
    const nextAt = new Date(now.getTime() + pauseMs(failures, pushed.retryMs));
    deps.log.warn("lines could not be pushed and are sent again", {
      ...{ destination, stream, code: pushed.code, failures },
    });
    await returnCursor(db, claimed, { last: claimed.last, failures, nextAt });
    return 0;
  }
  if (pushed.rejected > 0)
    deps.log.error("the collector has thrown lines away", { destination, stream, lines: pushed.rejected });
  await returnCursor(db, claimed, { last: through.number, failures: 0, nextAt: now });
  return lines.length;
};

/**
 * Pushes the next lines of a stream. Several workers can run it at once: one has the stream at a time.
 * @returns how many were taken
 */
export const pushStream = async (
  ctx: Ctx,
  sender: ExportSender,
  stream: ExportStreamName,
  signal?: AbortSignal,
): Promise<number> => {
  const { deps } = ctx;
  const key = keyOf(sender, stream);
  await begin(ctx, key, signal);
  const now = deps.now();
  const claimed = await claimCursor(deps.db.orm, key, now, new Date(now.getTime() + LEASE_MS));
  if (!claimed) return 0;
  const lines = await READERS[stream](ctx, claimed.last, sizeAfter(claimed.failures));
  return pushClaimed(ctx, sender, claimed, fitting(lines));
};

/** Seconds since the oldest line that a destination does not have; 0: it has everything, or has not begun. */
export const pushLag = async (ctx: Ctx, sender: ExportSender, stream: ExportStreamName): Promise<number> => {
  const last = await lastPushed(ctx.deps.db.orm, keyOf(sender, stream));
  if (last === null) return 0;
  const [oldest] = await READERS[stream](ctx, last, 1);
  return oldest ? Math.max(0, ctx.deps.now().getTime() - oldest.at.getTime()) / 1000 : 0;
};
