import type { ExportLine, ExportStreamName } from "#core/exports/line.ts";
import { type Pause, pauseMs } from "#core/webhooks/backoff.ts";
import {
  addCursor,
  type ClaimedCursor,
  type CursorKey,
  claimCursor,
  droppedLines,
  lastPushed,
  returnCursor,
} from "#data/service/export-cursors.ts";
import type { ExportSender, Pushed } from "#platform/exports/sender.ts";
import { entriesToPush } from "#services/audit/programs.ts";
import { numberTrail } from "#services/audit/trail.ts";
import type { Ctx } from "#services/context.ts";
import { logLinesToPush } from "./log-lines.ts";

// Pushes the audit trail and the request log to the operator's collectors (docs/exports.md). A place in the order of export
// is kept for each destination and stream, and moves only when the destination has the lines before it.

const LINES_AT_ONCE = 500;
const BYTES_AT_ONCE = 1024 * 1024;
/** Longer than reading and sending a batch take: a worker that was killed is followed after this time. */
const LEASE_MS = 60_000;
const PAUSE: Pause = { firstMs: 2_000, longestMs: 5 * 60_000 };
/** A destination that names a longer pause is asked again sooner. */
const LONGEST_WANTED_MS = 60 * 60_000;

type Reader = (ctx: Ctx, after: bigint, limit: number) => Promise<ExportLine[]>;

const READERS: Readonly<Record<ExportStreamName, Reader>> = {
  audit: entriesToPush,
  requests: logLinesToPush,
};

/** As cursors are stored. */
const STORED_AS: Readonly<Record<ExportStreamName, CursorKey["stream"]>> = {
  audit: "audit",
  requests: "log",
};

const keyOf = ({ id }: ExportSender, stream: ExportStreamName): CursorKey => ({
  destination: id,
  stream: STORED_AS[stream],
});

/** A destination begins now: what was there before it was named is read with GET /admin/audit and GET /admin/logs. */
const begin = async (ctx: Ctx, key: CursorKey, signal: AbortSignal | undefined): Promise<void> => {
  const { deps } = ctx;
  if ((await lastPushed(deps.db.orm, key)) !== null) return;
  // Entries without a number would all be new.
  while (key.stream === "audit" && (await numberTrail(ctx)) > 0) if (signal?.aborted) return;
  await addCursor(deps.db.orm, key, deps.now());
};

/** Failures after which a batch is one line. */
const ALONE_AFTER = 8;
/** So often a line alone is tried again, over half an hour, where it is unclear whether the destination refuses it or everything. */
const UNCLEAR_TRIES = 12;

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

const waitMs = (failures: number, wantedMs: number | null): number =>
  Math.max(pauseMs(PAUSE, failures), Math.min(wantedMs ?? 0, LONGEST_WANTED_MS));

type Refused = Extract<Pushed, { is: "refused" }>;

/** Of a lease, what is kept back for one more call and its end. */
const RESERVE_MS = 20_000;

/**
 * Sends a batch. Where its lines are refused, its first half, and so on, until some are taken or one alone is refused: a smaller
 * batch is another request.
 * @returns the lines that were sent last, and the outcome
 */
const sendOrHalve = async (
  { deps }: Ctx,
  sender: ExportSender,
  lines: readonly ExportLine[],
  leaseUntil: Date,
): Promise<{ batch: readonly ExportLine[]; pushed: Pushed }> => {
  let batch = lines;
  for (;;) {
    const pushed = await sender.send(batch);
    const isMore = pushed.is === "refused" && pushed.fault === "lines" && batch.length > 1;
    if (!isMore || deps.now().getTime() > leaseUntil.getTime() - RESERVE_MS) return { batch, pushed };
    batch = batch.slice(0, Math.ceil(batch.length / 2));
  }
};

/**
 * What a refusal means for the stream. A batch that was refused is tried again, smaller; a line that is refused alone is left out, as
 * OTLP demands ("Failures": "MUST drop"), and said to be. Lines that are left out one after the other, with none taken
 * between, get slower: a destination that wants none at all shall not empty the trail.
 */
const afterRefusal = (
  { failures: failed, last, failingSince }: ClaimedCursor,
  { code, fault, retryMs }: Refused,
  lines: readonly ExportLine[],
  now: Date,
) => {
  const failures = failed + 1;
  const [only, another] = lines;
  const isTheirs = fault === "lines" || (fault === "unclear" && failures >= UNCLEAR_TRIES);
  const left = isTheirs && another === undefined ? only : undefined;
  const from = { lastCode: code, failingSince: failingSince ?? now };
  const later = (ms: number): Date => new Date(now.getTime() + ms);
  if (left) {
    const held = Math.max(failures, ALONE_AFTER + 1);
    const nextAt = later(waitMs(held - ALONE_AFTER, retryMs));
    return {
      left,
      outcome: { ...from, last: left.number, failures: held, nextAt, left: { lines: 1, at: now } },
    };
  }
  return { left, outcome: { ...from, last, failures, nextAt: later(waitMs(failures, retryMs)) } };
};

const pushClaimed = async (
  ctx: Ctx,
  sender: ExportSender,
  claimed: ClaimedCursor,
  lines: readonly ExportLine[],
  leaseUntil: Date,
): Promise<number> => {
  const { deps } = ctx;
  const { destination, stream } = claimed;
  const db = deps.db.orm;
  if (lines.length === 0) {
    const { last, failures } = claimed;
    const well = { failingSince: null, lastCode: null };
    await returnCursor(db, claimed, { last, failures, ...well, nextAt: deps.now() });
    return 0;
  }
  const { batch, pushed } = await sendOrHalve(ctx, sender, lines, leaseUntil);
  const now = deps.now();
  if (pushed.is === "refused") {
    const { left, outcome } = afterRefusal(claimed, pushed, batch, now);
    const facts = { destination, stream, code: pushed.code, failures: outcome.failures };
    if (left) deps.log.error("a line was refused and is left out", { ...facts, id: left.id });
    else deps.log.warn("lines could not be pushed and are sent again", facts);
    await returnCursor(db, claimed, outcome);
    return 0;
  }
  const { rejected } = pushed;
  if (rejected > 0)
    deps.log.error("the collector has thrown lines away", { destination, stream, lines: rejected });
  await returnCursor(db, claimed, {
    ...{
      last: batch.at(-1)?.number ?? claimed.last,
      failures: 0,
      nextAt: now,
      failingSince: null,
      lastCode: null,
    },
    ...(rejected > 0 && { left: { lines: rejected, at: now } }),
  });
  return batch.length;
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
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const claimed = await claimCursor(deps.db.orm, key, now, leaseUntil);
  if (!claimed) return 0;
  const lines = await READERS[stream](ctx, claimed.last, sizeAfter(claimed.failures));
  return pushClaimed(ctx, sender, claimed, fitting(lines), leaseUntil);
};

/** Seconds since the oldest line that a destination does not have; 0: it has everything, or has not begun. */
export const pushLag = async (ctx: Ctx, sender: ExportSender, stream: ExportStreamName): Promise<number> => {
  const last = await lastPushed(ctx.deps.db.orm, keyOf(sender, stream));
  if (last === null) return 0;
  const [oldest] = await READERS[stream](ctx, last, 1);
  return oldest ? Math.max(0, ctx.deps.now().getTime() - oldest.at.getTime()) / 1000 : 0;
};

/** How many lines a destination has refused or thrown away permanently. */
export const pushDropped = async (
  { deps }: Ctx,
  sender: ExportSender,
  stream: ExportStreamName,
): Promise<number> => Number(await droppedLines(deps.db.orm, keyOf(sender, stream)));
