import { setTimeout as sleep } from "node:timers/promises";

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 5_000;
const TELL_MS = 1_000;
/** How many waiting batches go into one write: a statement and its commit cost more than its rows. */
const BEHIND = 10;

export type BatchWriterOptions<T> = {
  /** An async function: it rejects, it does not throw. */
  write: (rows: readonly T[]) => Promise<void>;
  /** Whether an error says that the same rows can never be written (the database refuses one of them). Default: none. */
  isPermanent?: (error: unknown) => boolean;
  /** Rows per write; ten times as many when that many are waiting. */
  maxBatch: number;
  /** How long a row may wait for others before its batch is written. */
  maxDelayMs: number;
  /** How many rows may wait, not counting the batch that is being written. */
  capacity: number;
  /** Default 5,000. */
  closeTimeoutMs?: number;
  /** Told at once of the first dropped row, then every second of those dropped since; must not throw. */
  onDrop?: (rows: number) => void;
  /** Rejects at the signal; Node's own by default. `ref` says whether the process stays alive for it. */
  pause?: (ms: number, value: undefined, options: { signal: AbortSignal; ref?: boolean }) => Promise<void>;
};

/**
 * A bounded buffer that writes rows in batches, in order, off the caller's path. A failed write is tried again after a
 * pause that doubles from 200 ms to 5 s and holds back the rows behind it, so nothing is lost or reordered until the
 * buffer is full. When a batch is refused permanently, its rows are written one by one: a bad row costs only itself.
 */
export const createBatchWriter = <T>(options: BatchWriterOptions<T>) => {
  const { write, isPermanent, maxBatch, maxDelayMs, capacity, onDrop } = options;
  const { closeTimeoutMs = 5_000, pause = sleep } = options;
  const waiting: T[] = [];
  let writing = 0;
  let written = 0;
  let dropped = 0;
  let isDue = false; // fewer rows than a batch are written too
  let isClosed = false;
  let retryNow = new AbortController();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;
  let untold = 0;
  let telling: NodeJS.Timeout | undefined;

  /** A service that drops thousands of rows a second must not write as many lines about it. */
  const tell = (): void => {
    telling = undefined;
    if (untold === 0) return;
    onDrop?.(untold);
    untold = 0;
    if (!isClosed) telling = setTimeout(tell, TELL_MS).unref();
  };

  const drop = (rows: number): void => {
    dropped += rows;
    untold += rows;
    if (!telling) tell();
  };

  const writeRows = async (rows: readonly T[]): Promise<void> => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      const error = await write(rows).then(
        () => null,
        (reason: unknown) => ({ reason }),
      );
      if (isClosed) return; // close() has counted these rows as dropped
      const isRefused = error !== null && isPermanent?.(error.reason) === true;
      if (isRefused && rows.length > 1) {
        for (const row of rows) if (!isClosed) await writeRows([row]);
        return;
      }
      if (error === null || isRefused) {
        writing -= rows.length;
        if (isRefused) drop(rows.length);
        else written += rows.length;
        return;
      }
      const { signal } = retryNow;
      await pause(pauseMs, undefined, { signal, ref: closing !== undefined }).catch(() => {});
    }
  };

  const run = async (): Promise<void> => {
    await Promise.resolve(); // `add` returns before the first write begins, and `running` is set
    while (waiting.length >= maxBatch || (isDue && waiting.length > 0)) {
      const rows = waiting.splice(0, waiting.length < BEHIND * maxBatch ? maxBatch : BEHIND * maxBatch);
      writing = rows.length;
      await writeRows(rows);
    }
    isDue = false;
    running = undefined;
    schedule();
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    isDue = true;
    running ??= run();
    await running;
  };

  /** A full batch is written now, fewer rows after the delay. */
  const schedule = (): void => {
    if (running || waiting.length === 0) return;
    if (waiting.length >= maxBatch) running = run();
    else timer ??= setTimeout(() => void flush(), maxDelayMs).unref();
  };

  const closeOnce = async (): Promise<void> => {
    const isDone = new AbortController();
    retryNow.abort(); // a write that waits for its next try has it now
    retryNow = new AbortController();
    const deadline = pause(closeTimeoutMs, undefined, { signal: isDone.signal }).catch(() => {});
    await Promise.race([flush(), deadline]);
    isDone.abort();
    isClosed = true;
    retryNow.abort();
    drop(waiting.length + writing);
    clearTimeout(telling);
    tell();
    waiting.length = 0;
    writing = 0;
  };

  return {
    /** Takes a row; never blocks and never throws. A full buffer drops its oldest waiting row. */
    add: (row: T) => {
      if (closing) return drop(1);
      waiting.push(row);
      if (waiting.length > capacity) {
        waiting.shift();
        drop(1);
      }
      schedule();
    },
    /** Resolves once every row that was added before the call is written or dropped. */
    flush,
    /** Writes the remaining rows, for at most `closeTimeoutMs`; the rest, and rows added later, are dropped and counted. */
    close: (): Promise<void> => {
      closing ??= closeOnce();
      return closing;
    },
    /** Rows that wait or are being written; rows written and dropped since the start. */
    stats: () => ({ pending: waiting.length + writing, written, dropped }),
  };
};
