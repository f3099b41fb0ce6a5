import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { findWrongSecrets } from "#services/check-secrets.ts";
import { anyPort } from "../../scripts/local/ports.ts";
import { startServe } from "../support/http/serve-process.ts";
import { createDatabase, withoutDatabase } from "../support/world/database.ts";
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
