import { expect, test } from "vitest";
import { createDatabaseClock } from "#data/service/database-clock.ts";

test("the clock is Postgres', goes on by the monotonic one, and is asked again after five seconds", async () => {
  let answerMs = Date.parse("2030-01-01T00:00:00Z");
  let monotonicMs = 1_000;
  let asked = 0;
  const pool = {
    query: async () => {
      asked += 1;
      monotonicMs += 40; // the round trip
      return { rows: [{ ms: answerMs }] };
    },
  };
  const machineNow = (): Date => new Date("1999-01-01T00:00:00Z");
  const clock = createDatabaseClock(
    Object.assign(Object.create(null), { pool }),
    machineNow,
    () => monotonicMs,
  );
  await clock.sync();
  expect(clock.now()).toEqual(new Date("2030-01-01T00:00:00.020Z"));
  monotonicMs += 4_999;
  await clock.sync();
  expect(asked).toBe(1);
  expect(clock.now()).toEqual(new Date("2030-01-01T00:00:05.019Z"));
  answerMs -= 3_600_000; // another server took over
  monotonicMs += 1;
  await clock.sync();
  expect(clock.now()).toEqual(new Date("2029-12-31T23:00:00.020Z"));
});
