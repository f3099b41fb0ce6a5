import { describe, expect, onTestFinished, test } from "vitest";
import { OPERATOR_RULES } from "#core/alerts/rules.ts";
import { insertAlert } from "#data/alerts/alerts.ts";
import { insertMessage } from "#data/alerts/messages.ts";
import { inTransaction } from "#data/service/client.ts";
import { claimMails } from "#data/service/mail.ts";
import { addMeterEvent } from "#data/service/meter-events.ts";
import { insertVendor, insertVendorSession } from "#data/tenants/vendors.ts";
import type { ExportSender, Pushed } from "#platform/exports/sender.ts";
import { createLogger } from "#platform/log.ts";
import type { Mailer, MailOutcome } from "#platform/mail/mailer.ts";
import { systemCtx } from "#runtime/runtime.ts";
import { evaluateOperator } from "#services/alerts/operator.ts";
import { sendDueSlack } from "#services/alerts/slack.ts";
import type { Deps } from "#services/context.ts";
import { pushStream } from "#services/exports/push.ts";
import { newId } from "#services/ids.ts";
import { queueMail } from "#services/mail/queue.ts";
import { sendDueMails } from "#services/mail/send.ts";
import { sealedFor } from "#services/sealing.ts";
import { sendMeterEvents } from "#services/usage/meters.ts";
import { redactVendorSessions } from "#services/vendors/redact.ts";
import { note, targetsOf } from "../support/exports/collectors.ts";
import { start } from "../support/http/actions.ts";
import { type TestClock, testClock } from "../support/world/clock.ts";
import { createService } from "../support/world/service.ts";
import { recordStatements } from "../support/world/statement-counter.ts";

// Work that waits in a table: each kind keeps the same promises about claims, leases, pauses and late workers.

/** What the world outside says to a call; "lost": nothing. */
type Answer = "taken" | "lost" | "refused";

/** Asked once for each call, with what tells its rows apart. */
type Ask = (ids: readonly string[]) => Promise<Answer>;

type State = { status: string; code: string | null };

type World = {
  clock: TestClock;
  /** Adds work that is due. */
  add(count: number): Promise<void>;
  /** One turn of a worker. @returns how much it claimed; of a stream: how many lines were taken */
  turn(ask: Ask): Promise<number>;
  /** When the only row is due; null: it has ended. */
  dueAt(): Promise<Date | null>;
  /** How the only row stands. */
  state(): Promise<State>;
};

/** What a worker claims at once. */
const LIMIT = 2;

const serviceWith = async (env: Record<string, string> = {}) => {
  const clock = testClock();
  const lines: string[] = [];
  const log = createLogger({ level: "debug", now: clock.now, write: (line) => void lines.push(line) });
  const service = await createService({ env, overrides: { now: clock.now, log } });
  onTestFinished(() => service.close());
  // Workers draw chance for pauses alone; without it, these are exact.
  const workers: Deps = { ...service.deps, random: (bytes) => new Uint8Array(bytes) };
  return { clock, lines, service, deps: service.deps, orm: service.deps.db.orm, workers };
};

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

const dueOf = (row: { status: string; nextAt: Date }): Date | null =>
  row.status === "pending" ? row.nextAt : null;

const stateOf = ({ status, lastCode }: { status: string; lastCode: string | null }): State => ({
  status,
  code: lastCode,
});

const MAIL_ENV = { SMTP_URL: "smtp://127.0.0.1:25", SMTP_TLS: "off", MAIL_FROM: "Lintel <lintel@age.test>" };
const MAIL_ANSWERS: Readonly<Record<Answer, MailOutcome>> = {
  taken: null,
  lost: "timeout",
  refused: "refused",
};

const queue = ({ deps }: { deps: Deps }, tenantId: string | null = null) =>
  inTransaction(deps.db, (db) =>
    queueMail(systemCtx(deps), db, {
      ...{ to: "zoe@people.test", tenantId, subject: "s", paragraphs: [] },
      kind: "alert_resolved",
    }),
  );

const mails = async (): Promise<World> => {
  const own = await serviceWith(MAIL_ENV);
  const { clock, orm, workers } = own;
  return {
    clock,
    add: async (count) => {
      for (const _ of numbers(count)) await queue(own);
    },
    turn: async (ask) => {
      const send: Mailer["send"] = async ({ id }) => MAIL_ANSWERS[await ask([id])];
      const mailer = { send, probe: async () => null };
      return (await sendDueMails({ deps: workers, mailer, isAnswered: false }, LIMIT)).claimed;
    },
    dueAt: async () => dueOf(await orm.mail.findFirstOrThrow()),
    state: async () => stateOf(await orm.mail.findFirstOrThrow()),
  };
};

/** A call to an address that answers so. */
const answering =
  (idOf: (body: string) => string, ask: Ask): Deps["askTenantAddress"] =>
  async (_url, init) => {
    const answer = await ask([idOf(String(init?.body))]);
    if (answer === "lost") throw new Error("no answer");
    const isOk = answer === "taken";
    return { status: isOk ? 200 : 404, isOk, type: "application/json", text: "{}" };
  };

const slackMessages = async (): Promise<World> => {
  const { clock, deps, orm, workers } = await serviceWith({
    ALERT_SLACK_URL: "https://hooks.slack.com/services/T0/B0/x",
  });
  return {
    clock,
    add: async (count) => {
      // Those of one rule would be one message.
      for (const rule of OPERATOR_RULES.slice(0, count)) {
        const now = clock.now();
        const alert = { id: newId(deps, "alert"), tenantId: null, rule, subject: "deployment" };
        await insertAlert(orm, { ...alert, detail: {}, raisedAt: now });
        await insertMessage(orm, {
          ...{ id: newId(deps, "alertMessage"), alertId: alert.id, tenantId: null, isResolved: false },
          ...{ channel: "slack", recipient: "slack", nextAt: now, createdAt: now },
          status: "pending",
        });
      }
    },
    turn: (ask) => {
      const askTenantAddress = answering((body) => JSON.parse(body).text, ask);
      return sendDueSlack(systemCtx({ ...workers, askTenantAddress }), LIMIT);
    },
    dueAt: async () => dueOf(await orm.alertMessage.findFirstOrThrow()),
    state: async () => stateOf(await orm.alertMessage.findFirstOrThrow()),
  };
};

const meterEvents = async (): Promise<World> => {
  const { clock, orm, workers } = await serviceWith({
    STRIPE_METER_SECRET_KEY: "sk_test_meters",
    STRIPE_METER_EVENT_NAME: "lintel_checks",
  });
  const hour = new Date("2026-03-01T10:00:00Z");
  return {
    clock,
    add: async (count) => {
      const now = clock.now();
      for (const n of numbers(count))
        await addMeterEvent(orm, {
          ...{ identifier: `lintel_${n}`, tenantId: "ten_1", customerId: "cus_1", value: 1 },
          kind: "checks",
          ...{ month: new Date("2026-03-01"), hour, nextAt: now, createdAt: now },
        });
    },
    turn: (ask) => {
      const askTenantAddress = answering((body) => new URLSearchParams(body).get("identifier") ?? "", ask);
      return sendMeterEvents(systemCtx({ ...workers, askTenantAddress }), LIMIT);
    },
    dueAt: async () => dueOf(await orm.meterEvent.findFirstOrThrow()),
    state: async () => stateOf(await orm.meterEvent.findFirstOrThrow()),
  };
};

const vendorSessions = async (): Promise<World> => {
  const { clock, lines, service, deps, orm, workers } = await serviceWith();
  const tenant = await service.tenant({ plan: "scale" });
  const { verificationId } = await start(service.call, tenant.liveKey);
  const vendorId = newId(deps, "vendor");
  const now = clock.now();
  await insertVendor(orm, {
    ...{ id: vendorId, tenantId: tenant.id, kind: "stripe", name: "Stripe", accountId: null },
    mode: "live",
    credentialSealed: deps.secrets.seal(
      JSON.stringify(["rk_live_1"]),
      sealedFor("vendorCredential", vendorId),
    ),
    ...{ isActive: true, createdAt: now, updatedAt: now },
  });
  const session = () => orm.vendorSession.findFirst();
  return {
    clock,
    add: async (count) => {
      for (const n of numbers(count)) {
        const id = `vse_${n}`;
        const kept = JSON.stringify(["stripe", `vs_${n}`, id, 18]);
        const hash = new TextEncoder().encode(id);
        await insertVendorSession(orm, {
          ...{ id, verificationId, tenantId: tenant.id, vendorId, sessionHash: hash, cookieHash: hash },
          keptSealed: deps.secrets.seal(kept, `vendor-session:${id}`),
          ...{ redactAt: now, createdAt: now, expiresAt: now },
        });
      }
    },
    turn: (ask) => {
      const stripe = {
        ...deps.vendors.stripe,
        redact: async (_account: unknown, sessionId: string) => {
          if ((await ask([sessionId])) !== "taken") throw new Error("no answer");
          return true;
        },
      };
      return redactVendorSessions(systemCtx({ ...workers, vendors: { ...deps.vendors, stripe } }), LIMIT);
    },
    dueAt: async () => (await session())?.redactAt ?? null,
    state: async () => {
      const given = "a vendor did not erase a session: ask it to";
      const said = lines.map((line) => JSON.parse(line)).find(({ message }) => message === given);
      return { status: (await session()) ? "waiting" : "gone", code: said?.reason ?? null };
    },
  };
};

const PUSHED: Readonly<Record<Answer, Pushed>> = {
  taken: { is: "taken", rejected: 0 },
  lost: { is: "refused", code: "no_answer", fault: "destination", retryMs: null },
  refused: { is: "refused", code: "http_400", fault: "lines", retryMs: null },
};

const exportedLines = async (): Promise<World> => {
  const { clock, service, orm, workers } = await serviceWith();
  const push = (ask: Ask) => {
    const sender: ExportSender = {
      id: "otlp https://logs.test",
      send: async (lines) => PUSHED[await ask(targetsOf(lines.map(({ text }) => text)))],
      close: async () => undefined,
    };
    return pushStream(systemCtx(workers), sender, "audit");
  };
  // A stream begins with what comes after its first turn.
  await push(async () => "taken");
  const cursor = () => orm.exportCursor.findFirstOrThrow();
  return {
    clock,
    add: (count) => note(service, numbers(count).map(String)),
    turn: push,
    dueAt: async () => (await cursor()).nextAt,
    state: async () => {
      const { droppedAt, failingSince, lastCode: code } = await cursor();
      const now = failingSince ? "failing" : "well";
      return { status: droppedAt ? "left out" : now, code };
    },
  };
};

type User = {
  name: string;
  open: () => Promise<World>;
  /** Of the first claim. */
  leaseMs: number;
  /** Seconds from try to try while nothing answers, until it is given up or for 60 turns. */
  pauses: number[];
  taken: State;
  /** After those pauses. */
  unanswered: State;
};

const TURNS = 60;
const doubling = (first: number, times: number): number[] => numbers(times).map((n) => first * 2 ** n);
const times = (count: number, seconds: number): number[] => numbers(count).map(() => seconds);

// At 1 min, 5 min, 15 min, 1 h, 6 h and 24 h after the first.
const SCHEDULE = [1, 4, 10, 45, 300, 1_080].map((minutes) => minutes * 60);

const USERS: User[] = [
  {
    name: "mails",
    open: mails,
    leaseMs: 120_000,
    pauses: SCHEDULE,
    taken: { status: "sent", code: null },
    unanswered: { status: "failed", code: "timeout" },
  },
  {
    name: "messages to Slack",
    open: slackMessages,
    leaseMs: 60_000,
    pauses: SCHEDULE,
    taken: { status: "sent", code: null },
    unanswered: { status: "failed", code: "CONNECTION" },
  },
  {
    name: "meter events",
    open: meterEvents,
    leaseMs: 120_000,
    // For the 23 hours in which Stripe certainly knows an identifier.
    pauses: [...doubling(15, 7), ...times(45, 1_800)],
    taken: { status: "sent", code: null },
    unanswered: { status: "stopped", code: "unsure" },
  },
  {
    name: "vendors' sessions",
    open: vendorSessions,
    leaseMs: 60_000,
    pauses: [...doubling(60, 10), ...times(4, 43_200)],
    taken: { status: "gone", code: null },
    // The row goes, and the log keeps why.
    unanswered: { status: "gone", code: "vendor_away" },
  },
  {
    name: "exported lines",
    open: exportedLines,
    leaseMs: 60_000,
    // A destination that is away is never given up.
    pauses: [...doubling(2, 8), ...times(TURNS - 8, 300)],
    taken: { status: "well", code: null },
    unanswered: { status: "failing", code: "no_answer" },
  },
];

const always =
  (answer: Answer): Ask =>
  async () =>
    answer;

/** Takes everything, and notes what it was. */
const noting =
  (seen: string[]): Ask =>
  async (ids) => {
    seen.push(...ids);
    return "taken";
  };

/** A worker that has made its first claim and call, and has no answer yet. */
const held = async (world: World, seen: string[] = []) => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Answer>();
  const turn = world.turn((ids) => {
    seen.push(...ids);
    asked.resolve();
    return answer.promise;
  });
  await Promise.race([asked.promise, turn]);
  return { turn, answer: answer.resolve };
};

describe.each(USERS)("$name", ({ open, leaseMs, pauses, taken, unanswered }) => {
  test("several workers at once: each row is taken by one", async () => {
    const world = await open();
    await world.add(6);
    const seen: string[] = [];
    const turn = () => world.turn(noting(seen));
    const slow = await held(world, seen);
    await Promise.all([turn(), turn()]);
    slow.answer("taken");
    await slow.turn;
    while ((await turn()) > 0);
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
  });

  test("the row of a worker that was killed is taken again when its lease is over, and not before", async () => {
    const world = await open();
    await world.add(1);
    await held(world);
    world.clock.advance({ ms: leaseMs - 1 });
    expect(await world.turn(always("taken"))).toBe(0);
    world.clock.advance({ ms: 1 });
    expect(await world.turn(always("taken"))).toBe(1);
    expect(await world.state()).toEqual(taken);
  });

  test("while nothing answers, the pauses grow to their longest; what is then given up says why", async () => {
    const world = await open();
    await world.add(1);
    const seconds: number[] = [];
    while (seconds.length < TURNS) {
      await world.turn(always("lost"));
      const due = await world.dueAt();
      if (due === null) break;
      seconds.push((due.getTime() - world.clock.now().getTime()) / 1_000);
      world.clock.set(due);
    }
    expect(seconds).toEqual(pauses);
    expect(await world.state()).toEqual(unanswered);
  });

  test("a worker that returns after its lease moves nothing that another holds", async () => {
    const world = await open();
    await world.add(1);
    const late = await held(world);
    world.clock.advance({ ms: leaseMs });
    const newer = await held(world);
    const due = await world.dueAt();
    late.answer("lost");
    await late.turn;
    expect(await world.dueAt()).toEqual(due);
    newer.answer("taken");
    await newer.turn;
    expect(await world.state()).toEqual(taken);
  });

  test("nor does it change what another has ended", async () => {
    const world = await open();
    await world.add(1);
    const late = await held(world);
    world.clock.advance({ ms: leaseMs });
    expect(await world.turn(always("taken"))).toBe(1);
    late.answer("lost");
    await late.turn;
    expect(await world.state()).toEqual(taken);
  });
});

test.each([
  { name: "mails", open: mails, refused: { status: "failed", code: "refused" } },
  { name: "messages to Slack", open: slackMessages, refused: { status: "failed", code: "HTTP_404" } },
  { name: "exported lines", open: exportedLines, refused: { status: "left out", code: "http_400" } },
])("$name: what is refused for good says why, and is sent once", async ({ open, refused }) => {
  const world = await open();
  await world.add(1);
  await world.turn(always("refused"));
  expect(await world.state()).toEqual(refused);
  world.clock.advance({ days: 2 });
  const seen: string[] = [];
  await world.turn(noting(seen));
  expect(seen).toEqual([]);
});

test("a lease has its length after a million claims too", async () => {
  const { clock, orm, deps } = await serviceWith(MAIL_ENV);
  await queue({ deps });
  await orm.mail.updateMany({ data: { tries: 1_000_000 } });
  const lease = { firstMs: 1_000, longestMs: 60_000 };
  const asked = { now: clock.now(), limit: 1, lease, onlyOperators: false };
  expect(await claimMails(orm, asked)).toMatchObject([{ tries: 1_000_001 }]);
  const { nextAt } = await orm.mail.findFirstOrThrow();
  expect(nextAt.getTime() - clock.now().getTime()).toBe(60_000);
});

test("who sends for the operators alone claims no tenant's mail", async () => {
  const { clock, orm, deps, service } = await serviceWith(MAIL_ENV);
  const { id } = await service.tenant();
  await queue({ deps }, id);
  await queue({ deps });
  const asked = { now: clock.now(), limit: 10, lease: { firstMs: 1_000, longestMs: 1_000 } };
  const claimed = async (onlyOperators: boolean) =>
    (await claimMails(orm, { ...asked, onlyOperators })).length;
  expect([await claimed(true), await claimed(true), await claimed(false)]).toEqual([1, 0, 1]);
});

test("one look at the operator's rules asks once which streams are in trouble", async () => {
  const { deps } = await serviceWith();
  const statements = recordStatements(deps);
  await evaluateOperator(systemCtx(deps));
  expect(statements().filter((text) => text.includes("export_cursor"))).toHaveLength(1);
});
