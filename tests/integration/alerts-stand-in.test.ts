import { expect, onTestFinished, test } from "vitest";
import { mailerOf } from "#runtime/mail.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { standInForWorkers } from "#server/stand-in.ts";
import { evaluateOperator } from "#services/alerts/operator.ts";
import { createStandIn } from "#services/alerts/stand-in.ts";
import { processStates } from "#services/operator/facts.ts";
import { endOfLife, newProcess, noteLife } from "#services/processes.ts";
import { startMailServer } from "../support/mail/mail-server.ts";
import { createService } from "../support/world/service.ts";

// Without a worker, the processes that serve tell the operator so. tests/served/stand-in.test.ts kills a real worker.

const FRESH = new AbortController().signal;

const newWorld = async (env: Record<string, string> = {}) => {
  const mails = await startMailServer({ authOptional: true, hideSTARTTLS: true });
  const service = await createService({
    env: {
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      SMTP_TLS: "off",
      MAIL_FROM: "Lintel <lintel@age.test>",
      ALERT_EMAILS: "ops@people.test, night@people.test",
      ...env,
    },
  });
  onTestFinished(() => service.close());
  const { deps, runtime } = service;
  const mailer = mailerOf(runtime.config);
  const standIn = () => {
    const look = createStandIn(systemCtx(deps), mailer && { mailer, isAnswered: false });
    if (look === null) throw new Error("it stands in for nobody");
    return look;
  };
  return {
    ...{ mails, service, deps, runtime, standIn },
    /** What each address got, in the order of the alphabet. */
    got: () => mails.received.map(({ to, parsed }) => [to[0], parsed.subject]).toSorted(),
    alerts: () => deps.db.orm.alert.findMany({ orderBy: { id: "asc" } }),
    /** Moves what all processes said about themselves into the past. */
    age: (minutes: number) => deps.db.orm.$executeRaw`
      update worker_life set started_at = started_at - make_interval(mins => ${minutes}::int),
        seen_at = seen_at - make_interval(mins => ${minutes}::int),
        said_at = said_at - make_interval(mins => ${minutes}::int)`,
    worker: async () => {
      const life = newProcess(deps, "worker", "host");
      await noteLife(deps, life);
      return life;
    },
  };
};

const BEGUN = [
  ["night@people.test", "A worker is silent"],
  ["ops@people.test", "A worker is silent"],
];

test("without a living worker, several processes tell the operator once, and not before their second look", async () => {
  const { standIn, worker, age, got, alerts, deps } = await newWorld();
  await worker();
  const looks = Array.from({ length: 4 }, standIn);
  const all = () => Promise.all(looks.map((look) => look(FRESH)));
  await all();
  await all();
  await age(2);
  await all();
  expect(await all()).toEqual([false, false, false, false]);
  expect(await alerts()).toEqual([]);
  await age(1);
  expect(await all()).toEqual([false, false, false, false]);
  expect(await alerts()).toEqual([]);
  expect(await all()).toEqual([true, true, true, true]);
  await all();
  expect(await alerts()).toMatchObject([{ rule: "worker_silent", resolvedAt: null }]);
  expect(got()).toEqual(BEGUN);

  // One that comes in its place ends the alert, by itself; nobody stands in for it.
  await worker();
  expect(await all()).toEqual([false, false, false, false]);
  await evaluateOperator(systemCtx(deps));
  expect(await alerts()).toMatchObject([{ rule: "worker_silent", resolvedAt: expect.any(Date) }]);
  await all();
  expect(got()).toEqual(BEGUN);
});

test("mail of tenants waits for a worker", async () => {
  const { standIn, worker, age, got, deps, service } = await newWorld();
  const { id: tenantId } = await service.tenant();
  await worker();
  await age(3);
  const mail = { id: "mal_1", tenantId, kind: "alert", addressSealed: "v1.x", contentSealed: "v1.x" };
  const at = new Date(Date.now() - 60_000);
  await deps.db.orm.mail.create({ data: { ...mail, createdAt: at, nextAt: at } });
  const look = standIn();
  await look(FRESH);
  await look(FRESH);
  expect(got()).toEqual(BEGUN);
  expect(await deps.db.orm.mail.findUnique({ where: { id: "mal_1" } })).toMatchObject({
    ...{ status: "pending", tries: 0 },
  });
});

test("a mail server that refuses for now gets the message at its next time, from whoever is there", async () => {
  const { standIn, worker, age, got, mails, deps } = await newWorld({ ALERT_EMAILS: "ops@people.test" });
  await worker();
  await age(3);
  mails.behave({ recipient: 451 });
  const [one, other] = [standIn(), standIn()];
  for (const look of [one, other, one, other]) await look(FRESH);
  expect(got()).toEqual([]);
  mails.behave({});
  await deps.db.orm.$executeRaw`update mail set next_at = next_at - interval '2 minutes'`;
  await Promise.all([one(FRESH), other(FRESH)]);
  expect(got()).toEqual([["ops@people.test", "A worker is silent"]]);
});

test("a database that was away says nothing about workers: two looks in a row count", async () => {
  const { deps, standIn, worker, age, alerts } = await newWorld();
  await worker();
  await age(3);
  const look = standIn();
  expect(await look(FRESH)).toBe(false);
  await deps.db.orm.$executeRaw`alter table worker_life rename to away`;
  await expect(look(FRESH)).rejects.toThrow();
  await deps.db.orm.$executeRaw`alter table away rename to worker_life`;
  expect(await look(FRESH)).toBe(false);
  expect(await alerts()).toEqual([]);
  expect(await look(FRESH)).toBe(true);
  expect(await alerts()).toHaveLength(1);
});

test("where there was never a worker, or all shut down cleanly, none is silent", async () => {
  const { standIn, worker, alerts, deps } = await newWorld();
  const look = standIn();
  await look(FRESH);
  expect(await look(FRESH)).toBe(true);
  await endOfLife(deps, await worker());
  expect(await look(FRESH)).toBe(true);
  expect(await alerts()).toEqual([]);
});

test("nobody stands in where nobody would hear of it", async () => {
  const { deps } = await newWorld({ ALERT_EMAILS: "" });
  expect(createStandIn(systemCtx(deps), null)).toBeNull();
});

test("a process that serves looks by itself, says in its log that it stands in, and ends", async () => {
  const { deps, runtime, worker, age, got } = await newWorld();
  await worker();
  await age(3);
  const said: string[] = [];
  const log = { ...deps.log, warn: (text: string) => void said.push(text) };
  const stop = standInForWorkers(runtime.config, { ...deps, log }, 20);
  await expect.poll(got, { timeout: 30_000 }).toEqual(BEGUN);
  await stop();
  expect(said).toEqual(["no worker gives a sign of life: this process sends the operator's alerts"]);
});

test("a worker that was killed and started again is not missed any more, though it has another id", async () => {
  const { deps, worker, age, alerts } = await newWorld();
  await worker();
  await age(3);
  const ctx = systemCtx(deps);
  await evaluateOperator(ctx);
  const again = await worker();
  await evaluateOperator(ctx);
  expect(await alerts()).toMatchObject([{ resolvedAt: expect.any(Date) }]);
  expect((await processStates(deps)).map(({ id }) => id)).toEqual([again.id]);
  // It shuts down cleanly: so does the place that it took.
  await endOfLife(deps, again);
  await evaluateOperator(ctx);
  expect(await alerts()).toHaveLength(1);
});

test("of two workers that were killed, the one that was not started again stays missed", async () => {
  const { deps, worker, age, alerts } = await newWorld();
  for (const life of [await worker(), await worker()]) await noteLife(deps, life);
  await age(3);
  await worker();
  await evaluateOperator(systemCtx(deps));
  expect(await alerts()).toMatchObject([{ detail: { silent: 1, workers: 2 }, resolvedAt: null }]);
});

test("the last worker is missed until another comes, however long that takes", async () => {
  const { deps, worker, age, alerts } = await newWorld();
  await worker();
  await age(8 * 24 * 60);
  await noteLife(deps, newProcess(deps, "serve", "host"));
  await evaluateOperator(systemCtx(deps));
  expect(await alerts()).toMatchObject([{ resolvedAt: null }]);
});
