import { expect, onTestFinished, test } from "vitest";
import { killWhileErasing } from "../support/faults/erasure-kills.ts";
import { createDatabase } from "../support/world/database.ts";
import { createService, sharedEnv } from "../support/world/service.ts";

test("an erasure whose process is killed has happened with its receipt, or not at all", async () => {
  const database = await createDatabase();
  const env = sharedEnv(database.url);
  const service = await createService({ env, database });
  onTestFinished(() => service.close());
  const found = await killWhileErasing(service, env, 3);
  expect(found.erased + found.whole).toBe(12);
});
