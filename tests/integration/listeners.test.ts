import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { listeners } from "#contracts/public/endpoints.ts";
import { inTransaction } from "#data/service/client.ts";
import { countDeliveries } from "#data/webhooks/delivery-attempts.ts";
import { purgeListeners } from "#data/webhooks/listeners.ts";
import { queueState } from "#data/webhooks/webhook-deliveries.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { forgetCached } from "#services/cached.ts";
import { createKey } from "#services/keys/keys.ts";
import { listDeliveries } from "#services/webhooks/deliveries.ts";
import { endUnseenListeners } from "#services/webhooks/listeners.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { start, submit } from "../support/http/actions.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";
import { testClock } from "../support/world/clock.ts";
import { eventually } from "../support/world/eventually.ts";
import type { CallOptions } from "../support/world/service.ts";
import { recordNamedStatements } from "../support/world/statement-counter.ts";

type Body = Record<string, unknown>;

/** A service with the machine's time, which tests move ahead, and a tenant of any plan. */
const newWorld = async () => {
  const clock = testClock(new Date());
  const world = await createWebhookWorld({ clock });
  const { call } = world.service;
  const tenant = await world.tenant();
  const ask = (path: string, body: Body, { key = tenant.testKey, ...more }: CallOptions = {}) =>
    call("POST", path, { key, body, ...more });
  const open = async (body: Body = {}, more: CallOptions = {}) => {
    const answer = await ask("/listeners", { name: "ada’s laptop", ...body }, more);
    expect(answer, answer.text).toMatchObject({ status: 200 });
    return listeners.openListener.response.parse(answer.body);
  };
  const take = async (listenerId: string, body: Body = {}, more: CallOptions = {}) => {
    const answer = await ask("/listeners/deliveries", { listenerId, ...body }, more);
    expect(answer, answer.text).toMatchObject({ status: 200 });
    return listeners.takeDeliveries.response.parse(answer.body);
  };
  const ok = ({ deliveryId, attempt }: { deliveryId: string; attempt: number }) => ({
    ...{ deliveryId, attempt, status: 200, durationMs: 12 },
  });
  const happen = async (body: Body = {}, key = tenant.testKey): Promise<string> => {
    clock.advance({ ms: 1 }); // ids sort by the millisecond
    const { verificationId } = await start(call, key, body);
    await submit(call, key, { verificationId, result: "approved" });
    return verificationId;
  };
  return { ...world, clock, call, tenant, ask, open, take, ok, happen };
};

const requestsOf = (taken: { deliveries: { body: string }[] }) =>
  taken.deliveries.map(({ body }) => JSON.parse(body).metadata);

test("a listener takes the exact bytes with a signature of its own secret, in the order in which they happened", async () => {
  const { open, take, happen, deps } = await newWorld();
  const { listenerId, secret, mode } = await open();
  expect(mode).toBe("test");
  const ids = [await happen({ metadata: { n: 1 } }), await happen({ metadata: { n: 2 } })];
  const { deliveries, lost } = await take(listenerId);
  expect(lost).toEqual([]);
  expect(requestsOf({ deliveries })).toEqual([{ n: 1 }, { n: 2 }]);
  for (const [index, { headers, body, eventId, attempt }] of deliveries.entries()) {
    expect(headers).toMatchObject({
      "Content-Type": "application/json",
      "X-Event-Id": eventId,
      "X-Delivery-Attempt": String(attempt),
      "X-Verification-Id": ids[index],
    });
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers["X-Service-Signature"] ?? "") ?? [];
    expect(createHmac("sha256", secret).update(`${t}.${body}`).digest("hex")).toBe(v1);
    const event = await deps.db.orm.event.findUniqueOrThrow({ where: { id: eventId } });
    expect(body).toBe(event.body);
  }
});

test("its secret is stored sealed only, and erased when it ends", async () => {
  const { open, ask, deps } = await newWorld();
  const { listenerId, secret } = await open();
  const stored = await deps.db.orm.listener.findUniqueOrThrow({ where: { id: listenerId } });
  expect(JSON.stringify(stored)).not.toContain(secret);
  expect(await ask("/listeners/close", { listenerId })).toMatchObject({ status: 200 });
  expect(await deps.db.orm.listener.findUniqueOrThrow({ where: { id: listenerId } })).toMatchObject({
    secretSealed: "",
  });
  expect(await ask("/listeners/deliveries", { listenerId })).toMatchObject({ status: 404 });
  expect(await ask("/listeners/close", { listenerId })).toMatchObject({ status: 404 });
});

test("each listener gets its own copy, and with a filter only what has that metadata", async () => {
  const { open, take, happen } = await newWorld();
  const all = await open();
  const ada = await open({ filter: { metadataKey: "dev", metadataValue: "ada" } });
  const seven = await open({ filter: { metadataKey: "n", metadataValue: "7" } });
  await happen({ metadata: { dev: "ada" } });
  await happen({ metadata: { dev: "bob", n: 7 } });
  await happen();
  expect(requestsOf(await take(all.listenerId))).toEqual([{ dev: "ada" }, { dev: "bob", n: 7 }, {}]);
  expect(requestsOf(await take(ada.listenerId))).toEqual([{ dev: "ada" }]);
  expect(requestsOf(await take(seven.listenerId))).toEqual([{ dev: "bob", n: 7 }]);
  expect(all.secret).not.toBe(ada.secret);
});

test("a listener that names events gets those alone", async () => {
  const { open, take, happen } = await newWorld();
  const { listenerId } = await open({ events: ["verification.failed"] });
  await happen();
  expect(await take(listenerId)).toEqual({ deliveries: [], lost: [] });
});

test("a test key hears nothing of live verifications; a live key needs the right, and then hears nothing of tests", async () => {
  const { open, take, ask, happen, tenant, deps } = await newWorld();
  const denied = await ask("/listeners", { name: "x" }, { key: tenant.liveKey });
  expect(denied).toMatchObject({ status: 403, body: { code: "PERMISSION_DENIED" } });
  const { value: key } = await inTransaction(deps.db, (db) =>
    createKey(systemCtx(deps), db, {
      ...{ tenantId: tenant.id, mode: "live", name: "cli", scopes: ["events:listen"] },
    }),
  );
  const test = await open();
  const live = await open({}, { key });
  expect(live.mode).toBe("live");
  await happen({ metadata: { of: "live" } }, tenant.liveKey);
  await happen({ metadata: { of: "test" } });
  expect(requestsOf(await take(test.listenerId))).toEqual([{ of: "test" }]);
  expect(requestsOf(await take(live.listenerId, {}, { key }))).toEqual([{ of: "live" }]);
  for (const [listenerId, wrong] of [
    [live.listenerId, tenant.testKey],
    [test.listenerId, key],
  ] as const)
    expect(await ask("/listeners/deliveries", { listenerId }, { key: wrong })).toMatchObject({ status: 404 });
});

test("another tenant can neither take from a listener, nor acknowledge, nor close it, and its events stay apart", async () => {
  const { open, take, ask, happen, service } = await newWorld();
  const { listenerId } = await open();
  const other = await service.tenant();
  const own = await open({}, { key: other.testKey });
  await happen();
  const [delivery] = (await take(listenerId)).deliveries;
  const key = other.testKey;
  for (const path of ["/listeners/deliveries", "/listeners/close"])
    expect(await ask(path, { listenerId }, { key })).toMatchObject({ status: 404 });
  const acknowledgements = [{ deliveryId: delivery?.deliveryId, attempt: 1, status: 500, durationMs: 1 }];
  expect(await take(own.listenerId, { acknowledgements }, { key })).toEqual({
    deliveries: [],
    lost: [delivery?.deliveryId],
  });
  expect(await ask("/verify/start", { listenerId }, { key })).toMatchObject({ status: 400 });
});

test("an acknowledgement is an attempt in the delivery log, with the target's status and time and the command line's name", async () => {
  const { open, take, happen, tenant, deps } = await newWorld();
  const { listenerId } = await open();
  await happen();
  await happen();
  const { deliveries } = await take(listenerId);
  const [first, second] = deliveries.map(({ deliveryId, attempt }) => ({ deliveryId, attempt }));
  const ctx = await ownerCtx(deps, tenant.id);
  const listed = async () => (await listDeliveries(ctx, { limit: 10 })).deliveries.toReversed();
  expect(await listed()).toMatchObject([{ status: "pending" }, { status: "pending" }]);
  const acknowledgements = [
    { ...first, status: 204, durationMs: 12 },
    { ...second, status: null, code: "CONNECTION", durationMs: 3 },
  ];
  expect(await take(listenerId, { acknowledgements })).toEqual({ deliveries: [], lost: [] });
  const target = { endpointId: null, listener: "ada’s laptop", attempt: 1 };
  expect(await listed()).toMatchObject([
    { ...target, status: "delivered", lastStatus: 204, lastCode: null, lastDurationMs: 12 },
    { ...target, status: "failed", lastStatus: null, lastCode: "CONNECTION", lastDurationMs: 3 },
  ]);
  expect((await listDeliveries(ctx, { limit: 10, status: "pending" })).deliveries).toEqual([]);
  // Once more, as after a lost answer: nothing is lost, nothing written twice.
  expect((await take(listenerId, { acknowledgements })).lost).toEqual([]);
  expect(await deps.db.orm.webhookAttempt.count()).toBe(2);
});

test("what failed at the target is not tried again by itself, neither by the listener nor by a worker", async () => {
  const { open, take, ok, happen, clock, deliverDue, sender, deliveries } = await newWorld();
  const { listenerId } = await open();
  await happen();
  const [taken] = (await take(listenerId)).deliveries;
  if (!taken) throw new Error("nothing was taken");
  await take(listenerId, { acknowledgements: [{ ...ok(taken), status: 500 }] });
  for (const hours of [1, 24]) {
    clock.advance({ hours });
    expect(await take(listenerId)).toEqual({ deliveries: [], lost: [] });
    await deliverDue();
  }
  expect(sender.sent).toEqual([]);
  expect(await deliveries()).toMatchObject([{ status: "failed", lastCode: "STATUS" }]);
});

test("unacknowledged, a delivery comes again after its lease of 60 seconds, and a result under the lost lease changes nothing", async () => {
  const { open, take, ok, happen, clock, deliveries } = await newWorld();
  const { listenerId } = await open();
  await happen();
  const [first] = (await take(listenerId)).deliveries;
  clock.advance({ seconds: 59 });
  expect((await take(listenerId)).deliveries).toEqual([]);
  clock.advance({ minutes: 2 });
  const [second] = (await take(listenerId)).deliveries;
  expect([first, second]).toMatchObject([
    { attempt: 1 },
    { attempt: 2, headers: { "X-Delivery-Attempt": "2" } },
  ]);
  if (!first || !second) throw new Error("nothing was taken");
  expect(second.eventId).toBe(first.eventId);
  const before = await deliveries();
  expect(await take(listenerId, { acknowledgements: [ok(first)] })).toEqual({
    ...{ deliveries: [], lost: [first.deliveryId] },
  });
  expect(await deliveries()).toEqual(before);
  expect((await take(listenerId, { acknowledgements: [ok(second)] })).lost).toEqual([]);
  expect(await deliveries()).toMatchObject([{ status: "delivered", attempt: 2 }]);
});

test("two polls at once never take the same delivery", async () => {
  const { open, take, happen } = await newWorld();
  const { listenerId } = await open();
  for (let n = 0; n < 6; n += 1) await happen();
  const taken = await Promise.all(Array.from({ length: 4 }, () => take(listenerId, { limit: 3 })));
  const ids = taken.flatMap(({ deliveries }) => deliveries.map(({ deliveryId }) => deliveryId));
  expect(ids).toHaveLength(6);
  expect(new Set(ids).size).toBe(6);
});

test("no worker claims a listener's deliveries, and neither its queue nor the tenant's counts have them", async () => {
  const { open, happen, endpoint, tenant, deliverDue, sender, deps, clock, deliveries } = await newWorld();
  await open();
  const hook = await endpoint(tenant);
  await happen();
  expect(await queueState(deps.db.orm, clock.now())).toMatchObject({ depth: 1 });
  await deliverDue();
  expect(sender.sent.map(({ url }) => url)).toEqual([hook.url]);
  expect((await deliveries()).map(({ status, endpointId }) => [status, endpointId])).toEqual(
    expect.arrayContaining([
      ["delivered", hook.id],
      ["held", null],
    ]),
  );
  expect(await countDeliveries(deps.db, tenant.id, "")).toEqual({
    ...{ pending: 0, delivered: 1, failed: 0, cancelled: 0 },
  });
});

test("a test that names a listener tells it alone: no endpoint of the tenant, no other listener, whatever they filter", async () => {
  const { open, take, happen, endpoint, tenant, deliveries, ask } = await newWorld();
  await endpoint(tenant);
  const other = await open();
  const own = await open({
    filter: { metadataKey: "x", metadataValue: "y" },
    events: ["verification.failed"],
  });
  await happen({ listenerId: own.listenerId });
  expect((await take(own.listenerId)).deliveries).toHaveLength(1);
  expect((await take(other.listenerId)).deliveries).toEqual([]);
  expect(await deliveries()).toHaveLength(1);
  const refused = (key: string, listenerId: string) => ask("/verify/start", { listenerId }, { key });
  const issues = [expect.objectContaining({ path: "listenerId" })];
  expect(await refused(tenant.liveKey, own.listenerId)).toMatchObject({ status: 400, body: { issues } });
  await ask("/listeners/close", { listenerId: own.listenerId });
  expect(await refused(tenant.testKey, own.listenerId)).toMatchObject({ status: 400, body: { issues } });
});

test("a poll that waits is answered by the event, and many wait with one question for all", async () => {
  const { open, take, happen, deps } = await newWorld();
  const opened = await Promise.all(Array.from({ length: 12 }, () => open()));
  const polls = opened.map(({ listenerId }) => take(listenerId, { waitSeconds: 25 }));
  await happen();
  for (const { deliveries } of await Promise.all(polls)) expect(deliveries).toHaveLength(1);
  // While nothing comes: the polls' own statements, and one question a second for the twelve.
  const statements = recordNamedStatements(deps);
  const waiting = opened.map(({ listenerId }) => take(listenerId, { waitSeconds: 2 }));
  await Promise.all(waiting);
  expect(statements().filter((name) => name === "listeners_due").length).toBeLessThanOrEqual(4);
});

test("a later poll of a listener ends the one that waits, so nothing is leased to a connection that a sleep has cut", async () => {
  const { open, take, happen } = await newWorld();
  const { listenerId } = await open();
  const stale = take(listenerId, { waitSeconds: 25 });
  const fresh = take(listenerId, { waitSeconds: 25 });
  // Whichever of the two came later waits on.
  const ended = await Promise.race([stale, fresh]);
  expect(ended).toEqual({ deliveries: [], lost: [] });
  await happen();
  const both = await Promise.all([stale, fresh]);
  expect(both.flatMap(({ deliveries }) => deliveries)).toHaveLength(1);
});

test("a revoked key gets nothing more, not even by a poll that waited when it was revoked", async () => {
  const { open, ask, happen, tenant, deps } = await newWorld();
  const { listenerId } = await open();
  const { value: key, id } = await inTransaction(deps.db, (db) =>
    createKey(systemCtx(deps), db, {
      tenantId: tenant.id,
      mode: "test",
      name: "cli",
      scopes: ["events:listen"],
    }),
  );
  const waiting = ask("/listeners/deliveries", { listenerId, waitSeconds: 3 }, { key });
  await eventually(() => deps.db.orm.apiKey.count({ where: { id, lastUsedAt: { not: null } } })).toBe(1);
  await deps.db.orm.apiKey.update({ where: { id }, data: { revokedAt: deps.now() } });
  await happen();
  expect(await waiting).toMatchObject({ status: 200, body: { deliveries: [] } });
  forgetCached(deps, id);
  expect(await ask("/listeners/deliveries", { listenerId }, { key })).toMatchObject({ status: 401 });
});

test("an Idempotency-Key keeps no answer: events stay nowhere else, where an erasure would not find them", async () => {
  const { open, take, ask, happen, deps } = await newWorld();
  const { listenerId } = await open();
  await happen({ metadata: { order: "A-1" } });
  const more = { headers: { "idempotency-key": "every-poll-of-an-sdk" } };
  expect((await take(listenerId, {}, more)).deliveries).toHaveLength(1);
  expect(await deps.db.orm.idempotencyRecord.count()).toBe(0);
  // And it waits as without one, in no transaction.
  const waiting = ask("/listeners/deliveries", { listenerId, waitSeconds: 10 }, more);
  await happen();
  expect(await waiting).toMatchObject({ status: 200, body: { deliveries: [{ attempt: 1 }] } });
});

test("listening has a limit of its own: it leaves the tenant's requests alone, and is limited itself", async () => {
  const { open, ask, call, service } = await newWorld();
  const { testKey: key } = await service.tenant({ overrides: { rateLimitPerMinute: 2 } });
  const { listenerId } = await open({}, { key });
  const polls = await Promise.all(
    Array.from({ length: 30 }, () => ask("/listeners/deliveries", { listenerId }, { key })),
  );
  const refused = polls.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(11);
  expect(refused[0]).toMatchObject({ body: { code: "RATE_LIMIT_EXCEEDED" } });
  expect(await call("POST", "/verify/start", { key })).toMatchObject({ status: 200 });
});

test("a tenant has at most 20 open listeners; one that was unseen for an hour gives way to the next", async () => {
  const { open, ask, take, clock, deps } = await newWorld();
  const opened: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    clock.advance({ ms: 1 });
    opened.push((await open()).listenerId);
  }
  expect(await ask("/listeners", { name: "x" })).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
  clock.advance({ hours: 1 });
  const [first = "", ...others] = opened;
  await take(first);
  await open();
  const ended = await deps.db.orm.listener.findMany({ where: { endedAt: { not: null } } });
  expect(ended.map(({ id }) => id)).toEqual([others[0]]);
});

test("a listener unseen for seven days ends with what it had not acknowledged, and goes with the last of its deliveries", async () => {
  const { open, take, happen, clock, deps, deliveries } = await newWorld();
  const seen = await open();
  const unseen = await open();
  await happen();
  clock.advance({ days: 6 });
  await take(seen.listenerId);
  clock.advance({ days: 1, ms: 1 });
  const ctx = systemCtx(deps);
  expect(await endUnseenListeners(ctx, 10)).toBe(1);
  const states = await deps.db.orm.listener.findMany({ where: { endedAt: null } });
  expect(states.map(({ id }) => id)).toEqual([seen.listenerId]);
  const own = (await deliveries()).filter(({ listenerId }) => listenerId === unseen.listenerId);
  expect(own).toMatchObject([{ status: "cancelled" }]);
  const later = new Date(clock.now().getTime() + 1);
  expect(await purgeListeners(deps.db.orm, later, 10)).toBe(0);
  await deps.db.orm.event.deleteMany();
  expect(await purgeListeners(deps.db.orm, later, 10)).toBe(1);
});

test("closing cancels what waits, and a result that comes too late is told as lost", async () => {
  const { open, take, ask, happen, deliveries } = await newWorld();
  const { listenerId } = await open();
  await happen();
  await take(listenerId);
  await ask("/listeners/close", { listenerId });
  expect(await deliveries()).toMatchObject([{ status: "cancelled" }]);
  await happen();
  expect(await deliveries()).toHaveLength(1);
});

test("an erasure takes a listener's deliveries with it, leased or acknowledged", async () => {
  const { open, take, ok, happen, call, tenant, deliveries, deps } = await newWorld();
  const { listenerId } = await open();
  const ids = [await happen(), await happen()];
  const [first] = (await take(listenerId)).deliveries;
  if (first) await take(listenerId, { acknowledgements: [ok(first)] });
  for (const verificationId of ids) {
    const body = { verificationId };
    expect(await call("POST", "/verify/redact", { key: tenant.testKey, body })).toMatchObject({
      status: 200,
    });
  }
  expect(await deliveries()).toEqual([]);
  expect(await deps.db.orm.webhookAttempt.count()).toBe(0);
});

test("an event that happened while its listener was closed does not wait for ever", async () => {
  const { open, ask, happen, deliveries, deps } = await newWorld();
  const { listenerId } = await open();
  // The end commits between an event's question for its listeners and its writing of their deliveries.
  await deps.db.pool.query(`create function close_first() returns trigger language plpgsql as $$
    begin update listener set ended_at = now(), secret_sealed = '' where id = new.listener_id; return new; end $$`);
  await deps.db.pool.query(`create trigger close_first before insert on webhook_delivery
    for each row execute function close_first()`);
  await happen();
  expect(await ask("/listeners/deliveries", { listenerId })).toMatchObject({ status: 404 });
  await endUnseenListeners(systemCtx(deps), 10);
  expect(await deliveries()).toMatchObject([{ status: "cancelled", endedAt: expect.any(Date) }]);
});

test("the erasure of a verification that named its listener tells that one alone, and no webhook endpoint", async () => {
  const { open, take, happen, call, tenant, endpoint, deps } = await newWorld();
  const { id } = await endpoint(tenant);
  const modes = { set: ["test" as const] };
  await deps.db.orm.webhookEndpoint.update({
    where: { id },
    data: { modes, events: ["verification.redacted"] },
  });
  const { listenerId } = await open();
  const verificationId = await happen({ listenerId });
  const erased = await call("POST", "/verify/redact", { key: tenant.testKey, body: { verificationId } });
  expect(erased).toMatchObject({ status: 200 });
  expect(await deps.db.orm.webhookDelivery.count({ where: { endpointId: id } })).toBe(0);
  const { deliveries } = await take(listenerId);
  expect(deliveries.map(({ body }) => JSON.parse(body).event)).toEqual(["verification.redacted"]);
});

test("every acknowledgement is checked by name, and nothing of a bad batch is written", async () => {
  const { open, take, ask, ok, happen, deliveries } = await newWorld();
  const { listenerId } = await open();
  await happen();
  const [taken] = (await take(listenerId)).deliveries;
  if (!taken) throw new Error("nothing was taken");
  for (const [wrong, path] of [
    [{ status: null }, "acknowledgements.1.code"],
    [{ code: "TIMEOUT" }, "acknowledgements.1.code"],
    [{ status: 99 }, "acknowledgements.1.status"],
    [{ attempt: 0 }, "acknowledgements.1.attempt"],
    [{ response: "x" }, "acknowledgements.1.response"],
  ] as const) {
    const acknowledgements = [ok(taken), { ...ok(taken), ...wrong }];
    const answer = await ask("/listeners/deliveries", { listenerId, acknowledgements });
    expect(answer, answer.text).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  }
  expect(await deliveries()).toMatchObject([{ status: "held", lastStatus: null }]);
});
