import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { monthName } from "#core/day.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { closeMeterHours, sendMeterEvents } from "#services/usage/meters.ts";
import { freezeAllStatements, usageStatement } from "#services/usage/statements.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { complete, patchTenant, start } from "../support/http/actions.ts";
import { testClock } from "../support/world/clock.ts";
import { type CallOptions, createService } from "../support/world/service.ts";

// A stand-in that keeps an identifier as Stripe does, and answers as a bad network lets it.

type Received = { event: string; customer: string; value: number; identifier: string; at: Date };
type Trouble = "none" | "request lost" | "answer lost" | "doubled" | "busy" | "broken" | "refused";

const startMeters = async () => {
  const received = new Map<string, Received>();
  const seen: URLSearchParams[] = [];
  let next: () => Trouble = () => "none";
  /** @returns whether the identifier is new */
  const take = (form: URLSearchParams): boolean => {
    const identifier = form.get("identifier") ?? "";
    if (received.has(identifier)) return false;
    received.set(identifier, {
      event: form.get("event_name") ?? "",
      customer: form.get("payload[stripe_customer_id]") ?? "",
      value: Number(form.get("payload[value]")),
      identifier,
      at: new Date(Number(form.get("timestamp")) * 1000),
    });
    return true;
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const form = new URLSearchParams(body);
      seen.push(form);
      const trouble = next();
      const answer = (status: number, content: object) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
      if (trouble === "request lost") return request.socket.destroy();
      if (trouble === "busy") return answer(429, { error: { code: "rate_limit" } });
      if (trouble === "refused") return answer(400, { error: { code: "resource_missing" } });
      const isNew = take(form);
      if (trouble === "doubled") take(form);
      if (trouble === "answer lost") return request.socket.destroy();
      if (trouble === "broken") return answer(500, { error: {} });
      if (isNew) return answer(200, { object: "billing.meter_event" });
      const message = `An event already exists with identifier ${form.get("identifier")}.`;
      return answer(400, { error: { type: "invalid_request_error", message } });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    seen,
    trouble: (choose: () => Trouble) => {
      next = choose;
    },
  };
};

const metered = async (more: Record<string, string> = {}, from = "2026-11-29T20:10:00Z") => {
  const meters = await startMeters();
  const clock = testClock(from);
  const service = await createService({
    env: {
      STRIPE_METER_SECRET_KEY: "sk_test_meters",
      STRIPE_METER_EVENT_NAME: "lintel_checks",
      STRIPE_STAND_IN_URL: meters.url,
      WEBHOOK_ALLOW_LOOPBACK: "true",
      ...more,
    },
    overrides: { now: clock.now },
  });
  onTestFinished(() => service.close());
  const ctx = systemCtx(service.deps);
  const work = async () => {
    await closeMeterHours(ctx, 2);
    await sendMeterEvents(ctx, 10);
  };
  const settle = async () => {
    for (let turn = 0; turn < 60; turn += 1) {
      await work();
      clock.advance({ minutes: 31 });
      if ((await service.deps.db.orm.meterEvent.count({ where: { status: "pending" } })) === 0) return;
    }
  };
  const sums = (event = "lintel_checks") => {
    const sum: Record<string, number> = {};
    for (const { customer, value, at, ...each } of meters.received.values())
      if (each.event === event)
        sum[`${customer} ${monthName(at)}`] = (sum[`${customer} ${monthName(at)}`] ?? 0) + value;
    return sum;
  };
  return { meters, clock, service, ctx, work, settle, sums };
};

/** That an age key decides a check which was started in a month. */
const reuse = async (
  { db }: Awaited<ReturnType<typeof metered>>["service"]["deps"],
  id: string,
  month: string,
) =>
  db.pool.query(
    "update usage_month set reused = reused + 1 where tenant_id = $1 and month = $2 and mode = 'live'",
    [id, `${month}-01`],
  );

// Deterministic, so that a failure comes again.
const chance = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

test.each([1, 2, 3])(
  "the events of a month add up to its statement, through a network that loses, doubles and delays (world %i)",
  async (seed) => {
    const { meters, clock, service, work, settle, sums } = await metered({
      STRIPE_METER_REUSED_EVENT_NAME: "lintel_reused",
    });
    const { call, deps, tenant } = service;
    const random = chance(seed);
    const troubles: Trouble[] = ["request lost", "answer lost", "doubled", "busy", "broken", "refused"];
    meters.trouble(() =>
      random() < 0.6 ? (troubles[Math.floor(random() * troubles.length)] ?? "none") : "none",
    );
    const tenants = await Promise.all(
      ["a", "b", "c"].map(async (name) => ({ name, ...(await tenant({ plan: "scale" })) })),
    );
    for (const { id, name } of tenants) await patchTenant(call, id, { stripeCustomerId: `cus_${name}` });
    // Across the end of a month, in steps that fall on no full hour.
    for (let step = 0; step < 40; step += 1) {
      for (const { id, liveKey } of tenants) {
        const starts = Math.floor(random() * 3);
        for (let n = 0; n < starts; n += 1) {
          const { verificationId } = await start(call, liveKey);
          if (random() < 0.3) {
            await complete(call, liveKey, { verificationId, verifiedAge: 30 });
            await call("POST", "/verify/redact", {
              key: liveKey,
              body: { verificationId },
            } satisfies CallOptions);
          }
        }
        // Decided late: also after its month is over.
        if (random() < 0.2) await reuse(deps, id, "2026-11");
        await deps.db.pool.query(
          "update usage_month set reused = least(reused, started) where tenant_id = $1",
          [id],
        );
      }
      await work();
      clock.advance({ minutes: 47 });
    }
    await settle();
    clock.set("2026-12-04T00:00:00Z");
    await freezeAllStatements(deps, 10);
    await settle();
    const expected: Record<string, number> = {};
    const reused: Record<string, number> = {};
    for (const { id, name } of tenants) {
      const owner = await ownerCtx(deps, id);
      for (const month of ["2026-11", "2026-12"]) {
        const { billing } = await usageStatement(owner, month);
        expected[`cus_${name} ${month}`] = billing.used;
      }
      const rows = await deps.db.orm.usageMonth.findMany({ where: { tenantId: id, mode: "live" } });
      for (const row of rows) if (row.reused > 0) reused[`cus_${name} ${monthName(row.month)}`] = row.reused;
    }
    expect(sums()).toEqual(expected);
    expect(sums("lintel_reused")).toEqual(reused);
    expect([...meters.received.values()].some(({ value }) => value < 0)).toBe(true);
    expect(meters.seen.length).toBeGreaterThan(meters.received.size);
  },
);

test("an event says the hour in which its usage fell, under an identifier that tells nothing", async () => {
  const { meters, clock, service, work } = await metered();
  const { id, liveKey } = await service.tenant();
  await patchTenant(service.call, id, { stripeCustomerId: "cus_a" });
  await start(service.call, liveKey);
  await work();
  expect(meters.received.size).toBe(0); // the hour is not over
  clock.set("2026-11-29T21:04:59Z");
  await work();
  expect(meters.received.size).toBe(0); // nor everything of it committed
  clock.set("2026-11-29T21:05:00Z");
  await work();
  expect([...meters.received.values()]).toEqual([
    {
      event: "lintel_checks",
      customer: "cus_a",
      value: 1,
      identifier: expect.stringMatching(/^lintel_[A-Za-z0-9_-]{43}$/),
      at: new Date("2026-11-29T20:59:59Z"),
    },
  ]);
});

test("test verifications, tenants without a customer and months before the customer are not reported", async () => {
  const { meters, clock, service, settle, sums } = await metered({}, "2026-10-30T10:00:00Z");
  const [one, other] = [await service.tenant(), await service.tenant()];
  await start(service.call, one.liveKey);
  await start(service.call, other.liveKey);
  clock.set("2026-11-02T10:00:00Z");
  await start(service.call, one.testKey);
  await start(service.call, one.liveKey);
  await patchTenant(service.call, one.id, { stripeCustomerId: "cus_one" });
  clock.advance({ hours: 2 });
  await settle();
  expect(sums()).toEqual({ "cus_one 2026-11": 1 });
  await patchTenant(service.call, one.id, { stripeCustomerId: null });
  await start(service.call, one.liveKey);
  clock.advance({ hours: 2 });
  await settle();
  expect(meters.received.size).toBe(1);
});

test("two workers at once write an hour once, and a worker that dies after sending does no harm", async () => {
  const { meters, clock, service, ctx, settle, sums } = await metered();
  const { id, liveKey } = await service.tenant();
  await patchTenant(service.call, id, { stripeCustomerId: "cus_a" });
  for (let n = 0; n < 5; n += 1) await start(service.call, liveKey);
  clock.advance({ hours: 1 });
  await Promise.all(Array.from({ length: 4 }, () => closeMeterHours(ctx, 10)));
  expect(await service.deps.db.orm.meterEvent.count()).toBe(1);
  await Promise.all(Array.from({ length: 4 }, () => sendMeterEvents(ctx, 10)));
  expect(meters.seen).toHaveLength(1);
  // As if it had died before it noted the answer.
  await service.deps.db.orm.meterEvent.updateMany({ data: { status: "pending", endedAt: null } });
  await settle();
  expect([meters.seen.length, meters.received.size, sums()]).toEqual([2, 1, { "cus_a 2026-11": 5 }]);
});

test("what stays unknown for longer than Stripe knows identifiers is given up and not sent twice", async () => {
  const { meters, clock, service, ctx } = await metered();
  const { id, liveKey } = await service.tenant();
  await patchTenant(service.call, id, { stripeCustomerId: "cus_a" });
  await start(service.call, liveKey);
  clock.advance({ hours: 1 });
  await closeMeterHours(ctx, 10);
  meters.trouble(() => "answer lost");
  await sendMeterEvents(ctx, 10);
  clock.advance({ hours: 24 });
  meters.received.clear(); // the identifier is no longer known
  await sendMeterEvents(ctx, 10);
  expect(meters.seen).toHaveLength(1);
  const row = await service.deps.db.orm.meterEvent.findFirstOrThrow();
  expect([row.status, row.lastCode]).toEqual(["stopped", "unsure"]);
});

test("a refusal, as of a customer that is not there, is tried until the operator has mended it", async () => {
  const { meters, clock, service, ctx, settle, sums } = await metered();
  const { id, liveKey } = await service.tenant();
  await patchTenant(service.call, id, { stripeCustomerId: "cus_wrong" });
  await start(service.call, liveKey);
  clock.advance({ hours: 1 });
  await closeMeterHours(ctx, 10);
  meters.trouble(() => "refused");
  for (let day = 0; day < 3; day += 1) {
    await sendMeterEvents(ctx, 10);
    clock.advance({ hours: 24 });
  }
  expect(await service.deps.db.orm.meterEvent.findFirst()).toMatchObject({
    status: "pending",
    lastCode: "resource_missing",
  });
  meters.trouble(() => "none");
  await settle();
  expect(sums()).toEqual({ "cus_wrong 2026-11": 1 });
});

test("the key of Stripe's is sent to Stripe and stands nowhere else", async () => {
  const { service } = await metered();
  const { id } = await service.tenant();
  const answer = await service.call("PATCH", `/admin/tenants/${id}`, {
    adminKey: service.deps.settings.adminKeys[0] ?? "",
    body: { stripeCustomerId: "cus_NffrFeUfNV2Hib" },
  });
  expect(answer.body).toMatchObject({ stripeCustomerId: "cus_NffrFeUfNV2Hib" });
  expect(answer.text).not.toContain("sk_test_meters");
});
