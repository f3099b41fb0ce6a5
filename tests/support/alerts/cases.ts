import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { AlertRule } from "#core/alerts/rules.ts";
import { monthOf } from "#core/billing/quota.ts";
import { addDays, dayOf, firstIdAt } from "#core/day.ts";
import { ensureRequestLogDays } from "#data/service/request-logs.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import { type AlertWorld, minutesAgo } from "./world.ts";

export const otherEndpoint = async ({ deps, tenantId }: AlertWorld): Promise<string> =>
  (await createEndpoint(await ownerCtx(deps, tenantId), { url: "https://shop.example.com/" })).endpoint.id;

const endpoint = (data: object) => async (own: AlertWorld) => {
  const id = await otherEndpoint(own);
  await own.deps.db.orm.webhookEndpoint.update({ where: { id }, data });
  return () =>
    own.deps.db.orm.webhookEndpoint.update({
      where: { id },
      data: { failingSince: null, disabledReason: null, isEnabled: true },
    });
};

export const quota = (started: number) => async (own: AlertWorld) => {
  const key = { tenantId: own.tenantId, month: monthOf(own.clock.now()), mode: "live" as const };
  await own.deps.db.orm.usageMonth.create({ data: { ...key, started } });
  return () => own.deps.db.orm.usageMonth.updateMany({ where: key, data: { started: 10 } });
};

export const key = (days: number) => async (own: AlertWorld) => {
  const expiresAt = addDays(own.clock.now(), days);
  const where = { tenantId: own.tenantId, mode: "live" as const };
  await own.deps.db.orm.apiKey.updateMany({ where, data: { expiresAt, lastUsedAt: own.clock.now() } });
  return () => own.deps.db.orm.apiKey.updateMany({ where, data: { expiresAt: null } });
};

/** Makes a rule true, and returns what makes it untrue. */
export const CASES: Record<AlertRule, (own: AlertWorld) => Promise<() => Promise<unknown>>> = {
  endpoint_failing: (own) => endpoint({ failingSince: minutesAgo(own, 15) })(own),
  endpoint_disabling: (own) => endpoint({ failingSince: minutesAgo(own, 3 * 1_440) })(own),
  endpoint_disabled: endpoint({ isEnabled: false, disabledReason: "failing" }),
  quota_80: quota(20_000),
  quota_100: quota(25_000),
  key_expiring: key(10),
  key_expiring_soon: key(2),
  certificate_expiring: async ({ deps, tenantId, clock }) => {
    const times = { validUntil: addDays(clock.now(), 13), createdAt: clock.now() };
    const row = { id: "rcr_1", tenantId, fingerprint: "f", domain: "shop.example", signerSealed: "" };
    await deps.db.orm.readerCertificate.create({ data: { ...row, ...times } });
    return () => deps.db.orm.readerCertificate.deleteMany({ where: { id: "rcr_1" } });
  },
  erasure_due: async ({ deps, tenantId, clock }) => {
    const times = { createdAt: addDays(clock.now(), -26), dueAt: addDays(clock.now(), 4) };
    const row = { id: "erq_1", tenantId, mode: "live" as const, verificationId: "ver_1", atOnce: false };
    await deps.db.orm.erasureRequest.create({ data: { ...row, ...times, secretHash: new Uint8Array(32) } });
    return () => deps.db.orm.erasureRequest.deleteMany({});
  },
  approval_drop: async (own) => {
    const { deps, tenantId, clock } = own;
    const day = addDays(dayOf(clock.now()), -5);
    const counts = {
      started: 1_000,
      opened: 1_000,
      tried: 1_000,
      approved: 950,
      rejected: 50,
      failed: 0,
      expired: 0,
    };
    await deps.db.orm.verificationDay.create({
      data: { tenantId, day, mode: "live", method: "document", ...counts },
    });
    await quota(300)(own);
    const first = firstIdAt("verification", clock.now()).slice(0, -6);
    const filled = await deps.db.orm.$executeRaw`
      insert into verification (id, tenant_id, mode, status, request_id, secret_hash, minimum_age, methods, max_attempts,
        verified, created_at, completed_at, expires_at)
      select ${first} || lpad(i::text, 6, '0'), ${tenantId}, 'live', 'completed', 'req_' || i, ('\\x' || md5(i::text))::bytea, 18,
        '{}', 1, i % 2 = 0, ${clock.now()}, ${clock.now()}, ${clock.now()} from generate_series(1, 200) i`;
    expect(filled).toBe(200);
    return async () => {
      await deps.db.orm.verification.updateMany({ where: { tenantId }, data: { verified: true } });
      clock.advance({ minutes: 10 });
    };
  },
  worker_silent: async (own) => {
    const seenAt = minutesAgo(own, 3);
    const row = { id: "prc_1", kind: "worker", startedAt: seenAt, version: "1", hostHash: "h" };
    await own.deps.db.orm.workerLife.create({ data: { ...row, seenAt } });
    return () => own.deps.db.orm.workerLife.deleteMany({});
  },
  queue_lag: async (own) => {
    const { deps, tenantId, hookId, clock } = own;
    const at = minutesAgo(own, 5);
    const about = { tenantId, aboutTenantId: tenantId, requestId: "req_1", type: "alert.raised" };
    await deps.db.orm.event.create({
      data: { id: "evt_1", ...about, mode: "live", body: "{}", createdAt: at },
    });
    await deps.db.orm.webhookDelivery.create({
      data: { id: "dlv_1", tenantId, endpointId: hookId, eventId: "evt_1", nextAttemptAt: at, createdAt: at },
    });
    return async () => {
      await deps.db.orm.event.deleteMany({ where: { id: "evt_1" } });
      clock.advance({ minutes: 2 });
    };
  },
  migrations_pending: async ({ deps }) => {
    await deps.db.orm.$executeRaw`
      insert into _prisma_migrations (id, checksum, migration_name, started_at, applied_steps_count)
      values ('begun', '', '209901010000_begun', now(), 0)`;
    return () => deps.db.orm.$executeRaw`delete from _prisma_migrations where id = 'begun'`;
  },
  disk_full: ({ deps }) => {
    const limit = (databaseGib: number) => Object.assign(deps.settings.alerts, { databaseGib });
    // An empty database has some MiB.
    limit(0.001);
    return Promise.resolve(() => Promise.resolve(limit(1_000_000)));
  },
  trust_list_stale: async (own) => {
    const { deps, clock } = own;
    const list = { listDate: addDays(clock.now(), -2), listNextUpdate: minutesAgo(own, 1) };
    const valid = { validFrom: addDays(clock.now(), -9), validUntil: addDays(clock.now(), 99) };
    const certificate = new Uint8Array(1);
    const row = { id: "tra_1", credentialType: "vical", label: "A list" };
    await deps.db.orm.trustAnchor.create({
      data: {
        ...{ ...row, ...valid, ...list, source: "pem", createdAt: clock.now() },
        ...{ certificate, fingerprint: createHash("sha256").update(certificate).digest("hex") },
      },
    });
    return () => deps.db.orm.trustAnchor.updateMany({ data: { listNextUpdate: addDays(clock.now(), 1) } });
  },
  export_stopped: async (own) => {
    const at = { nextAt: own.clock.now(), failingSince: minutesAgo(own, 15), lastCode: "http_401" };
    const data = { destination: "otlp https://logs.example", stream: "audit", last: 0n, ...at };
    await own.deps.db.orm.exportCursor.create({ data });
    return () => own.deps.db.orm.exportCursor.updateMany({ data: { failingSince: null } });
  },
  export_dropped: async ({ deps, clock }) => {
    const at = { nextAt: clock.now(), dropped: 1n, droppedAt: clock.now() };
    const data = { destination: "otlp https://logs.example", stream: "audit", last: 0n, ...at };
    await deps.db.orm.exportCursor.create({ data });
    return () => Promise.resolve(clock.advance({ minutes: 24 * 60 }));
  },
  error_rate: async ({ deps, clock }) => {
    await ensureRequestLogDays(deps.db, [dayOf(clock.now())]);
    await deps.db.orm.requestLog.createMany({
      data: Array.from({ length: 100 }, (_, index) => ({
        ...{ id: `log_${index}`, time: clock.now(), requestId: `req_${index}`, method: "GET", url: "/" },
        ...{ status: index < 5 ? 500 : 200, durationMs: 1, event: "request" },
      })),
    });
    return () => Promise.resolve(clock.advance({ minutes: 6 }));
  },
};
