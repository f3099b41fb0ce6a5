import { describe, expect, onTestFinished, test } from "vitest";
import { BOUNDARIES, createFigures } from "#platform/process/figures.ts";
import { eventually } from "../../support/world/eventually.ts";

const newFigures = (monotonicMs?: () => number) => {
  const pool = { options: { max: 10 }, totalCount: 0, idleCount: 0, waitingCount: 0 };
  const figures = createFigures(pool, monotonicMs);
  onTestFinished(figures.close);
  const of = (route: string) => figures.read().requests.find((each) => each.route === route);
  return { pool, figures, of };
};

describe("requests", () => {
  test("are counted by group and class of status, and those without an answer apart", () => {
    const { figures, of } = newFigures();
    for (const status of [200, 201, 303, 404, 429, 500, 503, null])
      figures.answered("/verify/start", status, 0.01);
    figures.answered("/wp-login.php?user=ada", 404, 0.01);
    expect(of("verify")?.byStatus).toEqual({ "2xx": 2, "3xx": 1, "4xx": 2, "5xx": 2, unanswered: 1 });
    expect(of("other")?.byStatus).toMatchObject({ "4xx": 1 });
    expect(of("gate")?.byStatus).toEqual({ "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0, unanswered: 0 });
    expect(JSON.stringify(figures.read())).not.toContain("ada");
  });

  test("fall into the buckets of their duration, each of which has those before it too", () => {
    const { figures, of } = newFigures();
    const seconds = [0, ...BOUNDARIES.flatMap((bound) => [bound, bound + 1e-9]), 3_600];
    for (const each of seconds) figures.answered("/tokens/validate", 200, each);
    const { buckets = [], seconds: sum } = of("tokens") ?? {};
    expect(buckets.map(({ upTo }) => upTo)).toEqual([...BOUNDARIES, Number.POSITIVE_INFINITY]);
    for (const { upTo, count } of buckets) expect(count).toBe(seconds.filter((each) => each <= upTo).length);
    expect(sum).toBeCloseTo(seconds.reduce((one, other) => one + other));
  });

  test("that were counted before a read do not change what it returned, and no number goes back", () => {
    const { figures, of } = newFigures();
    figures.answered("/health", 200, 0.2);
    const before = of("health");
    figures.answered("/health", 200, 0.2);
    expect(before).toMatchObject({ byStatus: { "2xx": 1 }, seconds: 0.2 });
    expect(before?.buckets.at(-1)?.count).toBe(1);
    expect(of("health")?.buckets.at(-1)?.count).toBe(2);
  });
});

test("memory is that of this process, in bytes", () => {
  const { resident, heapUsed, heapTotal } = newFigures().figures.read().memory;
  expect(heapUsed).toBeGreaterThan(1024 * 1024);
  expect(heapTotal).toBeGreaterThan(1024 * 1024);
  expect(resident).toBeGreaterThan(1024 * 1024);
});

test("the pool is shown as it is at the read", () => {
  const { pool, figures } = newFigures();
  Object.assign(pool, { totalCount: 10, idleCount: 3, waitingCount: 4 });
  expect(figures.read().pool).toEqual({ max: 10, used: 7, idle: 3, waiting: 4 });
});

type Read = () => { loopLag: { max: number } };

/** Holds the loop up for 300 ms, and reads how late it came. */
const holdUp = (read: Read) => (): number => {
  let nowMs = performance.now();
  const untilMs = nowMs + 300;
  while (nowMs < untilMs) nowMs = performance.now();
  return read().loopLag.max;
};

test("a loop that was held up shows by how much, and a read does not hide it from the next one", async () => {
  const { figures } = newFigures();
  expect(figures.read().loopLag.max).toBeGreaterThanOrEqual(0);
  // What holds the loop up is seen when its timer fires the next time.
  await eventually(holdUp(figures.read)).toBeGreaterThan(0.2);
  expect(figures.read().loopLag.max).toBeGreaterThan(0.2);
});

test("what held the loop up in an hour without a read is not shown as the last minute", async () => {
  let laterMs = 0;
  const { figures } = newFigures(() => performance.now() + laterMs);
  figures.read();
  await eventually(holdUp(figures.read)).toBeGreaterThan(0.2);
  laterMs = 3_600_000;
  expect(figures.read().loopLag).toEqual({ p99: 0, max: 0 });
});

test("a window that ran for two minutes is shown, and by the read after it too", async () => {
  let laterMs = 0;
  const { figures } = newFigures(() => performance.now() + laterMs);
  figures.read();
  await eventually(holdUp(figures.read)).toBeGreaterThan(0.2);
  laterMs = 120_000;
  expect(figures.read().loopLag.max).toBeGreaterThan(0.2);
  expect(figures.read().loopLag.max).toBeGreaterThan(0.2);
});
