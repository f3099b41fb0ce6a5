import { expect, test } from "vitest";
import { systemCtx } from "#runtime.ts";
import { purgeExpiredData } from "#services/reports/request-logs.ts";
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
      ip: "203.0.113.9",
    });
    await submit(service.call, tenant.testKey, { verificationId, result: "approved", verifiedAge: 30 });
    return verificationId;
  };
  const verification = (id: string) => deps.db.orm.verification.findUniqueOrThrow({ where: { id } });
  const purge = (limit = 100) => purgeExpiredData(systemCtx(deps), limit);
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
  expect(await verification(id)).toEqual({ ...before, metadata: null, callbackUrl: null, ipHash: null });
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
