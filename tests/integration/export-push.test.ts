import { once } from "node:events";
import { createServer as createTlsServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { createOtlpSender } from "#platform/exports/otlp-sender.ts";
import { pushLag, pushStream } from "#services/exports/push.ts";
import { anyPort } from "../../scripts/local/ports.ts";
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
import { workerStarter } from "../support/webhooks/worker-process.ts";
import { createAuthority, selfSignedCertificate } from "../support/world/certificates.ts";
import { createDatabase } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";
import { ADMIN_KEY, createService, sharedEnv } from "../support/world/service.ts";

/** RFC 5424 §6, read by hand: what the element's values are once their escapes are taken away. */
const parsed = (message: string) => {
  const [, priority, at, host, app, , id, rest = ""] =
    /^<(\d+)>1 (\S+) (\S+) (\S+) (\S+) (\S+) \[lintel@32473(.*)$/s.exec(message) ?? [];
  const values: Record<string, string> = {};
  let left = rest;
  for (;;) {
    const [whole, name, value] = /^ ([^ ="\]]+)="((?:[^"\\\]]|\\["\\\]])*)"/s.exec(left) ?? [];
    if (whole === undefined || name === undefined || value === undefined) break;
    values[name] = value.replace(/\\(["\\\]])/g, "$1");
    left = left.slice(whole.length);
  }
  const isMarked = left.startsWith("] \uFEFF");
  return { priority, at, host, app, id, values, isMarked, text: left.slice(3) };
};

test("a new destination begins now, and gets the lines of the operator's export, byte by byte", async () => {
  const logs = await startLogs();
  const { service, ctx } = await serviceAt();
  const sender = otlpTo(logs.url, service);
  await note(service, ["before"]);
  expect(await pushStream(ctx, sender, "audit")).toBe(0);
  await note(service, ["first", "second"]);
  expect(await pushStream(ctx, sender, "audit")).toBe(2);
  expect(targetsOf(logs.lines()).toSorted()).toEqual(["first", "second"]); // of one millisecond
  const read = await service.call("GET", "/admin/audit?after=0", {
    adminKey: ADMIN_KEY,
    headers: { accept: "application/x-ndjson" },
  });
  expect(read.text.trim().split("\n").slice(-2)).toEqual(logs.lines());
  expect(logs.requests[0]).toMatchObject({ url: "/v1/logs", headers: { "x-key": "k" } });
  const [record] = JSON.parse(logs.requests[0]?.body ?? "").resourceLogs[0].scopeLogs[0].logRecords;
  expect(record).toMatchObject({
    timeUnixNano: "1795773600000000000",
    observedTimeUnixNano: "1795773600000000000",
    severityNumber: 9,
  });
});

test("what a collector has not confirmed is sent again: doubled, never lost, in batches of at most 500", async () => {
  let turn = 0;
  const logs = await startLogs(() => {
    turn += 1;
    return turn % 2 === 1 ? "lost" : { status: 200 };
  });
  const { service, ctx, clock } = await serviceAt();
  const sender = otlpTo(logs.url, service);
  await pushStream(ctx, sender, "requests");
  const ids = many(1_100, "req");
  await logged(service, ids);
  for (let n = 0; n < 14; n += 1) {
    await pushStream(ctx, sender, "requests");
    clock.advance({ ms: 10_000 });
  }
  const got = logs.lines().map((line) => JSON.parse(line).requestId);
  expect([...new Set(got)].toSorted()).toEqual(ids.toSorted());
  expect(got.length).toBeGreaterThan(ids.length);
  expect(Math.max(...logs.batches())).toBe(500);
  expect(await pushLag(ctx, sender, "requests")).toBe(0);
});

test("Retry-After is obeyed, the lag shows, and what a collector has rejected is not sent again", async () => {
  const answers: Answer[] = [
    { status: 503, headers: { "retry-after": "120" } },
    { status: 200, body: { partialSuccess: { rejectedLogRecords: "1", errorMessage: "no" } } },
  ];
  const logs = await startLogs(() => answers.shift() ?? { status: 200 });
  const { service, ctx, clock } = await serviceAt();
  const sender = otlpTo(logs.url, service);
  await pushStream(ctx, sender, "audit");
  await note(service, ["one"]);
  await pushStream(ctx, sender, "audit");
  clock.advance({ ms: 119_000 });
  expect(await pushStream(ctx, sender, "audit")).toBe(0);
  expect([logs.requests.length, await pushLag(ctx, sender, "audit")]).toEqual([1, 119]);
  clock.advance({ ms: 2_000 });
  expect(await pushStream(ctx, sender, "audit")).toBe(1);
  expect(await pushStream(ctx, sender, "audit")).toBe(0);
  expect(logs.requests).toHaveLength(2);
});

test("two workers at once push each line once", async () => {
  const logs = await startLogs();
  const { service, ctx } = await serviceAt();
  const senders = [otlpTo(logs.url, service), otlpTo(logs.url, service)];
  await Promise.all(senders.map((sender) => pushStream(ctx, sender, "requests")));
  const ids = many(1_600, "req");
  await logged(service, ids);
  for (let n = 0; n < 8; n += 1)
    await Promise.all(senders.map((sender) => pushStream(ctx, sender, "requests")));
  expect(
    logs
      .lines()
      .map((line) => JSON.parse(line).requestId)
      .toSorted(),
  ).toEqual(ids.toSorted());
});

test("after a worker was killed, another goes on where it was", async () => {
  const database = await createDatabase();
  const logs = await startLogs();
  const env = { ...sharedEnv(database.url), EXPORT_OTLP_ENDPOINT: logs.url, EXPORT_STREAMS: "audit" };
  const service = await createService({ env, database });
  onTestFinished(() => service.close());
  const workers = workerStarter(env, createAuthority().ca);
  onTestFinished(() => workers.close());
  const first = await workers.start();
  await eventually(() => service.deps.db.orm.exportCursor.count()).toBe(1);
  await note(service, many(20, "a"));
  await eventually(() => new Set(targetsOf(logs.lines())).has("a_0"), 20_000).toBe(true);
  first.kill("SIGKILL");
  await first.ended;
  await note(service, many(20, "b"));
  // As if the time of the one that was killed were over.
  await service.deps.db.orm.exportCursor.updateMany({ data: { nextAt: new Date(0) } });
  await workers.start();
  const all = [...many(20, "a"), ...many(20, "b")].toSorted();
  await eventually(() => [...new Set(targetsOf(logs.lines()))].toSorted(), 20_000).toEqual(all);
});

const HOSTILE = [
  'a "quoted" \\ back\\slash ] [x y="z"]',
  "two\nlines\r\nand a NUL \0 in it",
  "👩‍👩‍👧 Grüße \uD800 half",
  "x".repeat(64 * 1024),
];

test("hostile values arrive whole over syslog, in frames, through one connection", async () => {
  const authority = createAuthority();
  const server = await startSyslog(authority.issue(["127.0.0.1"]));
  const line = (target: string, n: number) => ({
    stream: "audit" as const,
    id: `aud_${n}`,
    number: BigInt(n),
    at: new Date("2026-11-27T10:00:00.123Z"),
    isError: false,
    text: JSON.stringify({ target }),
    facts: { target },
  });
  const sender = syslogTo(server.port, authority.ca);
  const lines = HOSTILE.map(line);
  expect(await sender.send(lines.slice(0, 2))).toEqual({ is: "taken", rejected: 0 });
  const rest = await Promise.all([
    sender.send(lines.slice(2)),
    sender.send([{ ...line("e", 9), isError: true }]),
  ]);
  expect(rest.map(({ is }) => is)).toEqual(["taken", "taken"]);
  await eventually(() => server.messages.length).toBe(5);
  expect([server.connections(), server.rest()]).toEqual([1, 0]);
  const got = server.messages.map(parsed);
  const head = {
    at: "2026-11-27T10:00:00.123Z",
    host: "age.test",
    app: "lintel",
    id: "audit",
    isMarked: true,
  };
  for (const one of got) expect(one).toMatchObject(head);
  expect(got.map(({ priority }) => priority)).toEqual(["110", "110", "110", "110", "107"]);
  expect(got.slice(0, 4).map(({ text }) => JSON.parse(text).target)).toEqual(HOSTILE);
  const replaced = HOSTILE.map((value) =>
    [...value].map((one) => (/[\0\r\n\uD800]/.test(one) ? "\uFFFD" : one)).join(""),
  );
  expect(got.slice(0, 4).map(({ values }) => values.target)).toEqual(replaced);
});

test("a syslog server that comes back gets what it missed", async () => {
  const authority = createAuthority();
  const port = await anyPort();
  const { service, ctx, clock } = await serviceAt();
  const away = syslogTo(port, authority.ca);
  await pushStream(ctx, away, "audit");
  await note(service, ["missed"]);
  expect(await pushStream(ctx, away, "audit")).toBe(0);
  const server = createTlsServer(authority.issue(["127.0.0.1"]), (socket) => {
    socket.on("error", () => undefined).resume();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  clock.advance({ ms: 5_000 });
  expect(await pushStream(ctx, away, "audit")).toBe(1);
});

test("nothing is sent to a syslog server or collector whose certificate does not hold", async () => {
  const authority = createAuthority();
  const { service, ctx } = await serviceAt();
  const wrong = [selfSignedCertificate(["127.0.0.1"]), authority.issue(["logs.example"])];
  for (const certificate of wrong) {
    const server = await startSyslog(certificate);
    const sender = syslogTo(server.port, authority.ca);
    await pushStream(ctx, sender, "audit");
    await note(service, ["secret"]);
    expect(await pushStream(ctx, sender, "audit")).toBe(0);
    const collector = createOtlpSender(
      { endpoint: `https://127.0.0.1:${server.port}`, headers: {}, extraCa: authority.ca },
      service.deps.now,
    );
    onTestFinished(() => collector.close());
    await pushStream(ctx, collector, "audit");
    await note(service, ["secret"]);
    expect(await pushStream(ctx, collector, "audit")).toBe(0);
    expect([server.messages, server.rest()]).toEqual([[], 0]);
  }
});
