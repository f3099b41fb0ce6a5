import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { exportSendersOf } from "#runtime/exports.ts";
import { pushStream } from "#services/exports/push.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { logged, note, serviceAt, startLogs, startSyslog } from "../support/exports/collectors.ts";
import { workerStarter } from "../support/webhooks/worker-process.ts";
import { createAuthority } from "../support/world/certificates.ts";
import { createDatabase } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";
import { createService, sharedEnv } from "../support/world/service.ts";

// Real syslog servers, addresses and streams, as an operator sets them.

const MIB = 1024 * 1024;

/** The streams that a worker with these settings pushes, once both have something to say. */
const streamsOf = async (streams?: string): Promise<string[]> => {
  const database = await createDatabase();
  const logs = await startLogs();
  const env = {
    ...sharedEnv(database.url),
    EXPORT_OTLP_ENDPOINT: logs.url,
    ...(streams === undefined ? {} : { EXPORT_STREAMS: streams }),
  };
  const service = await createService({ env, database });
  onTestFinished(() => service.close());
  const workers = workerStarter(env, createAuthority().ca);
  onTestFinished(() => workers.close());
  const worker = await workers.start();
  const cursors = () => service.deps.db.orm.exportCursor.count();
  await eventually(cursors, 20_000).toBe(streams === undefined || streams.includes(",") ? 2 : 1);
  await note(service, ["one"]);
  await logged(service, ["req_1"]);
  const isSent = (name: string) => logs.lines().some((line) => line.includes(name));
  if (streams !== "requests") await eventually(() => isSent("one"), 20_000).toBe(true);
  if (streams !== "audit") await eventually(() => isSent("req_1"), 20_000).toBe(true);
  worker.kill("SIGTERM");
  await worker.ended;
  expect(await cursors()).toBe(streams === undefined || streams.includes(",") ? 2 : 1);
  return ["one", "req_1"].filter(isSent);
};

test.each<[string | undefined, string[]]>([
  ["requests", ["req_1"]],
  ["audit", ["one"]],
  ["requests,audit", ["one", "req_1"]],
  [undefined, ["one", "req_1"]],
])("EXPORT_STREAMS=%s: a worker pushes these streams, and no other", async (streams, expected) => {
  expect(await streamsOf(streams)).toEqual(expected);
});

test("collectors at an IPv6 address get both streams, over OTLP and over syslog with TLS", async () => {
  const authority = createAuthority();
  const logs = await startLogs(undefined, "::1");
  const syslog = await startSyslog(authority.issue(["::1"]), { host: "::1" });
  const folder = mkdtempSync(join(tmpdir(), "lintel-ca-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "ca.pem"), authority.ca);
  const { service, ctx } = await serviceAt({
    EXPORT_OTLP_ENDPOINT: logs.url,
    EXPORT_SYSLOG_URL: `tls://[::1]:${syslog.port}`,
    EXPORT_EXTRA_CA_FILE: join(folder, "ca.pem"),
  });
  const senders = exportSendersOf(service.runtime.config, service.deps.now);
  onTestFinished(() => Promise.all(senders.map((sender) => sender.close())).then(() => undefined));
  const push = async (): Promise<number[]> => {
    const taken: number[] = [];
    for (const sender of senders)
      for (const stream of ["audit", "requests"] as const) taken.push(await pushStream(ctx, sender, stream));
    return taken;
  };
  expect(await push()).toEqual([0, 0, 0, 0]);
  await note(service, ["one"]);
  await logged(service, ["req_1"]);
  expect(await push()).toEqual([1, 1, 1, 1]);
  await eventually(() => syslog.messages.length).toBe(2);
  expect(logs.lines()).toHaveLength(2);
});

/**
 * A server of Debian's that writes `$PROGRAM|$MSGID|$PRI|<target>|$MSG`, and a service that pushes to it.
 * @param settings its configuration
 * @param command how it is started in the foreground
 */
const startServer = async (
  settings: (at: (name: string) => string, port: number) => string,
  command: (at: (name: string) => string) => readonly [string, readonly string[]],
) => {
  const authority = createAuthority();
  const { cert, key } = authority.issue(["127.0.0.1"]);
  const folder = mkdtempSync(join(tmpdir(), "lintel-syslog-"));
  const at = (name: string): string => join(folder, name);
  const port = await anyPort();
  writeFileSync(at("cert.pem"), cert);
  writeFileSync(at("key.pem"), key, { mode: 0o600 });
  writeFileSync(at("ca.pem"), authority.ca);
  writeFileSync(at("conf"), settings(at, port));
  const [program, args] = command(at);
  const child = spawn(program, args, { stdio: "ignore" });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  });
  const env = { EXPORT_SYSLOG_URL: `tls://127.0.0.1:${port}`, EXPORT_EXTRA_CA_FILE: at("ca.pem") };
  const { service, ctx, clock } = await serviceAt(env);
  const [sender] = exportSendersOf(service.runtime.config, service.deps.now);
  if (!sender) throw new Error("there is no destination");
  onTestFinished(() => sender.close());
  await pushStream(ctx, sender, "audit");
  /** Pushes what is new until the server has taken it. */
  const push = (lines: number) =>
    eventually(async () => {
      clock.advance({ ms: 600_000 });
      return pushStream(ctx, sender, "audit");
    }, 20_000).toBe(lines);
  const output = () => (existsSync(at("out")) ? readFileSync(at("out"), "utf8").trim().split("\n") : []);
  return { service, push, output };
};

const HOSTILE = 'a "b" ] \\ 👩‍👧';

/** What was written of an entry with this target, field by field. */
const fieldsOf = (lines: readonly string[], isMeant: (line: string) => boolean) => {
  const [program, id, priority, target, ...rest] = (lines.find(isMeant) ?? "").split("|");
  return { program, id, priority, target, text: rest.join("|").replace(/^\uFEFF/, "") };
};

const SYSLOG_NG = "/usr/sbin/syslog-ng";
const SERVERS = [
  {
    name: "syslog-ng",
    missing: existsSync(SYSLOG_NG) ? "" : " (not here: apt-get install syslog-ng-core)",
    // Its limit is of the whole message, this is what the docs say and some room.
    settings: (at: (name: string) => string, port: number) => `@version: 3.38
options { log-msg-size(4194304); };
source s { syslog(ip("127.0.0.1") port(${port}) transport("tls") tls(cert-file("${at("cert.pem")}") key-file("${at("key.pem")}") peer-verify(optional-untrusted))); };
destination d { file("${at("out")}" template("$PROGRAM|$MSGID|$PRI|\${.SDATA.lintel@32473.target}|$MSG\\n")); };
log { source(s); destination(d); };
`,
    command: (at: (name: string) => string) =>
      [
        SYSLOG_NG,
        ["-F", "--no-caps", "-f", at("conf"), "-p", at("pid"), "-R", at("persist"), "-c", at("control")],
      ] as const,
  },
];

for (const { name, missing, settings, command } of SERVERS)
  test.skipIf(missing !== "")(
    `Debian's ${name} takes lines over TLS and reads them as they were, also one of 1 MiB and above${missing}`,
    async () => {
      const { service, push, output } = await startServer(settings, command);
      await note(service, [HOSTILE, "plain"]);
      await push(2);
      await eventually(() => output().length, 20_000).toBe(2);
      const { text, ...head } = fieldsOf(output(), (line) => !line.includes("|plain|"));
      expect(head).toMatchObject({ program: "lintel", id: "audit", priority: "110" });
      expect(JSON.parse(text).target).toBe(HOSTILE);
      const long = "x".repeat(MIB);
      await note(service, ["long"], { text: long });
      await push(1);
      await eventually(() => output().length, 20_000).toBe(3);
      const last = fieldsOf(output(), (line) => line.length > MIB);
      expect(JSON.parse(last.text).changes.text === long).toBe(true);
      await note(service, ["after"]);
      await push(1);
      await eventually(() => output().length, 20_000).toBe(4);
    },
  );
