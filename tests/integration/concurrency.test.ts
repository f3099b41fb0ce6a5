import { describe, expect, test } from "vitest";
import { systemCtx } from "#runtime/runtime.ts";
import { expireVerifications } from "#services/check/end.ts";
import { pollPage } from "#services/check/page.ts";
import { secretOf, start, statusOf } from "../support/http/actions.ts";
import { promisedServiceForFile } from "../support/http/promises.ts";
import { testClock } from "../support/world/clock.ts";
import { tenantRows } from "../support/world/rows.ts";
import type { Answer } from "../support/world/service.ts";

const clock = testClock();
const service = promisedServiceForFile({ overrides: { now: clock.now } });

const FIFTY = Array.from({ length: 50 }, (_, i) => i);

const newTenant = async (overrides = {}) => {
  const { call, deps, tenant } = service.get();
  const { id, liveKey: key, testKey } = await tenant({ plan: "scale", overrides });
  return { call, deps, id, key, testKey };
};

const statusesOf = (answers: readonly Answer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status === 200 ? "200" : `${status} ${body.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

describe("fifty parallel starts", () => {
  test.each([
    ["the quota", { included: 15, overageAllowed: false }, "429 QUOTA_EXCEEDED"],
    ["the hard limit", { included: 3, hardLimit: 15 }, "429 HARD_LIMIT_EXCEEDED"],
  ])(
    "ten below %s admit exactly ten, and what was counted is what there is",
    async (_name, limits, refusal) => {
      const { call, deps, id, key } = await newTenant(limits);
      for (let i = 0; i < 5; i += 1) await start(call, key);
      const answers = await Promise.all(FIFTY.map(() => call("POST", "/verify/start", { key, body: {} })));
      expect(statusesOf(answers)).toEqual({ "200": 10, [refusal]: 40 });
      expect(await tenantRows(deps, id)).toEqual({ verifications: 15, tokens: 0, counted: 15 });
    },
  );

  test("in a month that nobody has counted in yet count every one of them", async () => {
    const { call, deps, id, key } = await newTenant();
    await Promise.all(FIFTY.map(() => start(call, key)));
    expect(await tenantRows(deps, id)).toEqual({ verifications: 50, tokens: 0, counted: 50 });
  });

  test("of two tenants do not touch each other's count", async () => {
    const [a, b] = [await newTenant({ included: 20, overageAllowed: false }), await newTenant()];
    await Promise.all(
      FIFTY.flatMap(() => [a, b].map(({ call, key }) => call("POST", "/verify/start", { key }))),
    );
    expect(await tenantRows(a.deps, a.id)).toMatchObject({ verifications: 20, counted: 20 });
    expect(await tenantRows(b.deps, b.id)).toMatchObject({ verifications: 50, counted: 50 });
  });

  test("at a rate limit of ten admit exactly ten", async () => {
    const { call, deps, id, key } = await newTenant({ rateLimitPerMinute: 10 });
    const answers = await Promise.all(FIFTY.map(() => call("POST", "/verify/start", { key })));
    expect(statusesOf(answers)).toEqual({ "200": 10, "429 RATE_LIMIT_EXCEEDED": 40 });
    expect(await tenantRows(deps, id)).toMatchObject({ verifications: 10, counted: 10 });
  });
});

describe("fifty parallel ends of one verification", () => {
  test("by complete: exactly one wins, and there is one token and one event", async () => {
    const { call, deps, id, key } = await newTenant();
    const { verificationId } = await start(call, key);
    const answers = await Promise.all(
      FIFTY.map((i) =>
        call("POST", "/verify/complete", { key, body: { verificationId, verifiedAge: 20 + i } }),
      ),
    );
    expect(statusesOf(answers)).toEqual({ "200": 1, "400 VERIFICATION_ALREADY_COMPLETED": 49 });
    expect(await tenantRows(deps, id)).toEqual({ verifications: 1, tokens: 1, counted: 1 });
    expect(await deps.db.orm.event.count({ where: { verificationId } })).toBe(1);
    const winner = answers.find(({ status }) => status === 200);
    expect((await statusOf(call, key, verificationId)).result).toEqual(winner?.body.result);
  });

  test("by complete and submit, approving and rejecting: one wins, and the others changed nothing", async () => {
    const { call, deps, id, key } = await newTenant();
    const { verificationId } = await start(call, key);
    const answers = await Promise.all(
      FIFTY.map((i) => {
        const body = { verificationId, result: i % 3 === 0 ? "approved" : "rejected" };
        return call("POST", i % 2 === 0 ? "/verify/complete" : "/verify/submit", { key, body });
      }),
    );
    expect(statusesOf(answers)).toEqual({ "200": 1, "400 VERIFICATION_ALREADY_COMPLETED": 49 });
    const winner = answers.find(({ status }) => status === 200);
    expect((await statusOf(call, key, verificationId)).result).toEqual(winner?.body.result);
    expect((await tenantRows(deps, id)).tokens).toBe(winner?.body.token === undefined ? 0 : 1);
  });
});

test("fifty parallel requests with one Idempotency-Key are one execution", async () => {
  const { call, deps, id, key } = await newTenant();
  const headers = { "idempotency-key": "order-1" };
  const answers = await Promise.all(
    FIFTY.map(() => call("POST", "/verify/start", { key, body: {}, headers })),
  );
  const { "200": answered = 0, "409 IDEMPOTENCY_IN_PROGRESS": waiting = 0 } = statusesOf(answers);
  expect(answered + waiting).toBe(50);
  const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.verificationId);
  expect(new Set(ids).size).toBe(1);
  expect(
    answers.filter(({ status, headers: h }) => status === 200 && !h.has("idempotency-replayed")),
  ).toHaveLength(1);
  expect(await tenantRows(deps, id)).toMatchObject({ verifications: 1, counted: 1 });
});

test.each(FIFTY.slice(0, 10))(
  "opening, completing, expiring and reading at once leave one final state, written once (%i)",
  async (round) => {
    const { call, deps, id, testKey: key } = await newTenant();
    const started = await start(call, key, { expiresInSeconds: 300 });
    const { verificationId } = started;
    const page = { deps, site: null, actor: { kind: "end_user" }, requestId: "request.1" } as const;
    const open = () => pollPage(page, secretOf(started)).then(() => null);
    const complete = () =>
      call("POST", "/verify/complete", { key, body: { verificationId, verifiedAge: 30 } });
    const late = { ...deps, now: () => new Date(clock.now().getTime() + 300_000) };
    const expire = () => expireVerifications(systemCtx(late), 1_000).then(() => null);
    const moves = [open, complete, expire, complete, expire, open];
    const order = moves.map((_, i) => moves[(i + round) % moves.length] ?? open);
    const answers = await Promise.all(order.map((move) => move()));
    const row = await deps.db.orm.verification.findUniqueOrThrow({ where: { id: verificationId } });
    const wins = answers.filter((answer) => answer?.status === 200).length;
    expect([row.status, wins]).toBeOneOf([
      ["completed", 1],
      ["expired", 0],
    ]);
    expect(await tenantRows(deps, id)).toEqual({ verifications: 1, tokens: wins, counted: 1 });
    expect(await deps.db.orm.event.count({ where: { verificationId } })).toBe(1);
  },
);
