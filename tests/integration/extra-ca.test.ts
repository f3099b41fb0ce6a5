import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listenForNotifications } from "#data/webhooks/notify.ts";
import { addAuthorities } from "#platform/authorities.ts";
import { createProviderHttp } from "#platform/http.ts";
import { createLogger } from "#platform/log.ts";
import { createRateLimiter } from "#platform/rate-limit.ts";
import { createConnect } from "#platform/webhooks/connect.ts";
import { believeExtraCa } from "#runtime/authorities.ts";
import { mailerTo, startMailServer } from "../support/mail/mail-server.ts";
import { startReceiver } from "../support/webhooks/tls-receiver.ts";
import { createAuthority } from "../support/world/certificates.ts";
import { databaseForFile } from "../support/world/database.ts";
import { createService } from "../support/world/service.ts";
import { startTlsPostgres } from "../support/world/tls-postgres.ts";

const database = databaseForFile();

/** A file with an authority's certificate. What the process believes is as before when the test is over. */
const caFile = (pem: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-extra-ca-"));
  onTestFinished(() => {
    addAuthorities([]);
    rmSync(folder, { recursive: true, force: true });
  });
  const path = join(folder, "ca.pem");
  writeFileSync(path, pem);
  return path;
};

test("a service reaches PostgreSQL with a certificate of EXTRA_CA_FILE's authority, also to listen", async () => {
  const authority = createAuthority();
  const server = await startTlsPostgres(database.url, authority.issue(["localhost"]));
  onTestFinished(() => server[Symbol.asyncDispose]());
  const url = server.url("sslmode=require");
  const service = await createService({
    env: { EXTRA_CA_FILE: caFile(authority.ca) },
    database: { url, [Symbol.asyncDispose]: async () => {} },
  });
  onTestFinished(() => service.close());
  expect((await service.call("GET", "/health")).body).toMatchObject({ database: "connected" });
  expect(await service.deps.selfCheck()).toBeNull();
  const heard = new AbortController();
  await listenForNotifications(url, () => heard.abort(), heard.signal);
});

test("the operator's identity provider and mail server are believed with it, what a tenant names is not", async () => {
  const authority = createAuthority();
  const receiver = await startReceiver({ kind: "tls", certificate: authority.issue(["localhost"]) });
  const mail = await startMailServer({ certificate: authority.issue(["127.0.0.1"]) });
  onTestFinished(() => receiver.close());
  const url = receiver.url("/", "localhost");
  const askProvider = () => createProviderHttp(fetch)(url).then(({ status }) => status);
  const askMail = () => mailerTo({ port: mail.port }).probe();
  const askTenant = () =>
    createConnect({ resolve: async () => ["127.0.0.1"], allowAddress: () => true, connectMs: 5_000 })({
      hostname: "localhost",
      port: String(receiver.port),
      protocol: "https:",
    });

  await expect(askProvider()).rejects.toThrow();
  expect(await askMail()).toBe("tls");
  await expect(askTenant()).rejects.toMatchObject({ code: "TLS" });
  believeExtraCa(caFile(authority.ca));
  expect(await askProvider()).toBe(200);
  expect(await askMail()).toBeNull();
  await expect(askTenant()).rejects.toMatchObject({ code: "TLS" });
});

test("a Redis whose certificate is not trusted is named at once, before anything is counted", async () => {
  const certificate = createAuthority().issue(["localhost"]);
  const receiver = await startReceiver({ kind: "tls", certificate });
  onTestFinished(() => receiver.close());
  const lines: string[] = [];
  const now = (): Date => new Date();
  const limiter = createRateLimiter({
    redisUrl: `rediss://:hunter2@localhost:${receiver.port}`,
    countName: (name, window) => `${name}:${window}`,
    onFailure: "allow",
    now,
    log: createLogger({ level: "info", now, write: (line) => lines.push(line) }),
  });
  onTestFinished(() => limiter.close());
  const said = (message: string): string[] => lines.filter((line) => line.includes(message));
  await expect.poll(() => said("is not trusted").length).toBe(1);
  for (let call = 0; call < 3; call += 1) await limiter.limit({ key: "k", limit: 5, windowSeconds: 60 });
  expect(said("counter is away")).toEqual([expect.stringContaining("EXTRA_CA_FILE")]);
  expect(said("is not trusted")).toHaveLength(1);
  expect(lines.join()).not.toContain("hunter2");
});
