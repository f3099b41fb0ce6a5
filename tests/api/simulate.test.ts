import { describe, expect, test } from "vitest";
import { SANDBOX_OUTCOMES } from "#core/verification.ts";
import { secretOf, simulate, start, statusOf, validate } from "../support/http/actions.ts";
import { overNext } from "../support/http/dispatch.ts";
import { approval, goBack, play, slowMethod } from "../support/http/hosted.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { expectRefused } from "../support/http/refused.ts";
import { testClock } from "../support/world/clock.ts";
import { countRows } from "../support/world/rows.ts";
import { BASE_URL } from "../support/world/service.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const newTest = async (body: object = {}) => {
  const { call, deps, tenant } = service.get();
  const made = await tenant({ plan: "scale" });
  const started = await start(call, made.testKey, { callback_url: "https://shop.example/back", ...body });
  const { verificationId } = started;
  return { ...made, call, deps, key: made.testKey, verificationId, secret: secretOf(started) };
};

type Test = Awaited<ReturnType<typeof newTest>>;

const ask = (key: string, body: object) => service.get().call("POST", "/verify/simulate", { key, body });

/** What an outcome leaves behind, without what is another one's each time. */
const leftBy = async ({ deps, verificationId }: Test) => {
  const where = { verificationId };
  const {
    id: _id,
    tenantId: _tenant,
    secretHash: _hash,
    requestId: _request,
    ...row
  } = await deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
  const attempts = await deps.db.orm.methodAttempt.findMany({ where });
  const events = await deps.db.orm.event.findMany({ where });
  return {
    row,
    attempts: attempts.map(({ number, method, finding, reason }) => ({ number, method, finding, reason })),
    events: events.map(({ body, requestId }) => body.replace(requestId, "")),
    tokens: await deps.db.orm.token.count({ where }),
  };
};

describe("POST /verify/simulate", () => {
  test.each(SANDBOX_OUTCOMES)("%s leaves exactly what the page's button leaves", async (outcome) => {
    const [byPage, byKey] = [await newTest(), await newTest()];
    await play(byPage.deps, byPage.secret, outcome);
    const answer = await simulate(byKey.call, byKey.key, { verificationId: byKey.verificationId, outcome });
    expect(await leftBy(byKey)).toEqual(await leftBy(byPage));
    expect(answer).toEqual(await statusOf(byKey.call, byKey.key, byKey.verificationId));
    expect(answer.status).toBe(
      { approve: "completed", under_age: "completed", expire: "expired" }[String(outcome)] ?? "in_progress",
    );
  });

  test("an approval's token comes the live way: by the browser, and it is valid", async () => {
    const { call, deps, key, secret, verificationId } = await newTest({ minimumAge: 21 });
    const answer = await simulate(call, key, { verificationId, outcome: "approve" });
    expect(answer).toMatchObject({ result: { verified: true, verifiedAge: 33 } });
    expect(answer).not.toHaveProperty("token");
    const token = (await goBack(deps, secret)).searchParams.get("token") ?? "";
    expect(await validate(call, key, token)).toMatchObject({ valid: true, verificationId });
  });

  test("attempts count: the last one ends the verification with the last error, and nothing follows", async () => {
    const { call, deps, key, secret, verificationId } = await newTest();
    await simulate(call, key, { verificationId, outcome: "provider_error" });
    await play(deps, secret, "poor_document");
    const last = await simulate(call, key, { verificationId, outcome: "poor_document" });
    expect(last).toMatchObject({ status: "failed", error: { code: "DOCUMENT_QUALITY_LOW" } });
    const before = await countRows(deps);
    expect(await ask(key, { verificationId, outcome: "approve" })).toMatchObject({
      ...{ status: 400, body: { code: "VERIFICATION_ALREADY_COMPLETED" } },
    });
    expect(await countRows(deps)).toEqual(before);
  });

  test("with thresholds the simulated age is kept back as a real one is", async () => {
    const { call, key, verificationId } = await newTest({ thresholds: [16, 18], disclosure: "thresholds" });
    const answer = await simulate(call, key, { verificationId, outcome: "under_age" });
    expect(answer.result).toEqual({
      ...{ verified: false, ageOver: { "16": true, "18": false }, band: { atLeast: 16, below: 18 } },
    });
  });

  test("a live key gets 403 and what to do, for a test as for a live verification; nothing is written", async () => {
    const { call, deps, liveKey, verificationId } = await newTest();
    const live = await start(call, liveKey);
    const before = await countRows(deps);
    for (const id of [verificationId, live.verificationId]) {
      const answer = await ask(liveKey, { verificationId: id, outcome: "approve" });
      expect(answer).toMatchObject({ status: 403, body: { code: "PERMISSION_DENIED" } });
      expect(answer.body.message).toContain("Use a test key");
    }
    expect(await countRows(deps)).toEqual(before);
  });

  test("a live verification, another tenant's and a malformed id are not found by a test key", async () => {
    const { call, key, liveKey } = await newTest();
    const other = await newTest();
    const live = await start(call, liveKey);
    for (const verificationId of [live.verificationId, other.verificationId, "ver_x", ""])
      expect(await ask(key, { verificationId, outcome: "approve" })).toMatchObject({
        ...{ status: 404, body: { code: "VERIFICATION_NOT_FOUND" } },
      });
    expect((await statusOf(call, liveKey, live.verificationId)).status).toBe("pending");
  });

  test("while the page's choice is being checked it is CHECK_IN_PROGRESS, and the page's choice stands", async () => {
    const { call, deps, key, secret, verificationId } = await newTest();
    const slow = slowMethod();
    const running = play({ ...deps, methods: slow.methods }, secret, "anything");
    await slow.started;
    expect(await ask(key, { verificationId, outcome: "approve" })).toMatchObject({
      ...{ status: 409, body: { code: "CHECK_IN_PROGRESS" } },
    });
    slow.finish({ kind: "expire" });
    await running;
    expect((await statusOf(call, key, verificationId)).status).toBe("expired");
  });

  test.each([
    ["cancel", {}, "failed"],
    ["complete", { result: "rejected" }, "completed"],
    ["submit", { result: "rejected" }, "completed"],
  ])(
    "%s goes before a simulation that still runs, which says that it came too late",
    async (rival, body, status) => {
      const { call, deps, key, verificationId } = await newTest();
      const slow = slowMethod();
      const late = overNext(
        { ...deps, methods: slow.methods },
        new Request(`${BASE_URL}/verify/simulate`, {
          method: "POST",
          headers: { "x-tenant-api-key": key, "content-type": "application/json" },
          body: JSON.stringify({ verificationId, outcome: "approve" }),
        }),
      );
      await slow.started;
      expect(
        (await call("POST", `/verify/${rival}`, { key, body: { verificationId, ...body } })).status,
      ).toBe(200);
      slow.finish(approval);
      const answer = await late;
      const { code, message } = await answer.json();
      expect([answer.status, code]).toEqual([400, "VERIFICATION_ALREADY_COMPLETED"]);
      expect(message).toContain(status);
      expect(await deps.db.orm.event.count({ where: { verificationId } })).toBe(1);
      expect((await statusOf(call, key, verificationId)).result?.verified).not.toBe(true);
    },
  );

  test.each(["cancel", "complete", "submit"])(
    "at once with %s, one of the two is told that it lost",
    async (rival) => {
      const { call, key, verificationId } = await newTest();
      const body = { verificationId, ...(rival === "cancel" ? {} : { result: "rejected" }) };
      const answers = await Promise.all([
        call("POST", `/verify/${rival}`, { key, body }),
        ask(key, { verificationId, outcome: "approve" }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      expect(answers.find(({ status }) => status === 400)?.body.code).toBe("VERIFICATION_ALREADY_COMPLETED");
    },
  );

  test("at once several times decides once", async () => {
    const { deps, key, verificationId } = await newTest();
    await Promise.all(
      ["approve", "under_age", "approve"].map((outcome) => ask(key, { verificationId, outcome })),
    );
    expect(await deps.db.orm.event.count({ where: { verificationId } })).toBe(1);
  });

  test("is refused after the time, and for an outcome that the page does not offer", async () => {
    const { key, verificationId } = await newTest();
    expectRefused(await ask(key, { verificationId, outcome: "reject" }), "outcome", /approve/);
    expectRefused(await ask(key, { verificationId, outcome: "__proto__" }), "outcome");
    expectRefused(await ask(key, { verificationId }), "outcome");
    expectRefused(await ask(key, { verificationId, outcome: "approve", age: 3 }), "age");
    clock.advance({ minutes: 30 });
    const late = await ask(key, { verificationId, outcome: "approve" });
    expect(late).toMatchObject({ body: { code: "VERIFICATION_ALREADY_COMPLETED" } });
  });
});
