import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { inTransaction } from "#data/service/client.ts";
import { ensureRequestLogDays, insertRequestLogs } from "#data/service/request-logs.ts";
import { createOtlpSender } from "#platform/exports/otlp-sender.ts";
import { createSyslogSender } from "#platform/exports/syslog-sender.ts";
import { systemCtx } from "#runtime.ts";
import { exportSendersOf } from "#runtime-exports.ts";
import { recordAudit } from "#services/audit-log.ts";
import { pushLag, pushStream } from "#services/exports/push.ts";
import { newId } from "#services/ids.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { workerStarter } from "../support/webhooks/worker-process.ts";
import {
  createAuthority,
  type ServerCertificate,
  selfSignedCertificate,
} from "../support/world/certificates.ts";
import { testClock } from "../support/world/clock.ts";
import { createDatabase } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";
import { ADMIN_KEY, createService, sharedEnv, type TestService } from "../support/world/service.ts";

type Answer = { status: number; headers?: Record<string, string>; body?: object } | "lost";

/** A collector of logs: what it took, line by line, and the requests as they came. */
const startLogs = async (answer: () => Answer = () => ({ status: 200 })) => {
  const requests: { headers: object; body: string; url: string | undefined; answered: Answer }[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const answered = answer();
      requests.push({ headers: request.headers, body, url: request.url, answered });
      if (answered === "lost") return request.socket.destroy();
      return response.writeHead(answered.status, answered.headers).end(JSON.stringify(answered.body ?? {}));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  type Sent = { resourceLogs: { scopeLogs: { logRecords: { body: { stringValue: string } }[] }[] }[] };
  const linesIn = (body: string): string[] =>
    (JSON.parse(body) as Sent).resourceLogs
      .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords))
      .map((record) => record.body.stringValue);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    lines: () =>
      requests.flatMap(({ body, answered }) =>
        answered === "lost" || answered.status === 200 ? linesIn(body) : [],
      ),
    batches: () => requests.map(({ body }) => linesIn(body).length),
  };
};

/** A syslog server over TLS that reads frames by their length. */
const startSyslog = async (certificate: ServerCertificate) => {
  let bytes = Buffer.alloc(0);
  let connections = 0;
  const messages: string[] = [];
  const sockets: TLSSocket[] = [];
  const server = createTlsServer(certificate, (socket) => {
    connections += 1;
    sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", (piece) => {
      bytes = Buffer.concat([bytes, piece]);
      for (;;) {
        const space = bytes.indexOf(" ");
        if (space === -1) return;
        const length = Number(bytes.subarray(0, space).toString("ascii"));
        if (bytes.length < space + 1 + length) return;
        messages.push(bytes.subarray(space + 1, space + 1 + length).toString("utf8"));
        bytes = bytes.subarray(space + 1 + length);
      }
    });
  });
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    messages,
    connections: () => connections,
    rest: () => bytes.length,
  };
};

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

const serviceAt = async (env: Record<string, string> = {}) => {
  const clock = testClock("2026-11-27T10:00:00Z");
  const service = await createService({ env, overrides: { now: clock.now } });
  onTestFinished(() => service.close());
  return { service, clock, ctx: systemCtx(service.deps) };
};

const note = async ({ deps }: TestService, targets: readonly string[]): Promise<void> => {
  for (const target of targets)
    await inTransaction(deps.db, (db) =>
      recordAudit(systemCtx(deps), db, { tenantId: null, action: "tenant.update", target }),
    );
};

const logged = async ({ deps }: TestService, requestIds: readonly string[], url = "/verify/start") => {
  const time = deps.now();
  await ensureRequestLogDays(deps.db, [time]);
  await insertRequestLogs(
    deps.db,
    requestIds.map((requestId) => ({
      ...{ id: newId(deps, "log"), time, requestId, tenantId: null, method: "GET", url, status: 200 },
      ...{ durationMs: 3, event: "verify.start", code: null, verificationId: null, keyId: null },
    })),
  );
};

const targetsOf = (lines: readonly string[]): string[] => lines.map((line) => JSON.parse(line).target);
const many = (count: number, name = "t"): string[] => Array.from({ length: count }, (_, n) => `${name}_${n}`);

const otlpTo = (url: string, { deps }: TestService) => {
  const sender = createOtlpSender({ endpoint: url, headers: { "x-key": "k" }, extraCa: undefined }, deps.now);
  onTestFinished(() => sender.close());
  return sender;
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

const syslogTo = (port: number, ca: string | undefined, host = "127.0.0.1") => {
  const sender = createSyslogSender({ host, port, extraCa: ca, origin: { host: "age.test", processId: 7 } });
  onTestFinished(() => sender.close());
  return sender;
};

test("hostile values arrive whole over syslog, in frames, through one connection", async () => {
  const authority = createAuthority();
  const server = await startSyslog(authority.issue(["127.0.0.1"]));
  const line = (target: string, n: number) => ({
    stream: "audit" as const,
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

const SYSLOG_NG = "/usr/sbin/syslog-ng";
const missing = existsSync(SYSLOG_NG) ? "" : " (not here: apt-get install syslog-ng-core)";

test.skipIf(missing !== "")(
  `Debian's syslog-ng takes lines over TLS and reads them as they were${missing}`,
  async () => {
    const authority = createAuthority();
    const { cert, key } = authority.issue(["127.0.0.1"]);
    const folder = mkdtempSync(join(tmpdir(), "lintel-syslog-"));
    const at = (name: string): string => join(folder, name);
    const port = await anyPort();
    writeFileSync(at("cert.pem"), cert);
    writeFileSync(at("key.pem"), key, { mode: 0o600 });
    writeFileSync(
      at("syslog-ng.conf"),
      `@version: 3.38
options { log-msg-size(1048576); };
source s { syslog(ip("127.0.0.1") port(${port}) transport("tls") tls(cert-file("${at("cert.pem")}") key-file("${at("key.pem")}") peer-verify(optional-untrusted))); };
destination d { file("${at("out")}" template("$PROGRAM|$MSGID|$PRI|\${.SDATA.lintel@32473.target}|$MSG\\n")); };
log { source(s); destination(d); };
`,
    );
    const files = ["-f", at("syslog-ng.conf"), "-p", at("pid"), "-R", at("persist"), "-c", at("control")];
    const child = spawn(SYSLOG_NG, ["-F", "--no-caps", ...files], { stdio: "ignore" });
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    });
    const env = { EXPORT_SYSLOG_URL: `tls://127.0.0.1:${port}`, EXPORT_EXTRA_CA_FILE: at("ca.pem") };
    writeFileSync(at("ca.pem"), authority.ca);
    const { service, ctx, clock } = await serviceAt(env);
    const [sender] = exportSendersOf(service.runtime.config, service.deps.now);
    if (!sender) throw new Error("there is no destination");
    onTestFinished(() => sender.close());
    await pushStream(ctx, sender, "audit");
    await note(service, ['a "b" ] \\ 👩‍👧', "plain"]);
    await eventually(async () => {
      clock.advance({ ms: 600_000 });
      return pushStream(ctx, sender, "audit");
    }, 20_000).toBe(2);
    const output = () => (existsSync(at("out")) ? readFileSync(at("out"), "utf8").trim().split("\n") : []);
    await eventually(() => output().length, 20_000).toBe(2);
    const [program, id, priority, target, message = ""] = (
      output().find((line) => !line.includes("|plain|")) ?? ""
    ).split("|");
    expect([program, id, priority, target]).toEqual(["lintel", "audit", "110", 'a "b" ] \\ 👩‍👧']);
    expect(JSON.parse(message.replace(/^\uFEFF/, "")).target).toBe('a "b" ] \\ 👩‍👧');
  },
);
