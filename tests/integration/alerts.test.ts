import { describe, expect, test } from "vitest";
import { OPERATOR_RULES, TENANT_RULES } from "#core/alerts/rules.ts";
import { addDays } from "#core/day.ts";
import { savePreference } from "#data/alerts/alerts.ts";
import { sendDigests } from "#services/alerts/deliver.ts";
import { USUAL_PREFERENCE } from "#services/alerts/tell.ts";
import { alertUrl, alertWords, momentText } from "#services/alerts/words.ts";
import { writeMove } from "#services/members/members.ts";
import { CASES, key, quota } from "../support/alerts/cases.ts";
import { type AlertWorld, alertWorld, minutesAgo } from "../support/alerts/world.ts";
import { knownPerson } from "../support/sign-in/identity.ts";
import { workerStarter } from "../support/webhooks/worker-process.ts";
import { createAuthority } from "../support/world/certificates.ts";

describe("each rule tells once that it begins and once that it is over", () => {
  test.each(Object.entries(CASES))("%s", async (name, make) => {
    const own = await alertWorld();
    const rule = [...TENANT_RULES, ...OPERATOR_RULES].find((each) => each === name);
    await own.run();
    expect(await own.alerts()).toEqual([]);
    const mend = await make(own);
    await own.run();
    await own.run();
    expect(await own.alerts(rule)).toMatchObject([{ resolvedAt: null }]);
    await own.send();
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
  const own = await alertWorld();
  await knownPerson(own.service, "owner", { tenantId: own.tenantId, role: "owner" });
  await quota(25_000)(own);
  await Promise.all(Array.from({ length: 8 }, () => own.run()));
  expect(await own.alerts("quota_100")).toHaveLength(1);
  expect((await own.events()).filter((type) => type === "alert.raised")).toHaveLength(1);
});

test("an event about an endpoint is not sent to it", async () => {
  const own = await alertWorld();
  const data = { failingSince: minutesAgo(own, 20) };
  await own.deps.db.orm.webhookEndpoint.update({ where: { id: own.hookId }, data });
  await own.run();
  expect(await own.events()).toEqual(["alert.raised"]);
  expect(await own.deps.db.orm.webhookDelivery.count()).toBe(0);
});

test("of a certificate with two ends, the alert names the one that comes first, and leads to the page that shows it", async () => {
  const own = await alertWorld();
  const { deps, tenantId, clock } = own;
  const row = { tenantId, signerSealed: "", createdAt: clock.now() };
  const ends = { validUntil: addDays(clock.now(), 13), registeredUntil: addDays(clock.now(), 3) };
  await deps.db.orm.walletCertificate.create({ data: { id: "wcr_1", fingerprint: "f", ...row, ...ends } });
  await own.run();
  const [alert, ...more] = await own.alerts();
  expect(more).toEqual([]);
  expect(alert).toMatchObject({ rule: "certificate_expiring", subject: "wcr_1" });
  const known = { ...alert, rule: "certificate_expiring" as const, detail: Object(alert?.detail) };
  const whole = {
    ...known,
    tenantId,
    id: "",
    subject: "",
    raisedAt: clock.now(),
    resolvedAt: null,
    endReason: null,
  };
  expect(alertWords(whole).says).toBe(
    `The registration certificate ends on ${momentText(ends.registeredUntil)}.`,
  );
  expect(alertUrl("https://age.test", { ...known, tenantId, subject: "wcr_1" })).toBe(
    `https://age.test/console/${tenantId}/providers`,
  );
});

test("a key that a rotation has replaced ends without an alert", async () => {
  const own = await alertWorld();
  await key(2)(own);
  const where = { tenantId: own.tenantId, mode: "live" as const };
  await own.deps.db.orm.apiKey.updateMany({ where, data: { replacedBy: "key_new" } });
  await own.run();
  expect(await own.alerts()).toEqual([]);
});

test("a closed tenant hears of nothing but erasure requests", async () => {
  const own = await alertWorld();
  await CASES.erasure_due(own);
  await quota(25_000)(own);
  await own.deps.db.orm.tenant.update({ where: { id: own.tenantId }, data: { isActive: false } });
  await own.run();
  expect((await own.alerts()).map(({ rule }) => rule)).toEqual(["erasure_due"]);
});

/** Who has mail waiting, by the membership that it is about, with its kind. */
const mailsOf = async ({ deps }: AlertWorld) =>
  (
    await deps.db.orm.mail.findMany({
      where: { tenantId: { not: null }, status: "pending" },
      orderBy: [{ kind: "asc" }, { id: "asc" }],
    })
  ).map(({ aboutId, kind }) => [aboutId?.split("/")[1], kind]);

describe("members get what they want", () => {
  test("each by their own rules, and the end of an alert only where they were told that it began", async () => {
    const own = await alertWorld();
    const [all, picky] = [await own.person("all"), await own.person("picky")];
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
    await own.send();
    expect(await mailsOf(own)).toEqual([[all, "alert"]]);
    await mend();
    await own.run();
    await own.run();
    await own.send();
    expect(await mailsOf(own)).toEqual([
      [all, "alert"],
      [all, "alert_resolved"],
    ]);
  });

  test("what quiet hours held comes as one mail when they are over", async () => {
    const own = await alertWorld();
    const id = await own.person("sleeper");
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
    const own = await alertWorld();
    const [gone, sleeper] = [await own.person("gone"), await own.person("sleeper")];
    const quiet = { ...USUAL_PREFERENCE, quietFrom: 11 * 60, quietTo: 13 * 60, urgentPasses: false };
    await savePreference(
      own.deps.db.orm,
      { tenantId: own.tenantId, memberId: sleeper },
      quiet,
      own.clock.now(),
    );
    await quota(25_000)(own);
    await own.run();
    await own.send();
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
  const own = await alertWorld(true);
  const id = await own.person("member");
  await quota(25_000)(own);
  const workers = workerStarter({ ...own.env, SMTP_URL: "smtp://127.0.0.1:9" }, createAuthority().ca);
  try {
    // A message is written after the alert: whoever waits for this table is in the middle.
    const lock = await own.deps.db.pool.connect();
    await lock.query("begin; lock table alert_message in access exclusive mode");
    const killed = await workers.start();
    await expect
      .poll(
        async () =>
          (
            await lock.query(
              "select 1 from pg_locks where relation = 'alert_message'::regclass and not granted and exists (select from pg_locks a where a.pid = pg_locks.pid and a.relation = 'alert'::regclass and a.mode = 'RowExclusiveLock')",
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
