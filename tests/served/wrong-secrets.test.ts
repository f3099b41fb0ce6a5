import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { findWrongSecrets } from "#services/check-secrets.ts";
import { signAtOnce } from "#services/secrets-in-use.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { startServe } from "../support/http/serve-process.ts";
import { createDatabase, withoutDatabase } from "../support/world/database.ts";
import { createDeployment, settingsWith } from "../support/world/rotation.ts";
import { createService, sharedEnv } from "../support/world/service.ts";

test("a service that began while the database was away ends when it turns out to be another's", async () => {
  const database = await createDatabase();
  const env = { ...sharedEnv(database.url), NEXT_TELEMETRY_DISABLED: "1", HOST: "127.0.0.1" };
  const own = await createService({ env, database });
  onTestFinished(() => own.close());
  expect(await findWrongSecrets(own.deps.db.orm, own.deps.secrets)).toEqual([]);
  const { rows } = await own.deps.db.pool.query("select current_database() as name");
  const SECRETS_KEY = randomBytes(32).toString("base64");
  const served = await withoutDatabase(rows[0].name, async () => {
    const begun = startServe({ ...env, SECRETS_KEY, PORT: String(await anyPort()) });
    await expect.poll(begun.output, { timeout: 60_000 }).toContain("listening on");
    return begun;
  });
  expect(await served.ended).toBe(1);
  expect(served.output()).toContain("SECRETS_KEY is not the one that this database was begun with");
  expect(served.output()).not.toContain(SECRETS_KEY);
}, 120_000);

test("a service whose signing key was replaced at once answers the request that it has, and ends", async () => {
  const { env, valuesOf, command } = await createDeployment();
  const kind = "TOKEN_SIGNING_KEYS";
  const port = await anyPort();
  const shown = { NEXT_TELEMETRY_DISABLED: "1", HOST: "127.0.0.1", PORT: String(port) };
  const served = startServe({ ...env, ...shown });
  await expect.poll(served.output, { timeout: 60_000 }).toContain("listening on");
  const { deps, tenant } = await command(settingsWith(kind, valuesOf(kind).fresh));
  const { testKey } = await tenant();
  const body = JSON.stringify({ reference: "in-flight" });
  const headers = {
    "x-tenant-api-key": testKey,
    "content-type": "application/json",
    "content-length": String(body.length),
  };
  /** A request whose body the service has begun to read. */
  const begin = async () => {
    const sending = request({
      ...{ port, host: "127.0.0.1", method: "POST", path: "/verify/start" },
      headers: { ...headers, expect: "100-continue" },
    });
    sending.flushHeaders();
    await once(sending, "continue");
    return async () => {
      const answered = once(sending, "response");
      sending.end(body);
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode;
    };
  };
  let finish = await begin();
  await signAtOnce(deps);
  // It looks every 15 seconds, and waits 10 for a body: the next request is there before the last one is sent.
  while (!served.output().includes("lacks the key that the other processes")) {
    const next = await begin().catch(() => null); // it is leaving, and takes no more
    if (next === null) break;
    expect(await finish()).toBe(200);
    finish = next;
    await setTimeout(500);
  }
  expect(await finish()).toBe(200);
  expect(await served.ended).toBe(1);
}, 180_000);
