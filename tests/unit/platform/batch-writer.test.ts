import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type BatchWriterOptions, createBatchWriter } from "#platform/batch-writer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Table = {
  rows: number[];
  batches: number[];
  isAway: boolean;
  write: (rows: readonly number[]) => Promise<void>;
};

/** A database that can be away, or refuse rows for good, and remembers what it took. */
const createTable = (refuses: (row: number) => boolean = () => false): Table => {
  const table: Table = {
    rows: [],
    batches: [],
    isAway: false,
    write: async (rows) => {
      if (table.isAway) throw new Error("away");
      if (rows.some(refuses)) throw new Error("refused");
      table.rows.push(...rows);
      table.batches.push(rows.length);
    },
  };
  return table;
};
/** Node's own as the fake clock has it. */
const pause: BatchWriterOptions<number>["pause"] = (ms, _value, { signal }) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
const options = { maxBatch: 5, maxDelayMs: 200, capacity: 20, pause };
const isPermanent = (error: unknown): boolean => error instanceof Error && error.message === "refused";
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

describe("rows", () => {
  it("wait for company, no longer than the delay", async () => {
    const table = createTable();
    const writer = createBatchWriter({ ...options, write: table.write });
    writer.add(1);
    writer.add(2);
    await vi.advanceTimersByTimeAsync(199);
    expect(table.batches).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(table.batches).toEqual([2]);
    writer.add(3);
    await vi.advanceTimersByTimeAsync(200);
    expect(table.batches).toEqual([2, 1]);
  });

  it("that fill a batch are written at once, the rest after the delay", async () => {
    const table = createTable();
    const writer = createBatchWriter({ ...options, write: table.write });
    for (const row of range(0, 12)) writer.add(row);
    await vi.advanceTimersByTimeAsync(0);
    expect(table.batches).toEqual([5, 5]);
    await vi.advanceTimersByTimeAsync(200);
    expect(table.batches).toEqual([5, 5, 2]);
    expect(writer.stats()).toEqual({ pending: 0, written: 12, dropped: 0 });
  });

  it("are all written before flush resolves, those that come during a write included in the next", async () => {
    const table = createTable();
    const writer = createBatchWriter({ ...options, write: table.write });
    for (const row of range(0, 7)) writer.add(row);
    const first = writer.flush();
    writer.add(7);
    await first;
    expect(table.rows.slice(0, 7)).toEqual(range(0, 7));
    await writer.flush();
    expect(table.rows).toEqual(range(0, 8));
    await writer.flush(); // nothing to do: resolves
  });
});

describe("a database that is away", () => {
  it("gets every row once it is back, in order, none twice", async () => {
    const table = createTable();
    const writer = createBatchWriter({ ...options, write: table.write });
    table.isAway = true;
    for (const row of range(0, 12)) writer.add(row);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(table.rows).toEqual([]);
    table.isAway = false;
    await vi.advanceTimersByTimeAsync(5_000);
    await writer.flush();
    expect(table.rows).toEqual(range(0, 12));
  });

  it("is asked less and less often, at least every 5 s", async () => {
    const startMs = Date.now();
    const triesMs: number[] = [];
    const write = async (): Promise<void> => {
      triesMs.push(Date.now() - startMs);
      throw new Error("away");
    };
    const writer = createBatchWriter({ ...options, write });
    for (const row of range(0, 5)) writer.add(row);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(triesMs).toEqual([0, 200, 600, 1_400, 3_000, 6_200, 11_200, 16_200]);
  });

  it("costs the oldest waiting rows once the buffer is full, and they are counted", async () => {
    const table = createTable();
    const onDrop = vi.fn();
    const writer = createBatchWriter({ ...options, write: table.write, onDrop });
    table.isAway = true;
    for (const row of range(0, 5)) writer.add(row);
    await vi.advanceTimersByTimeAsync(0); // these five are being written
    for (const row of range(5, 105)) writer.add(row);
    expect(writer.stats()).toEqual({ pending: 25, written: 0, dropped: 80 });
    table.isAway = false;
    await vi.advanceTimersByTimeAsync(1_000);
    await writer.flush();
    expect(table.rows).toEqual([...range(0, 5), ...range(85, 105)]);
  });

  it("are told of at once and then once a second, however many are dropped", async () => {
    const onDrop = vi.fn();
    const write = () => Promise.reject(new Error("away"));
    const writer = createBatchWriter({ ...options, write, onDrop, closeTimeoutMs: 0 });
    for (const row of range(0, 105)) writer.add(row);
    expect(onDrop.mock.calls).toEqual([[1]]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(onDrop.mock.calls.slice(1)).toEqual([[writer.stats().dropped - 1]]);
    await vi.advanceTimersByTimeAsync(5_000); // nothing was dropped, and nothing is told
    expect(onDrop).toHaveBeenCalledTimes(2);
    const before = writer.stats().dropped;
    const closed = writer.close();
    await vi.advanceTimersByTimeAsync(0);
    await closed;
    expect(onDrop.mock.calls.slice(2)).toEqual([[writer.stats().dropped - before]]);
    expect(writer.stats()).toEqual({ pending: 0, written: 0, dropped: 105 });
  });
});

it("takes ten batches at once when so many wait", async () => {
  const table = createTable();
  const writer = createBatchWriter({ ...options, capacity: 200, write: table.write });
  for (const row of range(0, 63)) writer.add(row);
  await vi.advanceTimersByTimeAsync(200);
  expect(table.batches).toEqual([50, 5, 5, 3]);
  expect(table.rows).toEqual(range(0, 63));
});

describe("a row that the database refuses", () => {
  it("is dropped alone, and the rows around it are written in order", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat({ max: 39 })), async (bad) => {
        const table = createTable((row) => bad.includes(row));
        const writer = createBatchWriter({ ...options, capacity: 100, write: table.write, isPermanent });
        for (const row of range(0, 40)) writer.add(row);
        await writer.flush();
        expect(table.rows).toEqual(range(0, 40).filter((row) => !bad.includes(row)));
        expect(writer.stats()).toEqual({ pending: 0, written: 40 - bad.length, dropped: bad.length });
      }),
    );
  });
});

describe("close", () => {
  it("writes what is left and refuses what comes later", async () => {
    const table = createTable();
    const writer = createBatchWriter({ ...options, write: table.write });
    writer.add(1);
    await Promise.all([writer.close(), writer.close()]);
    writer.add(2);
    expect(table.rows).toEqual([1]);
    expect(writer.stats()).toEqual({ pending: 0, written: 1, dropped: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives up after its time and counts what it leaves, even when a write hangs", async () => {
    for (const write of [async () => Promise.reject(new Error("away")), () => new Promise<void>(() => {})]) {
      const writer = createBatchWriter({ ...options, write, closeTimeoutMs: 1_000 });
      for (const row of range(0, 7)) writer.add(row);
      await vi.advanceTimersByTimeAsync(300);
      const closed = writer.close();
      await vi.advanceTimersByTimeAsync(1_000);
      await closed;
      expect(writer.stats()).toEqual({ pending: 0, written: 0, dropped: 7 });
    }
  });

  it("tries again at once when a write was waiting for its next try", async () => {
    const table = createTable();
    const writer = createBatchWriter({ ...options, write: table.write });
    table.isAway = true;
    for (const row of range(0, 5)) writer.add(row);
    await vi.advanceTimersByTimeAsync(10_000);
    table.isAway = false;
    await writer.close(); // no timer is moved
    expect(table.rows).toEqual(range(0, 5));
  });
});

describe("in any run of adds, outages and pauses", () => {
  it("every row is written once and in order, or counted as dropped", async () => {
    const step = fc.oneof(
      fc.record({ add: fc.nat({ max: 30 }) }),
      fc.record({ passMs: fc.nat({ max: 6_000 }) }),
      fc.record({ isAway: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const table = createTable();
        const writer = createBatchWriter({ ...options, write: table.write });
        let added = 0;
        for (const next of steps) {
          if ("isAway" in next) table.isAway = next.isAway;
          else if ("passMs" in next) await vi.advanceTimersByTimeAsync(next.passMs);
          else for (let i = 0; i < next.add; i += 1) writer.add(added++);
        }
        table.isAway = false;
        await writer.close();
        const { pending, written, dropped } = writer.stats();
        expect({ pending, sum: written + dropped }).toEqual({ pending: 0, sum: added });
        expect(table.rows).toHaveLength(written);
        expect(table.rows).toEqual([...new Set(table.rows)].sort((a, b) => a - b));
      }),
      { numRuns: 200 },
    );
  });
});
