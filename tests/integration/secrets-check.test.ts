import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { createSecrets } from "#platform/secrets.ts";
import { findWrongSecrets } from "#services/check-secrets.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { startServe } from "../support/http/serve-process.ts";
import { workerStarter } from "../support/webhooks/worker-process.ts";
import { createAuthority } from "../support/world/certificates.ts";
import { createDatabase } from "../support/world/database.ts";
import { createService, serviceForFile, sharedEnv } from "../support/world/service.ts";

const newSecrets = (secretsKey = randomBytes(32), pepper = randomBytes(32)) => ({
  secretsKey,
  pepper,
  secrets: createSecrets({ secretsKey, pepper }),
});

const service = serviceForFile();

test("the first process of a database writes down its secrets, and others are told apart by name", async () => {
  const { orm } = service.get().deps.db;
  const right = newSecrets();
  expect(await findWrongSecrets(orm, right.secrets)).toEqual([]);
  expect(await findWrongSecrets(orm, right.secrets)).toEqual([]);
  const otherKey = newSecrets(undefined, right.pepper);
  const otherPepper = newSecrets(right.secretsKey);
  expect(await findWrongSecrets(orm, otherKey.secrets)).toEqual(["SECRETS_KEY"]);
  expect(await findWrongSecrets(orm, otherPepper.secrets)).toEqual(["KEY_PEPPER"]);
  expect(await findWrongSecrets(orm, newSecrets().secrets)).toEqual(["SECRETS_KEY", "KEY_PEPPER"]);
  expect(await orm.secretCheck.count()).toBe(1);
});

test("a database from before the check is known by its keys", async () => {
  const own = await createService();
  onTestFinished(() => own.close());
  await own.tenant();
  const { orm } = own.deps.db;
  const { KEY_PEPPER: pepper, SECRETS_KEY: secretsKey } = own.runtime.config;
  expect(await findWrongSecrets(orm, createSecrets({ secretsKey: randomBytes(32), pepper }))).toEqual([
    "SECRETS_KEY",
  ]);
  expect(await findWrongSecrets(orm, createSecrets({ secretsKey, pepper: randomBytes(32) }))).toEqual([
    "KEY_PEPPER",
  ]);
  expect(await orm.secretCheck.count()).toBe(0);
  expect(await findWrongSecrets(orm, own.deps.secrets)).toEqual([]);
  expect(await orm.secretCheck.count()).toBe(1);
});

test("a worker with another SECRETS_KEY refuses to start and says why, without a value", async () => {
  const database = await createDatabase();
  const env = sharedEnv(database.url);
  const own = await createService({ env, database });
  const workers = workerStarter(env, createAuthority().ca);
  onTestFinished(async () => {
    await workers.close();
    await own.close();
  });
  expect(await findWrongSecrets(own.deps.db.orm, own.deps.secrets)).toEqual([]);
  const SECRETS_KEY = randomBytes(32).toString("base64");
  const refusal: unknown = await workers.start({ SECRETS_KEY }).catch((error: unknown) => error);
  expect(String(refusal)).toContain("SECRETS_KEY is not the one that this database was begun with");
  expect(String(refusal)).not.toContain("KEY_PEPPER is not");
  expect(String(refusal)).not.toContain(SECRETS_KEY);
  expect(String(refusal)).not.toContain("    at "); // no stack
  const worker = await workers.start();
  worker.kill("SIGTERM");
  expect(await worker.ended).toBe(0);
});

test("a service with another SECRETS_KEY or KEY_PEPPER refuses to serve and says why, without a value", async () => {
  const database = await createDatabase();
  const env = sharedEnv(database.url);
  const own = await createService({ env, database });
  onTestFinished(() => own.close());
  expect(await findWrongSecrets(own.deps.db.orm, own.deps.secrets)).toEqual([]);
  for (const [wrong, other] of [
    ["SECRETS_KEY", "KEY_PEPPER"],
    ["KEY_PEPPER", "SECRETS_KEY"],
  ] as const) {
    const value = randomBytes(32).toString("base64");
    const PORT = String(await anyPort());
    const served = startServe({ ...env, [wrong]: value, HOST: "127.0.0.1", PORT });
    expect(await served.ended).toBe(1);
    expect(served.output()).toContain(`${wrong} is not the one that this database was begun with`);
    expect(served.output()).toContain("Set the former value, or the DATABASE_URL that belongs to this one.");
    expect(served.output()).not.toContain(`${other} is not`);
    expect(served.output()).not.toContain(value);
    expect(served.output()).not.toContain("    at "); // no stack
    expect(served.output()).not.toContain("listening on");
  }
}, 60_000);
