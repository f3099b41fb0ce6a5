import { describe, expect, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { expireVerifications } from "#services/check/end.ts";
import { JOBS, type Job, runJobs } from "#worker/jobs.ts";
import { complete, start, statusOf } from "../support/http/actions.ts";
import { testClock } from "../support/world/clock.ts";
import { createTwoProcesses } from "../support/world/two-processes.ts";

const newTwins = async () => {
  const clock = testClock();
  return { clock, twins: await createTwoProcesses({ overrides: { now: clock.now } }) };
};

const job = (name: string): Job => {
  const found = JOBS.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`there is no job ${name}`);
  return found;
};

describe("expiring", () => {
  test("moves what is overdue and nothing else; what callers read is the same before and after", async () => {
    const { clock, twins } = await newTwins();
    await using pair = twins;
    const { call, deps, runtime, tenant } = pair.one;
    const { liveKey: key } = await tenant();
    const short = await start(call, key, { expiresInSeconds: 300 });
    const long = await start(call, key, { expiresInSeconds: 301 });
    const ended = await start(call, key, { expiresInSeconds: 300 });
    await complete(call, key, { verificationId: ended.verificationId, verifiedAge: 30 });
    const statusOfRow = async ({ verificationId: id }: { verificationId: string }) =>
      (await deps.db.orm.verification.findUniqueOrThrow({ where: { id } })).status;
    clock.advance({ seconds: 300 });
    const before = await statusOf(call, key, short.verificationId);
    expect(await statusOfRow(short)).toBe("pending");
    expect(await job("expire-verifications").run(runtime)).toBe(1);
    expect([await statusOfRow(short), await statusOfRow(long), await statusOfRow(ended)]).toEqual([
      "expired",
      "pending",
      "completed",
    ]);
    expect(await statusOf(call, key, short.verificationId)).toEqual(before);
    expect(await job("expire-verifications").run(runtime)).toBe(0);
  });

  test("by several workers at once happens to each verification once, with one event", async () => {
    const { clock, twins } = await newTwins();
    await using pair = twins;
    const { one, other } = pair;
    const { id: tenantId, liveKey } = await one.tenant({ plan: "scale" });
    await Promise.all(Array.from({ length: 60 }, () => start(one.call, liveKey, { expiresInSeconds: 300 })));
    clock.advance({ minutes: 5 });
    const workers = Array.from({ length: 8 }, (_, i) => systemCtx((i % 2 === 0 ? one : other).deps));
    const counts = await Promise.all(workers.map((ctx) => expireVerifications(ctx, 20)));
    expect(Math.max(...counts)).toBeLessThanOrEqual(20); // one worker's bite is bounded
    let done = counts.reduce((sum, count) => sum + count, 0);
    for (let more = -1; more !== 0; done += more) more = await expireVerifications(systemCtx(one.deps), 20);
    expect(done).toBe(60);
    const { orm } = one.deps.db;
    expect(await orm.verification.count({ where: { tenantId, status: "expired" } })).toBe(60);
    expect(await orm.event.count({ where: { tenantId, type: "verification.expired" } })).toBe(60);
  });
});

test("idempotency records go after 24 hours and not before", async () => {
  const { clock, twins } = await newTwins();
  await using pair = twins;
  const { call, deps, runtime, tenant } = pair.one;
  const { liveKey } = await tenant();
  await start(call, liveKey, {}, { headers: { "idempotency-key": "old" } });
  clock.advance({ hours: 24, ms: -1 });
  await start(call, liveKey, {}, { headers: { "idempotency-key": "young" } });
  await job("purge-idempotency-records").run(runtime);
  expect(await deps.db.orm.idempotencyRecord.count()).toBe(2);
  clock.advance({ ms: 2 });
  await job("purge-idempotency-records").run(runtime);
  expect(await deps.db.orm.idempotencyRecord.count()).toBe(1);
});

test("every job can run on an empty database, twice, and by two workers at once", async () => {
  const { twins } = await newTwins();
  await using pair = twins;
  const both = [pair.one, pair.other].map(({ runtime }) => runtime);
  for (const { run } of JOBS) {
    const done = await Promise.all(both.flatMap((runtime) => [run(runtime), run(runtime)]));
    expect(done).toEqual([0, 0, 0, 0]);
  }
});

test("the loop comes again at once while there is work, and ends with the signal after finishing its piece", async () => {
  const { twins } = await newTwins();
  await using pair = twins;
  const stop = new AbortController();
  const seen: string[] = [];
  let left = 3;
  const busy: Job = {
    name: "busy",
    everyMs: 3_600_000,
    run: async () => {
      seen.push(`begin ${left}`);
      await Promise.resolve();
      seen.push(`end ${left}`);
      left -= 1;
      if (left === 0) stop.abort();
      return left;
    },
  };
  await runJobs(pair.one.runtime, [busy], stop.signal);
  expect(seen).toEqual(["begin 3", "end 3", "begin 2", "end 2", "begin 1", "end 1"]);
});
