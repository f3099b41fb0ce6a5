import { describe, expect, test } from "vitest";
import { complete, secretOf, start, statusOf } from "../support/http/actions.ts";
import { approval, noDecision, play, slowMethod } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

/** A page whose first check runs until the test ends it; other checks are the sandbox's. */
const newPage = async () => {
  const { call, deps, tenant } = service.get();
  const { testKey: key } = await tenant({ plan: "scale" });
  const started = await start(call, key);
  const { verificationId } = started;
  const secret = secretOf(started);
  const slow = slowMethod();
  const first = play({ ...deps, methods: slow.methods }, secret, "anything");
  await slow.started;
  const attempts = () => deps.db.orm.methodAttempt.count({ where: { verificationId } });
  const tokens = () => deps.db.orm.token.count({ where: { verificationId } });
  return { call, deps, key, verificationId, secret, first, finish: slow.finish, attempts, tokens };
};

describe("while one piece of evidence is being checked", () => {
  test("another one is refused, and only the first counts", async () => {
    const { attempts, deps, finish, first, secret } = await newPage();
    for (let i = 0; i < 3; i += 1) {
      expect(await play(deps, secret, "under_age")).toMatchObject({ status: 409, code: "CHECK_IN_PROGRESS" });
    }
    finish(noDecision);
    expect((await first).view).toMatchObject({ attemptsLeft: 2, problem: { code: "DOCUMENT_UNREADABLE" } });
    expect(await attempts()).toBe(1);
    expect((await play(deps, secret, "approve")).view).toMatchObject({ outcome: "approved" });
  });

  test("a check that died gives its place back after its lease, and writes nothing if it wakes up late", async () => {
    const { attempts, deps, finish, first, secret, tokens } = await newPage();
    clock.advance({ seconds: 30, ms: -1 });
    expect(await play(deps, secret, "poor_document")).toMatchObject({ code: "CHECK_IN_PROGRESS" });
    clock.advance({ ms: 1 });
    expect((await play(deps, secret, "poor_document")).view).toMatchObject({ attemptsLeft: 2 });
    finish(approval);
    expect((await first).view).toMatchObject({ status: "in_progress", attemptsLeft: 2, outcome: null });
    expect([await attempts(), await tokens()]).toEqual([1, 0]);
  });

  test("the tenant may complete it: the check's finding then changes nothing", async () => {
    const { attempts, call, finish, first, key, tokens, verificationId } = await newPage();
    await complete(call, key, { verificationId, result: "rejected" });
    finish(approval);
    expect((await first).view).toMatchObject({ status: "completed", outcome: "rejected" });
    expect([await attempts(), await tokens()]).toEqual([0, 0]);
    expect((await statusOf(call, key, verificationId)).result).toEqual({ verified: false });
  });

  test("time may run out: an approval that comes too late is none", async () => {
    const { call, finish, first, key, tokens, verificationId } = await newPage();
    clock.advance({ minutes: 30 });
    finish(approval);
    expect((await first).view).toMatchObject({ status: "expired", outcome: null, problem: null });
    expect(await tokens()).toBe(0);
    expect((await statusOf(call, key, verificationId)).status).toBe("expired");
  });
});

test("ten people at once at one page: one decision, one token, and no more attempts than are allowed", async () => {
  const { call, deps, tenant } = service.get();
  const { testKey: key } = await tenant({ plan: "scale" });
  const started = await start(call, key);
  const outcomes = ["approve", "under_age", "poor_document", "expire", "provider_error"];
  const all = Array.from({ length: 10 }, (_, i) => play(deps, secretOf(started), outcomes[i % 5] ?? ""));
  const codes = (await Promise.all(all)).map(({ code }) => code);
  for (const code of codes) {
    expect([null, "CHECK_IN_PROGRESS", "VERIFICATION_ALREADY_COMPLETED"]).toContain(code);
  }
  const where = { verificationId: started.verificationId };
  const row = await deps.db.orm.verification.findUniqueOrThrow({ where: { id: where.verificationId } });
  expect(await deps.db.orm.methodAttempt.count({ where })).toBe(row.attempts);
  expect(row.attempts).toBeLessThanOrEqual(3);
  expect(await deps.db.orm.token.count({ where })).toBe(row.verified === true ? 1 : 0);
  const events = await deps.db.orm.event.count({ where });
  expect(events).toBe(["completed", "failed", "expired"].includes(row.status) ? 1 : 0);
});
