import { createHash } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { type AlertRule, OPERATOR_RULES, TENANT_RULES } from "#core/alerts/rules.ts";
import { monthOf } from "#core/billing/quota.ts";
import { addDays, dayOf, firstIdAt } from "#core/day.ts";
import { savePreference } from "#data/alerts/alerts.ts";
import { insertMembership } from "#data/members/members.ts";
import { ensureRequestLogDays } from "#data/service/request-logs.ts";
import { systemCtx } from "#runtime.ts";
import { sendDigests } from "#services/alerts/deliver.ts";
import { evaluateTroubles, evaluateUsage, newWalk } from "#services/alerts/evaluate.ts";
import { evaluateOperator } from "#services/alerts/operator.ts";
import { USUAL_PREFERENCE } from "#services/alerts/tell.ts";
import { alertParagraphs, alertUrl, momentText } from "#services/alerts/words.ts";
import type { Deps } from "#services/context.ts";
import { signIn } from "#services/members/identify.ts";
import { writeMove } from "#services/members/members.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../scripts/lib/owner-ctx.ts";
import { knownPerson } from "../support/sign-in/identity.ts";
import { workerStarter } from "../support/webhooks/worker-process.ts";
import { createAuthority } from "../support/world/certificates.ts";
import { testClock } from "../support/world/clock.ts";
import { createDatabase } from "../support/world/database.ts";
import { createService, sharedEnv, type TestService } from "../support/world/service.ts";

const services: TestService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

const world = async (isReal = false) => {
  const clock = isReal ? { now: () => new Date(), advance: () => undefined } : testClock();
  const database = await createDatabase();
  const shared = sharedEnv(database.url);
  const env = {
    SMTP_URL: "smtp://mail.test:587",
    MAIL_FROM: "lintel@mail.test",
    ALERT_EMAILS: "ops@mail.test",
    ALERT_DATABASE_GIB: "1000000",
  };
  const service = await createService({
    env: { ...shared, ...env },
    database,
    overrides: { now: clock.now },
  });
  services.push(service);
  const { deps } = service;
  const { id: tenantId } = await service.tenant({ plan: "growth" });
  const hook = await createEndpoint(await ownerCtx(deps, tenantId), {
    url: "https://hooks.example.com/",
    events: ["alert.raised", "alert.resolved"],
  });
  const ctx = () => systemCtx(deps);
  const run = async (using: Deps = deps): Promise<void> => {
    await evaluateTroubles(systemCtx(using));
    await evaluateUsage(systemCtx(using), newWalk());
    await evaluateOperator(systemCtx(using));
  };
  const alerts = (rule?: AlertRule) =>
    deps.db.orm.alert.findMany({
      where: rule ? { rule } : {},
      include: { messages: true },
      orderBy: { id: "asc" },
    });
  const events = async () =>
    (await deps.db.orm.event.findMany({ where: { tenantId }, orderBy: { id: "asc" } })).map(
      ({ type }) => type,
    );
  return {
    clock,
    env: { ...shared, ...env },
    service,
    deps,
    tenantId,
    hookId: hook.endpoint.id,
    ctx,
    run,
    alerts,
    events,
  };
};

type World = Awaited<ReturnType<typeof world>>;

const other = async ({ deps, tenantId }: World): Promise<string> =>
  (await createEndpoint(await ownerCtx(deps, tenantId), { url: "https://shop.example.com/" })).endpoint.id;

const endpoint = (data: object) => async (own: World) => {
  const id = await other(own);
  await own.deps.db.orm.webhookEndpoint.update({ where: { id }, data });
  return () =>
    own.deps.db.orm.webhookEndpoint.update({
      where: { id },
      data: { failingSince: null, disabledReason: null, isEnabled: true },
    });
};

const minutesAgo = ({ clock }: World, minutes: number): Date =>
  new Date(clock.now().getTime() - minutes * 60_000);

const quota = (started: number) => async (own: World) => {
  const key = { tenantId: own.tenantId, month: monthOf(own.clock.now()), mode: "live" as const };
  await own.deps.db.orm.usageMonth.create({ data: { ...key, started } });
  return () => own.deps.db.orm.usageMonth.updateMany({ where: key, data: { started: 10 } });
};

const key = (days: number) => async (own: World) => {
  const expiresAt = addDays(own.clock.now(), days);
  const where = { tenantId: own.tenantId, mode: "live" as const };
  await own.deps.db.orm.apiKey.updateMany({ where, data: { expiresAt, lastUsedAt: own.clock.now() } });
  return () => own.deps.db.orm.apiKey.updateMany({ where, data: { expiresAt: null } });
};

/** Makes a rule true, and returns what makes it untrue. */
const CASES: Partial<Record<AlertRule, (own: World) => Promise<() => Promise<unknown>>>> = {
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
    const { deps, tenantId, clock, service } = own;
    const { id: _id } = { id: tenantId };
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
    expect(service).toBeDefined();
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

test("every rule for operators has its case here", () => {
  expect(OPERATOR_RULES.filter((rule) => CASES[rule] === undefined)).toEqual([]);
});

describe("each rule tells once that it begins and once that it is over", () => {
  test.each(Object.entries(CASES))("%s", async (name, make) => {
    const own = await world();
    const rule = [...TENANT_RULES, ...OPERATOR_RULES].find((each) => each === name);
    await own.run();
    expect(await own.alerts()).toEqual([]);
    const mend = await make(own);
    await own.run();
    await own.run();
    expect(await own.alerts(rule)).toMatchObject([{ resolvedAt: null }]);
    const isTenants = TENANT_RULES.some((each) => each === rule);
    const before = await own.events();
    if (isTenants) expect(before).toContain("alert.raised");
    await mend();
    await own.run();
    await own.run();
    const [alert, ...more] = await own.alerts(rule);
    expect(more).toEqual([]);
    expect(alert?.resolvedAt).not.toBeNull();
    const events = await own.events();
    const [raised, resolved] = ["alert.raised", "alert.resolved"].map(
      (type) => events.filter((each) => each === type).length,
    );
    expect(resolved).toBe(raised);
    if (!isTenants)
      expect(alert?.messages.map(({ isResolved }) => isResolved).toSorted()).toEqual([false, true]);
  });
});

test("two workers that look at once raise once, with one message each", async () => {
  const own = await world();
  await knownPerson(own.service, "owner", { tenantId: own.tenantId, role: "owner" });
  await quota(25_000)(own);
  await Promise.all(Array.from({ length: 8 }, () => own.run()));
  expect(await own.alerts("quota_100")).toHaveLength(1);
  expect((await own.events()).filter((type) => type === "alert.raised")).toHaveLength(1);
});

test("an event about an endpoint is not sent to it", async () => {
  const own = await world();
  const data = { failingSince: minutesAgo(own, 20) };
  await own.deps.db.orm.webhookEndpoint.update({ where: { id: own.hookId }, data });
  await own.run();
  expect(await own.events()).toEqual(["alert.raised"]);
  expect(await own.deps.db.orm.webhookDelivery.count()).toBe(0);
});

test("of a certificate with two ends, the alert names the one that comes first, and leads to the page that shows it", async () => {
  const own = await world();
  const { deps, tenantId, clock } = own;
  const row = { tenantId, signerSealed: "", createdAt: clock.now() };
  const ends = { validUntil: addDays(clock.now(), 13), registeredUntil: addDays(clock.now(), 3) };
  await deps.db.orm.walletCertificate.create({ data: { id: "wcr_1", fingerprint: "f", ...row, ...ends } });
  await own.run();
  const [alert, ...more] = await own.alerts();
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ rule: "certificate_expiring", subject: "wcr_1" });
  const known = { ...alert, rule: "certificate_expiring" as const, detail: Object(alert?.detail) };
  expect(
    alertParagraphs(
      { ...known, tenantId, id: "", subject: "", raisedAt: clock.now(), resolvedAt: null },
      false,
    )[0],
  ).toBe(`The registration certificate ends at ${momentText(ends.registeredUntil)}.`);
  expect(alertUrl("https://age.test", { ...known, tenantId, subject: "wcr_1" })).toBe(
    `https://age.test/console/${tenantId}/providers`,
  );
});

test("a key that a rotation has replaced ends without an alert", async () => {
  const own = await world();
  await key(2)(own);
  const where = { tenantId: own.tenantId, mode: "live" as const };
  await own.deps.db.orm.apiKey.updateMany({ where, data: { replacedBy: "key_new" } });
  await own.run();
  expect(await own.alerts()).toEqual([]);
});

test("a closed tenant hears of nothing but erasure requests", async () => {
  const own = await world();
  await CASES.erasure_due?.(own);
  await quota(25_000)(own);
  await own.deps.db.orm.tenant.update({ where: { id: own.tenantId }, data: { isActive: false } });
  await own.run();
  expect((await own.alerts()).map(({ rule }) => rule)).toEqual(["erasure_due"]);
});

const person = async (own: World, name: string): Promise<string> => {
  const member = await signIn(own.ctx(), { issuer: "i", subject: name, name, email: `${name}@people.test` });
  await insertMembership(
    own.deps.db.orm,
    { tenantId: own.tenantId, memberId: member.id, role: "developer", consent: "made_up" },
    own.clock.now(),
  );
  return member.id;
};

/** Who has mail waiting, by the membership that it is about, with its kind. */
const mailsOf = async ({ deps }: World) =>
  (
    await deps.db.orm.mail.findMany({
      where: { tenantId: { not: null }, status: "pending" },
      orderBy: [{ kind: "asc" }, { id: "asc" }],
    })
  ).map(({ aboutId, kind }) => [aboutId?.split("/")[1], kind]);

describe("members get what they want", () => {
  test("each by their own rules, and the end of an alert only where they were told that it began", async () => {
    const own = await world();
    const [all, picky] = [await person(own, "all"), await person(own, "picky")];
    const preference = { ...USUAL_PREFERENCE, rulesOff: ["quota_100"] };
    await savePreference(
      own.deps.db.orm,
      { tenantId: own.tenantId, memberId: picky },
      preference,
      own.clock.now(),
    );
    const mend = await quota(25_000)(own);
    await own.run();
    await own.run();
    expect(await mailsOf(own)).toEqual([[all, "alert"]]);
    await mend();
    await own.run();
    await own.run();
    expect(await mailsOf(own)).toEqual([
      [all, "alert"],
      [all, "alert_resolved"],
    ]);
  });

  test("what quiet hours held comes as one mail when they are over", async () => {
    const own = await world();
    const id = await person(own, "sleeper");
    const quiet = { ...USUAL_PREFERENCE, quietFrom: 11 * 60, quietTo: 13 * 60, urgentPasses: false };
    await savePreference(own.deps.db.orm, { tenantId: own.tenantId, memberId: id }, quiet, own.clock.now());
    await quota(25_000)(own);
    await key(10)(own);
    await own.run();
    expect(await sendDigests(own.ctx(), 10)).toBe(0);
    expect(await mailsOf(own)).toEqual([]);
    own.clock.advance({ minutes: 60 });
    await Promise.all([sendDigests(own.ctx(), 10), sendDigests(own.ctx(), 10)]);
    expect(await mailsOf(own)).toEqual([[id, "alert"]]);
    expect(await sendDigests(own.ctx(), 10)).toBe(0);
  });

  test("someone who was removed gets nothing more, neither what waits nor what is held", async () => {
    const own = await world();
    const [gone, sleeper] = [await person(own, "gone"), await person(own, "sleeper")];
    const quiet = { ...USUAL_PREFERENCE, quietFrom: 11 * 60, quietTo: 13 * 60, urgentPasses: false };
    await savePreference(
      own.deps.db.orm,
      { tenantId: own.tenantId, memberId: sleeper },
      quiet,
      own.clock.now(),
    );
    await quota(25_000)(own);
    await own.run();
    expect(await mailsOf(own)).toEqual([[gone, "alert"]]);
    for (const memberId of [gone, sleeper])
      await writeMove(own.ctx(), own.deps.db.orm, {
        tenantId: own.tenantId,
        memberId,
        from: "developer",
        to: null,
      });
    own.clock.advance({ minutes: 60 });
    await sendDigests(own.ctx(), 10);
    expect(await mailsOf(own)).toEqual([]);
  });
});

test("a worker that is killed in the middle leaves nothing, and the next one tells once", async () => {
  const own = await world(true);
  const id = await person(own, "member");
  await quota(25_000)(own);
  const workers = workerStarter({ ...own.env, SMTP_URL: "smtp://127.0.0.1:9" }, createAuthority().ca);
  try {
    // The mail is written after the alert: whoever waits for this table is in the middle.
    const lock = await own.deps.db.pool.connect();
    await lock.query("begin; lock table mail in access exclusive mode");
    const killed = await workers.start();
    await expect
      .poll(
        async () =>
          (
            await lock.query(
              "select 1 from pg_locks where relation = 'mail'::regclass and not granted and exists (select from pg_locks a where a.pid = pg_locks.pid and a.relation = 'alert'::regclass and a.mode = 'RowExclusiveLock')",
            )
          ).rowCount,
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0);
    killed.kill("SIGKILL");
    await killed.ended;
    await lock.query("rollback");
    lock.release();
    expect(await own.alerts("quota_100")).toEqual([]);
    await workers.start();
    await expect.poll(() => own.alerts("quota_100"), { timeout: 30_000 }).toHaveLength(1);
    // The mail server is dead: the mail waits for its next try.
    await expect.poll(() => mailsOf(own), { timeout: 30_000 }).toEqual([[id, "alert"]]);
    await own.run();
    expect(await mailsOf(own)).toEqual([[id, "alert"]]);
  } finally {
    await workers.close();
  }
}, 90_000);
