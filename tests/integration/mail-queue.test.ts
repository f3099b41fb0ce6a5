import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inTransaction } from "#data/service/client.ts";
import { createLogger } from "#platform/log.ts";
import type { Mailer } from "#platform/mail/mailer.ts";
import { mailerOf } from "#runtime/mail.ts";
import { createRuntime, systemCtx } from "#runtime/runtime.ts";
import { type NewMail, queueMail } from "#services/mail/queue.ts";
import { MAIL_LEASE_MS } from "#services/mail/send.ts";
import { runJobs } from "#worker/jobs.ts";
import { mailJob, mailJobs } from "#worker/send-mail.ts";
import { mailerTo, startMailServer } from "../support/mail/mail-server.ts";
import { testClock } from "../support/world/clock.ts";
import { createDatabase } from "../support/world/database.ts";
import { dump } from "../support/world/dump.ts";
import { eventually } from "../support/world/eventually.ts";
import { createService, sharedEnv, testConfig } from "../support/world/service.ts";

// The outbox: what is queued is sent at least once, with one Message-ID, and says what became of it.

const MAIL_ENV = { SMTP_URL: "smtp://127.0.0.1:25", SMTP_TLS: "off", MAIL_FROM: "Lintel <lintel@age.test>" };

const newWorld = async () => {
  const clock = testClock();
  const lines: string[] = [];
  const log = createLogger({ level: "debug", now: clock.now, write: (line) => void lines.push(line) });
  const service = await createService({ env: MAIL_ENV, overrides: { now: clock.now, log } });
  const { deps, runtime } = service;
  const queue = (mail: Partial<NewMail> = {}) =>
    inTransaction(deps.db, (db) =>
      queueMail(systemCtx(deps), db, {
        to: "zoe@people.test",
        kind: "alert_resolved",
        tenantId: null,
        subject: "Subject-Word",
        paragraphs: ["Paragraph-Word"],
        action: { label: "Look", url: "https://age.test/console#secret-Word" },
        ...mail,
      }),
    );
  return {
    clock,
    service,
    deps,
    lines,
    queue,
    rows: () => deps.db.orm.mail.findMany({ orderBy: { id: "asc" } }),
    /** One turn of a worker. @returns how many it claimed */
    turn: (mailer: Mailer) => mailJob(mailer, false).run(runtime),
    [Symbol.asyncDispose]: service.close,
  };
};

/** A way to a server that answers as it is told, and notes what it was given. */
const scripted = (answer: Awaited<ReturnType<Mailer["send"]>>) => {
  const sent: string[] = [];
  const mailer: Mailer = {
    send: async ({ id }) => {
      sent.push(id);
      return answer;
    },
    probe: async () => answer,
  };
  return { mailer, sent };
};

test("a mail is sent after its transaction, never of one that was rolled back, and then its text is gone", async () => {
  await using world = await newWorld();
  const server = await startMailServer();
  const mailer = mailerTo({ port: server.port, extraCa: server.ca });
  const { deps } = world;
  await inTransaction(deps.db, async (db) => {
    const mail = {
      to: "eve@people.test",
      kind: "alert_resolved",
      tenantId: null,
      subject: "s",
      paragraphs: [],
    } as const;
    await queueMail(systemCtx(deps), db, mail);
    throw new Error("rolled back");
  }).catch(() => {});
  expect(await world.turn(mailer)).toBe(0);
  expect(await world.queue()).toBe(true);
  const before = await dump(world.service);
  expect(before).not.toMatch(/zoe@|-Word/);
  expect(await world.turn(mailer)).toBe(1);
  expect(await world.turn(mailer)).toBe(0);
  expect(server.received.map(({ to }) => to)).toEqual([["zoe@people.test"]]);
  expect(server.received[0]?.parsed.text).toContain("https://age.test/console#secret-Word");
  expect(await world.rows()).toMatchObject([
    { status: "sent", addressSealed: null, contentSealed: null, lastCode: null, tries: 1 },
  ]);
  expect(world.lines.join("")).not.toMatch(/zoe|Word/);
});

test("nothing is queued without SMTP_URL, for an address that cannot be, or twice for one dedupe key", async () => {
  await using world = await newWorld();
  expect(await world.queue({ to: '"a\r\nBcc: x"@y.example' })).toBe(false);
  expect(await world.queue({ dedupeKey: "k" })).toBe(true);
  expect(await world.queue({ dedupeKey: "k" })).toBe(false);
  expect(await world.rows()).toHaveLength(1);
  await expect(world.queue({ action: { label: "Look", url: "https://evil.example/" } })).rejects.toThrow(
    RangeError,
  );
  await using without = await createService().then((service) =>
    Object.assign(service, { [Symbol.asyncDispose]: service.close }),
  );
  const none = await inTransaction(without.deps.db, (db) =>
    queueMail(systemCtx(without.deps), db, {
      to: "zoe@people.test",
      kind: "alert_resolved",
      tenantId: null,
      subject: "s",
      paragraphs: [],
    }),
  );
  expect([none, mailJobs(testConfig({ DATABASE_URL: "postgresql://u:p@h/d" }))]).toEqual([false, []]);
});

test.each(["deferred", "connection", "timeout", "tls", "login", "sender"] as const)(
  "%s: tried again for a day, at longer and longer intervals, then given up",
  async (code) => {
    await using world = await newWorld();
    const { mailer, sent } = scripted(code);
    await world.queue();
    const gaps: number[] = [];
    for (let minutes = 0; minutes <= 25 * 60; minutes += 1) {
      if ((await world.turn(mailer)) > 0) gaps.push(minutes);
      world.clock.advance({ minutes: 1 });
    }
    expect(gaps[0]).toBe(0);
    expect(gaps).toHaveLength(7);
    expect(gaps.at(-1)).toBeGreaterThan(20 * 60);
    expect(new Set(sent).size).toBe(1);
    expect(await world.rows()).toMatchObject([{ status: "failed", lastCode: code, contentSealed: null }]);
    const errors = world.lines.filter((line) => line.includes('"error"'));
    expect(errors.length > 0).toBe(code !== "deferred");
    expect(world.lines.join("")).not.toMatch(/zoe|Word/);
  },
);

test.each(["address", "refused"] as const)("%s: not tried again", async (code) => {
  await using world = await newWorld();
  const { mailer, sent } = scripted(code);
  await world.queue();
  await world.turn(mailer);
  world.clock.advance({ days: 2 });
  await world.turn(mailer);
  expect(sent).toHaveLength(1);
  expect(await world.rows()).toMatchObject([{ status: "failed", lastCode: code, addressSealed: null }]);
});

test("what was sealed with a key that is gone ends, and is not sent", async () => {
  await using world = await newWorld();
  const { mailer, sent } = scripted(null);
  await world.queue();
  await world.deps.db.orm.mail.updateMany({ data: { addressSealed: "v1.AAAA" } });
  await world.turn(mailer);
  expect([sent, await world.rows()]).toMatchObject([[], [{ status: "failed", lastCode: "unreadable" }]]);
});

test("the log says that every mail fails once in five minutes, not for each", async () => {
  await using world = await newWorld();
  const { mailer } = scripted("login");
  const job = mailJob(mailer, false);
  const runtime = await createRuntime(testConfig({ DATABASE_URL: "postgresql://u:p@h/d" }));
  for (let i = 0; i < 20; i += 1) await world.queue();
  while ((await job.run({ ...runtime, deps: world.deps })) > 0);
  const said = () => world.lines.filter((line) => line.includes("refuses the user and password")).length;
  expect(said()).toBe(1);
  world.clock.advance({ minutes: 6 });
  while ((await job.run({ ...runtime, deps: world.deps })) > 0);
  expect(said()).toBe(2);
  await runtime.close();
});

test("a worker that is killed after the server took the mail: another sends it again, with the same Message-ID", async () => {
  await using world = await newWorld();
  const server = await startMailServer();
  const mailer = mailerTo({ port: server.port, extraCa: server.ca });
  await world.queue();
  // It never gets to write that it was sent.
  const killed: Mailer = {
    ...mailer,
    send: async (mail) => {
      await mailer.send(mail);
      throw new Error("killed");
    },
  };
  await expect(world.turn(killed)).rejects.toThrow("killed");
  expect(await world.turn(mailer)).toBe(0);
  world.clock.advance({ ms: MAIL_LEASE_MS });
  expect(await world.turn(mailer)).toBe(1);
  expect(server.received.map(({ parsed }) => parsed.messageId)).toEqual(
    Array(2).fill(`<${(await world.rows())[0]?.id}@age.test>`),
  );
});

test("a worker whose lease ended says nothing about what another has sent since", async () => {
  await using world = await newWorld();
  await world.queue();
  const slow = Promise.withResolvers<"address">();
  const late = world.turn({ send: () => slow.promise, probe: async () => null });
  await eventually(world.rows).toMatchObject([{ tries: 1 }]);
  world.clock.advance({ ms: MAIL_LEASE_MS + 1 });
  await world.turn(scripted(null).mailer);
  slow.resolve("address");
  await late;
  expect(await world.rows()).toMatchObject([{ status: "sent", lastCode: null }]);
});

test("a mail that kills its worker each time is given up", async () => {
  await using world = await newWorld();
  await world.queue();
  const killer: Mailer = { send: () => Promise.reject(new Error("killed")), probe: async () => null };
  for (let i = 0; i < 8; i += 1) {
    await world.turn(killer).catch(() => {});
    world.clock.advance({ hours: 4 });
  }
  await world.turn(killer);
  expect(await world.rows()).toMatchObject([{ status: "failed" }]);
});

test("three workers share 60 mails: each is sent once, four at a time at most", async () => {
  await using database = await createDatabase();
  const env = { ...sharedEnv(database.url), LOG_LEVEL: "silent", ...MAIL_ENV };
  const runtimes = await Promise.all([0, 1, 2].map(() => createRuntime(testConfig(env))));
  const [first] = runtimes;
  if (!first) throw new Error("three were made");
  for (let i = 0; i < 60; i += 1)
    await inTransaction(first.deps.db, (db) =>
      queueMail(systemCtx(first.deps), db, {
        to: `p${i}@people.test`,
        kind: "alert_resolved",
        tenantId: null,
        subject: `Number ${i}`,
        paragraphs: [],
      }),
    );
  const server = await startMailServer();
  const stop = new AbortController();
  let most = 0;
  const running = runtimes.map((runtime) => {
    let now = 0;
    const to = mailerTo({ port: server.port, extraCa: server.ca });
    const mailer: Mailer = {
      ...to,
      send: async (mail) => {
        now += 1;
        most = Math.max(most, now);
        const outcome = await to.send(mail);
        now -= 1;
        return outcome;
      },
    };
    return runJobs(runtime, [mailJob(mailer, false)], stop.signal);
  });
  await eventually(() => first.deps.db.orm.mail.count({ where: { status: "sent" } })).toBe(60);
  stop.abort();
  await Promise.all(running);
  expect(server.received.map(({ to }) => to[0]).toSorted()).toEqual(
    Array.from({ length: 60 }, (_, i) => `p${i}@people.test`).toSorted(),
  );
  expect(most).toBeLessThanOrEqual(4);
  await Promise.all(runtimes.map((runtime) => runtime.close()));
});

test("a mail server that hangs holds up no other job", async () => {
  await using world = await newWorld();
  await world.queue();
  const stop = new AbortController();
  const hanging: Mailer = {
    send: () => new Promise((resolve) => stop.signal.addEventListener("abort", () => resolve("timeout"))),
    probe: async () => null,
  };
  let runs = 0;
  const other = {
    name: "other",
    everyMs: 1,
    run: async () => {
      runs += 1;
      if (runs === 20) stop.abort();
      return 0;
    },
  };
  const runtime = await createRuntime(testConfig({ DATABASE_URL: "postgresql://u:p@h/d" }));
  await runJobs({ ...runtime, deps: world.deps }, [mailJob(hanging, false), other], stop.signal);
  expect(runs).toBeGreaterThanOrEqual(20);
  await runtime.close();
});

test("the settings lead to the server: user, password, sender, address for answers and own authority", async () => {
  const server = await startMailServer();
  const file = join(mkdtempSync(join(tmpdir(), "lintel-ca-")), "ca.pem");
  writeFileSync(file, server.ca);
  const mailer = mailerOf(
    testConfig({
      DATABASE_URL: "postgresql://u:p@h/d",
      SMTP_URL: `smtp://lintel:p%40ss%2F@127.0.0.1:${server.port}`,
      MAIL_FROM: "Age checks <lintel@age.test>",
      MAIL_REPLY_TO: "help@age.test",
      MAIL_EXTRA_CA_FILE: file,
    }),
  );
  const date = new Date();
  expect(
    await mailer?.send({ id: "mai_1", to: "zoe@people.test", subject: "s", text: "t", html: "h", date }),
  ).toBeNull();
  expect(server.received).toMatchObject([
    {
      login: "lintel",
      parsed: { replyTo: { text: "help@age.test" }, from: { text: '"Age checks" <lintel@age.test>' } },
    },
  ]);
});
