import { describe, expect, test } from "vitest";
import { createGateCounter, createKeyCounter } from "#platform/sum-counter.ts";

const HOUR = new Date("2026-11-29T23:00:00Z");
const minute = (minutes: number): Date => new Date(HOUR.getTime() + minutes * 60_000);
const GATE = { id: "gat_a", tenant: { id: "ten_a" } };
const KEY = { keyId: "key_a", tenantId: "ten_a" };
const OK = { ...KEY, status: 200, code: null };
const KINDS = ["passes", "refusals", "starts", "approvals"] as const;

/** Where sums are written, and which can be away. */
const newTable = () => {
  const written: object[] = [];
  const table = {
    isAway: false,
    written,
    delayMs: 1_000_000,
    write: async (sums: readonly object[]): Promise<void> => {
      if (table.isAway) throw new Error("away");
      written.push(...sums);
    },
  };
  return table;
};

describe("a sum loses nothing when a write fails", () => {
  test("all four counts of a gate are written with the next", async () => {
    const table = newTable();
    const counter = createGateCounter(table);
    for (const [index, kind] of KINDS.entries())
      for (let times = 0; times <= index; times += 1) counter.add(GATE, kind, HOUR);
    table.isAway = true;
    await counter.flush();
    for (const kind of KINDS) counter.add(GATE, kind, HOUR);
    await counter.flush();
    table.isAway = false;
    await counter.flush();
    await counter.flush();
    const at = { gateId: "gat_a", tenantId: "ten_a", day: "2026-11-29" };
    expect(table.written).toEqual([{ ...at, passes: 2, refusals: 3, starts: 4, approvals: 5 }]);
  });

  test.each([
    ["the write that failed held the earlier one", 10, 20],
    ["the write that failed held the later one", 20, 10],
  ])("a key's last error is its latest, and its uses add up: %s", async (_, held, counted) => {
    const written: object[] = [];
    let isAway = true;
    const fail = (at: number): void => counter.add({ ...KEY, status: 404, code: `AT_${at}` }, minute(at));
    const counter = createKeyCounter({
      write: async (sums): Promise<void> => {
        if (isAway) {
          fail(counted); // while the write is under way
          throw new Error("away");
        }
        written.push(...sums);
      },
      delayMs: 1_000_000,
    });
    counter.add(OK, minute(1));
    fail(held);
    await counter.flush();
    counter.add(OK, minute(30));
    isAway = false;
    await counter.flush();
    await counter.flush();
    expect(written).toEqual([
      { ...KEY, hour: HOUR, uses: 4, errors: 2, lastErrorAt: minute(20), lastErrorCode: "AT_20" },
    ]);
  });

  test("a key without an error since has the one that it had", async () => {
    const table = newTable();
    const counter = createKeyCounter(table);
    counter.add({ ...KEY, status: 500, code: "INTERNAL_ERROR" }, minute(5));
    table.isAway = true;
    await counter.flush();
    counter.add(OK, minute(6));
    table.isAway = false;
    await counter.flush();
    expect(table.written).toMatchObject([
      { uses: 2, errors: 1, lastErrorAt: minute(5), lastErrorCode: "INTERNAL_ERROR" },
    ]);
  });

  test("what is counted while a write is under way is in the next, with what that one lost", async () => {
    const writes: { sums: readonly object[]; done: () => void; fail: () => void }[] = [];
    const counter = createGateCounter({
      write: (sums) =>
        new Promise<void>((done, fail) => {
          writes.push({ sums: structuredClone(sums), done, fail });
        }),
      delayMs: 1_000_000,
    });
    counter.add(GATE, "passes", HOUR);
    const first = counter.flush();
    await expect.poll(() => writes.length).toBe(1);
    counter.add(GATE, "passes", HOUR);
    counter.add(GATE, "refusals", HOUR);
    const second = counter.flush();
    expect(writes).toHaveLength(1);
    writes[0]?.fail();
    await first;
    await expect.poll(() => writes.length).toBe(2);
    writes[1]?.done();
    await second;
    await counter.flush();
    expect(writes.map(({ sums }) => sums)).toMatchObject([
      [{ passes: 1, refusals: 0 }],
      [{ passes: 2, refusals: 1 }],
    ]);
  });

  test("it is tried again by itself, also when the write throws at once", async () => {
    const written: object[] = [];
    let tries = 0;
    const counter = createKeyCounter({
      write: (sums) => {
        tries += 1;
        if (tries < 3) throw new Error("away");
        written.push(...sums);
        return Promise.resolve();
      },
      delayMs: 1,
    });
    counter.add(OK, minute(1));
    await expect.poll(() => written).toMatchObject([{ keyId: "key_a", uses: 1 }]);
    expect(tries).toBe(3);
  });
});

test("gates are counted by UTC day, keys by UTC hour, and each gate and key by itself", async () => {
  const [gates, keys] = [newTable(), newTable()];
  const [gateCounter, keyCounter] = [createGateCounter(gates), createKeyCounter(keys)];
  for (const at of [HOUR, minute(59), minute(60)]) {
    gateCounter.add(GATE, "passes", at);
    gateCounter.add({ ...GATE, id: "gat_b" }, "passes", at);
    keyCounter.add(OK, at);
    keyCounter.add({ ...OK, keyId: "key_b" }, at);
  }
  await Promise.all([gateCounter.flush(), keyCounter.flush()]);
  const days = [
    { day: "2026-11-29", passes: 2 },
    { day: "2026-11-30", passes: 1 },
  ];
  const hours = [
    { hour: HOUR, uses: 2 },
    { hour: minute(60), uses: 1 },
  ];
  for (const gateId of ["gat_a", "gat_b"])
    expect(gates.written).toEqual(
      expect.arrayContaining(days.map((day) => expect.objectContaining({ gateId, ...day }))),
    );
  for (const keyId of ["key_a", "key_b"])
    expect(keys.written).toEqual(
      expect.arrayContaining(hours.map((hour) => expect.objectContaining({ keyId, ...hour }))),
    );
  expect([gates.written.length, keys.written.length]).toEqual([4, 4]);
});

test("nothing is written where nothing was counted", async () => {
  const table = newTable();
  await createGateCounter(table).flush();
  const counter = createKeyCounter(table);
  counter.add(OK, HOUR);
  await counter.flush();
  await counter.flush();
  expect(table.written).toHaveLength(1);
});
