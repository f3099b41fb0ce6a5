import { createPause, waitAtMost } from "#platform/pause.ts";
import { type RowWriter, writeRows } from "#platform/write-rows.ts";

export type BatchWriter<T> = {
  /** Takes a row; never blocks and never throws. A full buffer drops its oldest waiting row. */
  add(row: T): void;
  /** Resolves once every row that was added before the call is written or dropped. */
  flush(): Promise<void>;
  /** Writes what is left, for at most `closeTimeoutMs`; the rest, and rows added later, are dropped and counted. */
  close(): Promise<void>;
  /** Rows that wait or are being written; rows written and dropped since the start. */
  stats(): { pending: number; written: number; dropped: number };
};

export type BatchWriterOptions<T> = Pick<RowWriter<T>, "write" | "isPermanent"> & {
  maxBatch: number;
  /** How long a row may wait for company before its write is tried. */
  maxDelayMs: number;
  /** How many rows may wait; the batch that is being written comes on top. */
  capacity: number;
  /** Default 5,000. */
  closeTimeoutMs?: number;
  /** Must not throw. */
  onDrop?: (rows: number) => void;
};

/**
 * A bounded buffer that writes rows in batches, in order, off the caller's path. A failed write is tried again with
 * a growing pause and holds back the rows behind it, so nothing is lost or reordered until the buffer is full.
 */
export const createBatchWriter = <T>(options: BatchWriterOptions<T>): BatchWriter<T> => {
  const { maxBatch, maxDelayMs, capacity, closeTimeoutMs = 5_000 } = options;
  const pause = createPause();
  const waiting: T[] = [];
  let writing: readonly T[] = [];
  let written = 0;
  let dropped = 0;
  let settled = 0; // of the rows taken: written or dropped
  let due = 0; // so many settled rows must be reached without waiting for company
  let isClosed = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;

  const drop = (rows: number): void => {
    dropped += rows;
    if (rows > 0) options.onDrop?.(rows);
  };

  const rowWriter: RowWriter<T> = {
    ...options,
    isStopped: () => isClosed,
    pause: (ms) => pause.wait(ms, { holdsProcess: closing !== undefined }),
  };
  const writeBatch = async (): Promise<void> => {
    writing = waiting.splice(0, maxBatch);
    const refused = await writeRows(writing, rowWriter);
    if (refused === null) return; // close() has counted these rows as dropped
    settled += writing.length;
    written += writing.length - refused;
    writing = [];
    drop(refused);
  };

  const run = async (): Promise<void> => {
    await Promise.resolve(); // `add` returns before the first write begins, and `running` is set
    while (waiting.length >= maxBatch || (waiting.length > 0 && settled < due)) await writeBatch();
    running = undefined;
    schedule();
  };

  /** A full batch is written now, fewer rows after the delay. */
  const schedule = (): void => {
    if (running || waiting.length === 0) return;
    if (waiting.length >= maxBatch) running = run();
    else timer ??= setTimeout(() => void flush(), maxDelayMs).unref();
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const target = settled + waiting.length + writing.length;
    due = target;
    while (settled < target && !isClosed) {
      running ??= run();
      await running;
    }
  };

  const closeOnce = async (): Promise<void> => {
    pause.end(); // a write that waits for its next try has it now
    await waitAtMost(closeTimeoutMs, flush());
    isClosed = true;
    pause.end();
    drop(waiting.length + writing.length);
    waiting.length = 0;
    writing = [];
  };

  const take = (row: T): void => {
    waiting.push(row);
    if (waiting.length > capacity) {
      waiting.shift();
      settled += 1;
      drop(1);
    }
    schedule();
  };

  return {
    add: (row) => (closing ? drop(1) : take(row)),
    flush,
    close: () => {
      closing ??= closeOnce();
      return closing;
    },
    stats: () => ({ pending: waiting.length + writing.length, written, dropped }),
  };
};
