import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { NOTHING_GIVEN } from "#core/verification.ts";
import { inTransaction } from "#data/service/client.ts";
import { purgeVerifications } from "#data/service/retention.ts";
import { systemCtx } from "#runtime/runtime.ts";
import type { Deps } from "#services/context.ts";
import { eraseOldResults, purgeExpiredData } from "#services/erasure/retention.ts";
import { updateSettings } from "#services/tenants/settings.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { start, submit } from "../support/http/actions.ts";
import { createWebhookWorld } from "../support/webhooks/world.ts";

const newWorld = async () => {
  const world = await createWebhookWorld();
  const { deps, service } = world;
  const tenant = await world.tenant();
  await world.endpoint(tenant);
  const ended = async (): Promise<string> => {
    const { verificationId } = await start(service.call, tenant.testKey, {
      metadata: { customer: "c-17" },
      callback_url: "https://shop.example.com/back",
      reference: "ord-c-17",
      ip: "203.0.113.9",
    });
    await submit(service.call, tenant.testKey, { verificationId, result: "approved", verifiedAge: 30 });
    return verificationId;
  };
  const verification = (id: string) => deps.db.orm.verification.findUniqueOrThrow({ where: { id } });
  const purge = (limit = 100, signal?: AbortSignal) => purgeExpiredData(systemCtx(deps), limit, signal);
  const keepFor = (days: number, id = tenant.id) =>
    deps.db.orm.tenant.update({ where: { id }, data: { metadataRetentionDays: days } });
  return { ...world, tenant, ended, verification, purge, keepFor };
};

test("after a tenant's days what it gave with a verification is erased; the outcome stays", async () => {
  const { clock, ended, purge, verification } = await newWorld();
  const id = await ended();
  const before = await verification(id);
  clock.advance({ days: 90 });
  await purge();
  expect(await verification(id)).toEqual(before);
  clock.advance({ ms: 1 });
  await purge();
  expect(await verification(id)).toEqual({ ...before, ...NOTHING_GIVEN, metadata: null, ipHash: null });
});

test("what was given with nothing else goes alike, and a reference is free again", async () => {
  const { clock, deps, purge, service, tenant, verification } = await newWorld();
  await updateSettings(await ownerCtx(deps, tenant.id), { uniqueReferences: true });
  const again = () => start(service.call, tenant.testKey, { reference: "ord-1" });
  const { verificationId } = await again();
  clock.advance({ days: 91 });
  await purge();
  expect(await verification(verificationId)).toMatchObject(NOTHING_GIVEN);
  await again();
});

test("events go with their bodies, deliveries and attempts, which hold the metadata as well", async () => {
  const { clock, deliverDue, deps, ended, purge } = await newWorld();
  await ended();
  await deliverDue();
  clock.advance({ days: 91 });
  await purge();
  const { orm, pool } = deps.db;
  const left = await Promise.all([
    orm.event.count(),
    orm.webhookDelivery.count(),
    orm.webhookAttempt.count(),
  ]);
  expect(left).toEqual([0, 0, 0]);
  const { rows } = await pool.query("select * from verification, tenant");
  expect(JSON.stringify(rows)).not.toMatch(/c-17|shop\.example/);
});

test("every tenant's own days count, in batches, and what was erased is counted once", async () => {
  const { clock, deps, ended, keepFor, purge, tenant, ...world } = await newWorld();
  const other = await world.service.tenant();
  const started = await start(world.service.call, other.testKey, { metadata: { customer: "c-18" } });
  await keepFor(7);
  for (let i = 0; i < 5; i += 1) await ended();
  clock.advance({ days: 8 });
  const young = await ended();
  await Promise.all([purge(2), purge(2)]); // two workers
  const kept = await deps.db.orm.verification.findMany({ where: { ipHash: { not: null } } });
  expect(kept.map(({ id }) => id)).toEqual([young]);
  expect((await world.verification(started.verificationId)).metadata).toEqual({ customer: "c-18" });
  const counters = await deps.db.orm.serviceCounter.findMany({ orderBy: { name: "asc" } });
  expect(counters).toEqual([
    { name: "events_purged", value: 5n },
    { name: "verifications_purged", value: 5n },
  ]);
  expect(await deps.db.orm.event.count({ where: { tenantId: tenant.id } })).toBe(1);
});

/** Stops a purge at its first receipt, as the worker's signal would. */
const stoppingAtReceipt = (deps: Deps) => {
  const stop = new AbortController();
  const random = (count: number) => {
    // The salt of a receipt.
    if (count === 32) stop.abort();
    return deps.random(count);
  };
  return { signal: stop.signal, deps: { ...deps, random } };
};

test("a purge that is told to stop begins no other batch, and the next one goes on", async () => {
  const { clock, deps, ended, purge } = await newWorld();
  for (let i = 0; i < 5; i += 1) await ended();
  clock.advance({ days: 91 });
  const left = () => deps.db.orm.verification.count({ where: { ipHash: { not: null } } });
  const stopping = stoppingAtReceipt(deps);
  await purgeExpiredData(systemCtx(stopping.deps), 2, stopping.signal);
  expect(await left()).toBe(3);
  await purge(2);
  expect(await left()).toBe(0);
});

test("a tenant with much to erase holds up no other: they take turns, a batch each", async () => {
  const { clock, deps, ended, tenant, ...world } = await newWorld();
  for (let i = 0; i < 5; i += 1) await ended();
  const other = await world.service.tenant();
  await start(world.service.call, other.testKey, { metadata: { customer: "c-18" } });
  clock.advance({ days: 91 });
  await world.purge(2);
  const receipts = await deps.db.orm.erasureReceipt.findMany({ orderBy: { number: "asc" } });
  const turns = receipts.map(({ tenantId }) => (tenantId === tenant.id ? "first" : "second"));
  expect(turns.toSorted()).toEqual(["first", "first", "first", "second"]);
  expect(turns.indexOf("second")).toBeLessThan(2);
});

test("a batch begins behind the one before, and not among the dead rows that it left", async () => {
  const { clock, deps, ended, purge } = await newWorld();
  for (let i = 0; i < 4; i += 1) await ended();
  clock.advance({ days: 91 });
  const { db } = deps;
  const first = await db.orm.verification.findMany({ orderBy: { id: "asc" } });
  const after = first[1]?.id ?? "";
  const tenantId = first[0]?.tenantId ?? "";
  const due = { tenantId, before: clock.now(), after };
  const erased = await inTransaction(db, (tx) => purgeVerifications(tx, due, 10));
  expect(erased).toEqual({ rows: 2, last: first[3]?.id });
  await purge();
  expect(await db.orm.verification.count({ where: { ipHash: { not: null } } })).toBe(0);
});

test("results go after the days that a tenant sets, each with a receipt of that cause; without a setting none goes", async () => {
  const { clock, deps, ended, tenant, ...world } = await newWorld();
  const ctx = systemCtx(deps);
  const id = await ended();
  clock.advance({ days: 3000 });
  const young = await ended();
  await eraseOldResults(ctx, 10);
  expect((await world.verification(id)).redactedAt).toBeNull();
  await deps.db.orm.tenant.update({ where: { id: tenant.id }, data: { resultRetentionDays: 3000 } });
  await eraseOldResults(ctx, 10);
  expect((await world.verification(id)).redactedAt).toBeNull();
  clock.advance({ ms: 1 });
  await eraseOldResults(ctx, 10);
  expect(await world.verification(id)).toMatchObject({ redactedAt: clock.now(), verified: null });
  expect((await world.verification(young)).verified).toBe(true);
  const answer = await world.service.call("GET", `/verify/receipt?verificationId=${id}`, {
    key: tenant.testKey,
  });
  expect(decodeJwt(String(answer.body.receipt))).toMatchObject({ cause: "retention" });
});

test("old results in pages, one tenant after the other, until the worker is told to stop", async () => {
  const { clock, deps, ended, tenant } = await newWorld();
  for (let i = 0; i < 5; i += 1) await ended();
  await deps.db.orm.tenant.update({ where: { id: tenant.id }, data: { resultRetentionDays: 1 } });
  clock.advance({ days: 2 });
  const left = () => deps.db.orm.verification.count({ where: { redactedAt: null } });
  const stopping = stoppingAtReceipt(deps);
  await eraseOldResults(systemCtx(stopping.deps), 2, stopping.signal);
  expect(await left()).toBe(4);
  await eraseOldResults(systemCtx(deps), 2);
  expect(await left()).toBe(0);
});
