import { expect, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import { evaluateOperator } from "#services/alerts/operator.ts";
import { pushDropped, pushLag, pushStream } from "#services/exports/push.ts";
import {
  type Answer,
  logged,
  many,
  note,
  otlpTo,
  serviceAt,
  startLogs,
  startSyslog,
  syslogTo,
  targetsOf,
} from "../support/exports/collectors.ts";
import { createAuthority } from "../support/world/certificates.ts";

// OTLP 1.x: a request that was answered with 429, 502, 503 or 504, or not at all, is sent again; what is refused otherwise is
// dropped and counted. Never silently.

const REFUSED = { status: 400, body: { message: "no" } };

const isBad = (line: string): boolean => String(JSON.parse(line).target).startsWith("bad");

/** A service with a stream that has begun, and what its worker's log says. */
const pushing = async (answer: (lines: readonly string[]) => Answer) => {
  const logs = await startLogs(answer);
  const { service, ctx, clock } = await serviceAt();
  const written: Record<string, unknown>[] = [];
  const log = createLogger({
    level: "warn",
    write: (line) => void written.push(JSON.parse(line)),
    now: clock.now,
  });
  const ours = { ...ctx, deps: { ...ctx.deps, log } };
  const sender = otlpTo(logs.url, service);
  const push = () => pushStream(ours, sender, "audit");
  await push();
  /** As the worker does, with time between. */
  const turns = async (count: number, seconds = 2): Promise<void> => {
    for (let n = 0; n < count; n += 1) {
      while ((await push()) > 0);
      clock.advance({ ms: seconds * 1_000 });
    }
  };
  const open = async (rule: string) => {
    await evaluateOperator(ours);
    return service.deps.db.orm.alert.findMany({ where: { rule, resolvedAt: null } });
  };
  const cursor = () => service.deps.db.orm.exportCursor.findFirstOrThrow();
  const dropped = () => pushDropped(ours, sender, "audit");
  return { logs, service, ctx: ours, clock, sender, push, turns, written, open, cursor, dropped };
};

test.each([400, 413, 422])(
  "a line that is refused with %i is left out within a minute, all others arrive, and it is said which",
  async (status) => {
    const own = await pushing((lines) => (lines.some(isBad) ? { ...REFUSED, status } : { status: 200 }));
    const good = [...many(200, "a"), ...many(200, "b")];
    await note(own.service, [...many(200, "a"), "bad", ...many(200, "b")]);
    await own.turns(30);
    expect(targetsOf(own.logs.lines()).toSorted()).toEqual(good.toSorted());
    const [entry] = await own.service.deps.db.orm.auditEntry.findMany({ where: { target: "bad" } });
    const said = own.written.filter(({ level }) => level === "error");
    expect(said).toMatchObject([
      {
        message: "a line was refused and is left out",
        id: entry?.id,
        code: `http_${status}`,
        stream: "audit",
      },
    ]);
    expect([await own.dropped(), await pushLag(own.ctx, own.sender, "audit")]).toEqual([1, 0]);
    expect(await own.open("export_dropped")).toMatchObject([{ detail: { lines: 1, stream: "audit" } }]);
    expect(await own.open("export_stopped")).toEqual([]);
    // It is in nobody's way any more, and the alert ends after a day.
    await note(own.service, ["after"]);
    await own.turns(1);
    expect(targetsOf(own.logs.lines()).at(-1)).toBe("after");
    own.clock.advance({ ms: 24 * 3_600_000 });
    await own.turns(1);
    expect(await own.open("export_dropped")).toEqual([]);
  },
);

test("a line alone that is refused for good is sent once", async () => {
  const own = await pushing(() => REFUSED);
  await note(own.service, ["bad"]);
  await own.turns(20, 600);
  expect(own.logs.requests).toHaveLength(1);
  expect(await own.dropped()).toBe(1);
});

test("a collector that refuses every line does not empty the trail: the pauses grow to five minutes", async () => {
  const own = await pushing(() => REFUSED);
  await note(own.service, many(300));
  await own.turns(1_800); // an hour
  expect(await own.dropped()).toBeGreaterThan(10);
  expect(await own.dropped()).toBeLessThan(25);
  expect(await own.open("export_dropped")).toHaveLength(1);
  expect(await own.open("export_stopped")).toHaveLength(1);
});

test.each<[string, Answer]>([
  ["429", { status: 429 }],
  ["502", { status: 502 }],
  ["503", { status: 503 }],
  ["504", { status: 504 }],
  ["no answer", "lost"],
  ["401: about us, not about the lines", { status: 401 }],
  ["403", { status: 403 }],
  ["404", { status: 404 }],
  ["a redirect", { status: 307, headers: { location: "https://elsewhere.example" } }],
])("what is answered with %s is kept, an alert says so, and all of it arrives at last", async (_, answer) => {
  let isWell = false;
  const own = await pushing(() => (isWell ? { status: 200 } : answer));
  await note(own.service, ["one"]);
  await own.turns(8, 100);
  expect(await own.open("export_stopped")).toEqual([]);
  await own.turns(60, 100);
  const code = answer === "lost" ? "no_answer" : `http_${answer.status}`;
  expect(await own.open("export_stopped")).toMatchObject([
    { tenantId: null, detail: { code, stream: "audit" } },
  ]);
  expect([await own.dropped(), own.written.filter(({ level }) => level === "error")]).toEqual([0, []]);
  isWell = true;
  await note(own.service, ["two"]);
  await own.turns(2, 300);
  expect(targetsOf(own.logs.lines()).slice(-2)).toEqual(["one", "two"]);
  expect(await own.open("export_stopped")).toEqual([]);
});

test("a line at which the collector breaks (500) is tried for half an hour, then left out; the next ones arrive", async () => {
  const own = await pushing((lines) => (lines.some(isBad) ? { status: 500 } : { status: 200 }));
  await note(own.service, ["bad"]);
  own.clock.advance({ ms: 1 });
  await note(own.service, ["next"]);
  await own.turns(20, 60);
  expect([await own.dropped(), targetsOf(own.logs.lines())]).toEqual([0, []]);
  await own.turns(20, 60);
  expect([await own.dropped(), targetsOf(own.logs.lines())]).toEqual([1, ["next"]]);
});

test("what the collector throws away (partial success) is counted, said and alerted, and not sent again", async () => {
  const partialSuccess = { rejectedLogRecords: "3", errorMessage: "too old" };
  const own = await pushing(() => ({ status: 200, body: { partialSuccess } }));
  await note(own.service, many(5));
  await own.turns(3);
  expect([own.logs.requests.length, await own.dropped()]).toEqual([1, 3]);
  expect(own.written).toMatchObject([{ level: "error", lines: 3 }]);
  // The collector's own words can hold what was sent.
  expect(JSON.stringify(own.written)).not.toContain("too old");
  expect(await own.open("export_dropped")).toMatchObject([{ detail: { lines: 3 } }]);
});

test("a warning of a collector that took everything is no loss", async () => {
  const partialSuccess = { rejectedLogRecords: "0", errorMessage: "deprecated" };
  const own = await pushing(() => ({ status: 200, body: { partialSuccess } }));
  await note(own.service, ["one"]);
  await own.turns(2);
  expect([await own.dropped(), own.written]).toEqual([0, []]);
});

test("a destination that is not in the settings any more raises no alert", async () => {
  const own = await pushing(() => ({ status: 503 }));
  await note(own.service, ["one"]);
  await own.turns(30, 100);
  expect(await own.open("export_stopped")).toHaveLength(1);
  own.clock.advance({ ms: 3 * 3_600_000 });
  expect(await own.open("export_stopped")).toEqual([]);
});

test("a refused line of one stream leaves the other alone", async () => {
  const own = await pushing((lines) =>
    lines.some((line) => "target" in JSON.parse(line)) ? { status: 401 } : { status: 200 },
  );
  await pushStream(own.ctx, own.sender, "requests");
  await note(own.service, ["one"]);
  await logged(own.service, many(3, "req"));
  await own.turns(3);
  expect(await pushStream(own.ctx, own.sender, "requests")).toBe(3);
  expect(await own.dropped()).toBe(0);
});

test("a syslog server that closes the connection at one line loses that line alone, after half an hour", async () => {
  const authority = createAuthority();
  const server = await startSyslog(authority.issue(["127.0.0.1"]), { longest: 4_096 });
  const { service, ctx, clock } = await serviceAt();
  const sender = syslogTo(server.port, authority.ca);
  await pushStream(ctx, sender, "audit");
  await note(service, ["x".repeat(8_000)]);
  clock.advance({ ms: 1 });
  await note(service, ["next"]);
  const targets = () =>
    server.messages.map((message) => JSON.parse(message.split("\uFEFF")[1] ?? "{}").target);
  for (let n = 0; n < 11; n += 1) {
    await pushStream(ctx, sender, "audit");
    clock.advance({ ms: 300_000 });
  }
  expect([await pushDropped(ctx, sender, "audit"), targets()]).toEqual([0, []]);
  for (let n = 0; n < 2; n += 1) {
    await pushStream(ctx, sender, "audit");
    clock.advance({ ms: 300_000 });
  }
  expect([await pushDropped(ctx, sender, "audit"), targets()]).toEqual([1, ["next"]]);
});
