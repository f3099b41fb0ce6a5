import { expect, onTestFinished, test, vi } from "vitest";
import { createLogger } from "#platform/log.ts";
import { createSelfCheck, endWhenBroken } from "#runtime/self-check.ts";
import { createService } from "../support/world/service.ts";

const aService = async (overrides = {}) => {
  const service = await createService({ overrides });
  onTestFinished(() => service.close());
  return service;
};

test("a process that a parser has polluted says so, gets no requests, and is well again without it", async () => {
  const { call } = await aService();
  expect((await call("GET", "/health")).body).toMatchObject({ status: "ok" });
  onTestFinished(() => void Reflect.deleteProperty(Object, "polluted"));
  Reflect.set(Object, "polluted", "yes");
  await vi.waitFor(async () => {
    expect((await call("GET", "/health")).body).toMatchObject({
      status: "degraded",
      database: "connected",
      reasons: ["process_broken"],
    });
  }, 5_000);
  const ready = await call("GET", "/health/ready");
  expect(ready).toMatchObject({ status: 503, body: { code: "SERVICE_UNAVAILABLE" } });
  expect(ready.body.message).toContain("this process is broken");
  expect(await call("GET", "/health/serving")).toMatchObject({ status: 503 });
  Reflect.deleteProperty(Object, "polluted");
  await vi.waitFor(async () => expect((await call("GET", "/health/ready")).status).toBe(200), 5_000);
});

test("a client of the database that fails before it asks is a fault; a database that is away is none", async () => {
  const { deps } = await aService();
  const failing = (error: Error) => ({
    ...deps.db,
    orm: new Proxy(deps.db.orm, {
      get: (orm, name) => {
        if (name === "secretCheck") throw error;
        return Reflect.get(orm, name);
      },
    }),
  });
  expect(await createSelfCheck(deps.db)()).toBeNull();
  const bug = new TypeError("markAsError is not a function");
  expect(await createSelfCheck(failing(bug))()).toMatch(/check|client/);
  const away = (code: string) => Object.assign(new Error("connect"), { code });
  const codes = ["ECONNREFUSED", "EAI_AGAIN", "EHOSTUNREACH", "EACCES", "ERR_SSL_WRONG_VERSION_NUMBER"];
  const certificates = ["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "CERT_HAS_EXPIRED"];
  for (const code of [...codes, ...certificates, "ERR_TLS_CERT_ALTNAME_INVALID"])
    expect([code, await createSelfCheck(failing(away(code)))()]).toEqual([code, null]);
  const texts = [
    "The server does not support SSL connections",
    "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string",
    "SECURITY WARNING: Using sslmode=verify-ca requires specifying a CA with sslrootcert.",
    "sslnegotiation=direct requires SSL to be enabled",
  ];
  for (const text of texts)
    expect([text, await createSelfCheck(failing(new Error(text)))()]).toEqual([text, null]);
});

test("strangers who ask at once cause one read", async () => {
  const { deps } = await aService();
  let reads = 0;
  const orm = new Proxy(deps.db.orm, {
    get: (target, name) => {
      if (name === "secretCheck") reads += 1;
      return Reflect.get(target, name);
    },
  });
  const check = createSelfCheck({ ...deps.db, orm });
  await Promise.all(Array.from({ length: 50 }, check));
  expect(reads).toBe(1);
});

test("a broken process ends after its second finding, with a line that says why", async () => {
  const lines: string[] = [];
  const log = createLogger({ level: "info", now: () => new Date(), write: (line) => lines.push(line) });
  const findings = ["once", null, "first", "second"];
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  endWhenBroken({ selfCheck: async () => findings.shift() ?? null, log }, end);
  await ended;
  expect(findings).toEqual([]);
  expect(lines.join("")).toContain('"fault":"second"');
}, 30_000);
