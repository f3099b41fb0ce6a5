import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { purge } from "#data/service/retention.ts";
import { JOBS } from "../../src/worker/jobs.ts";
import { patchTenant, start } from "../support/http/actions.ts";
import { testClock } from "../support/world/clock.ts";
import { createDatabase } from "../support/world/database.ts";
import { createService, type TestService } from "../support/world/service.ts";

const SUBJECT = { subjectRef: "person-7" };

const pinned = async ({ tenant, call }: TestService) => {
  const made = await tenant({ plan: "scale" });
  const policy = { default: { methods: [{ id: "document", use: "offer" }] } };
  const acceptedWarnings = ["one_way_only", "document_only", "no_way_without_camera"];
  await patchTenant(call, made.id, { policy, acceptedWarnings });
  return made;
};

test("a person's day goes on while the pepper is exchanged, under the new hash", async () => {
  const database = await createDatabase();
  const [older, newer] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString("base64"));
  const secrets = { SECRETS_KEY: randomBytes(32).toString("base64") };
  const before = await createService({ database, env: { ...secrets, KEY_PEPPER: older ?? "" } });
  const { id, liveKey } = await pinned(before);
  for (let started = 0; started < 2; started += 1) await start(before.call, liveKey, SUBJECT);
  const hashes = async (): Promise<Set<string>> => {
    const rows = await before.deps.db.orm.subjectUse.findMany({ where: { tenantId: id } });
    return new Set(rows.map(({ hash }) => Buffer.from(hash).toString("hex")));
  };
  const [oldHash] = await hashes();
  const env = { ...secrets, KEY_PEPPER: newer ?? "", KEY_PEPPER_PREVIOUS: older ?? "" };
  const after = await createService({ database, env });
  await start(after.call, liveKey, SUBJECT);
  expect((await after.call("POST", "/verify/start", { key: liveKey, body: SUBJECT })).status).toBe(429);
  expect((await hashes()).size).toBe(1);
  expect(await hashes()).not.toContain(oldHash);
  await before.runtime.close();
  await after.close();
});

test("is forgotten by the worker once its day is over, and no sooner", async () => {
  const clock = testClock();
  const service = await createService({ overrides: { now: clock.now } });
  const { deps, call, runtime } = service;
  const { id, liveKey } = await pinned(service);
  const job = JOBS.find(({ name }) => name === "purge-subject-uses");
  const count = () => deps.db.orm.subjectUse.count({ where: { tenantId: id } });
  await start(call, liveKey, SUBJECT);
  clock.advance({ hours: 23, minutes: 59 });
  expect([await job?.run(runtime), await count()]).toEqual([0, 1]);
  await start(call, liveKey, SUBJECT);
  clock.advance({ minutes: 1 });
  expect([await job?.run(runtime), await count()]).toEqual([1, 1]);
  clock.advance({ hours: 24 });
  expect(await purge("subject_use")(deps.db.orm, deps.now(), 10)).toBe(1);
  await service.close();
});
