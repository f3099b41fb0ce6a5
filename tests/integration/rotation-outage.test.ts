import { expect, test } from "vitest";
import { SECRET_KINDS, type SecretKind } from "#core/operator/rotation.ts";
import { inTransaction } from "#data/service/client.ts";
import { holdSecretsInUse, listSaying } from "#data/service/secrets-in-use.ts";
import { renewSecretCheck } from "#services/check-secrets.ts";
import { heldSecrets } from "#services/secrets-in-use.ts";
import {
  aDayPasses,
  createDeployment,
  settingsWith,
  silence,
  type TestProcess,
  unread,
} from "../support/world/rotation.ts";

// Outages, pauses, wrong clocks and other releases in the middle of a rotation: no process ends or stays away without need.

/** Whether a process writes with the value that its settings want. */
const isNew = ({ service }: TestProcess, kind: SecretKind): boolean => {
  const held = heldSecrets(service.deps)[kind];
  return held.writes() === held.wants;
};

test("a process that was silent while another one looked for three minutes counts as gone, and ends when it is back", async () => {
  const { valuesOf, start } = await createDeployment();
  const kind = "SECRETS_KEY";
  const { old, fresh } = valuesOf(kind);
  const frozen = await start();
  const other = await start(settingsWith(kind, fresh, old));
  await silence(frozen, 4, frozen.id);
  await other.sign(2);
  expect(isNew(other, kind)).toBe(false);
  await other.sign(3);
  expect(isNew(other, kind)).toBe(true);
  expect(await frozen.signAfter(4)).toEqual([{ kind, why: "not_held" }]);
});

test.each(SECRET_KINDS)(
  "%s: after an outage in the middle of a rotation nobody goes over, and nobody ends",
  async (kind) => {
    const { valuesOf, start } = await createDeployment();
    const { old, fresh } = valuesOf(kind);
    const [one, other] = [await start(), await start()];
    await one.stop();
    const renewed = await start(settingsWith(kind, fresh, old));
    await aDayPasses(renewed);
    await silence(renewed, 30);
    expect(await renewed.signAfter(30)).toEqual([]);
    expect(isNew(renewed, kind)).toBe(false);
    expect(await other.signAfter(30)).toEqual([]);
    for (const each of [renewed, other, renewed]) expect(await each.sign()).toEqual([]);
    expect(await unread(kind, [renewed, other])).toBe(0);
  },
);

test("processes that start together in the middle of a rotation, each with its own settings, all go on", async () => {
  const { valuesOf, start } = await createDeployment();
  const kind = "KEY_PEPPER";
  const { old, fresh } = valuesOf(kind);
  await (await start()).stop();
  const renewed = await start(settingsWith(kind, fresh, old));
  await renewed.sign(1);
  const other = await start();
  expect(other.faults).toEqual([]);
  for (const each of [renewed, other, renewed]) expect(await each.sign()).toEqual([]);
  expect(isNew(renewed, kind)).toBe(false);
});

test("a process that others forgot goes on, although one may still write with a value that it lacks", async () => {
  const { valuesOf, start } = await createDeployment();
  const kind = "SECRETS_KEY";
  const { old, fresh } = valuesOf(kind);
  await (await start()).stop();
  const one = await start(settingsWith(kind, fresh, old));
  const swapped = await start(settingsWith(kind, fresh, old));
  for (const each of [one, swapped, one, swapped]) await each.sign();
  const ready = await start(settingsWith(kind, fresh));
  expect(ready.faults).toEqual([]);
  const { orm } = ready.service.deps.db;
  await orm.workerLife.delete({ where: { id: ready.id } });
  const { sealing } = swapped.service.deps.secrets;
  const former = sealing.reads.find((name) => name !== sealing.wants) ?? "";
  sealing.writeWith(former);
  await swapped.sign();
  expect((await start(settingsWith(kind, fresh))).faults).toEqual([{ kind, why: "still_written" }]);
  expect(await ready.sign()).toEqual([]);
});

test("a process cut off from the database for a while says why nothing, and goes on", async () => {
  const { start } = await createDeployment();
  const process = await start();
  const { deps } = process.service;
  await deps.db.orm.$executeRaw`alter table secret_in_use rename to away`;
  await expect(process.sign()).rejects.toThrow();
  await deps.db.orm.$executeRaw`alter table away rename to secret_in_use`;
  expect(await process.signAfter(1)).toEqual([]);
});

test.each(["SECRETS_KEY", "KEY_PEPPER"] as const)(
  "%s: what a release that notes nothing has rotated is taken up by the next process",
  async (kind) => {
    const { valuesOf, start, command } = await createDeployment();
    const { old, fresh } = valuesOf(kind);
    await (await start()).stop();
    const { deps } = await command(settingsWith(kind, fresh, old));
    await renewSecretCheck(deps.db.orm, deps.secrets, new Date());
    const process = await start(settingsWith(kind, fresh));
    expect(process.faults).toEqual([]);
    expect(isNew(process, kind)).toBe(true);
    const late = await start(settingsWith(kind, fresh, old));
    expect([late.faults, isNew(late, kind)]).toEqual([[], true]);
  },
);

test("a process of the release before counts by the clock of its machine, which may be wrong by some minutes", async () => {
  const { valuesOf, start } = await createDeployment();
  const kind = "KEY_PEPPER";
  const { old, fresh } = valuesOf(kind);
  await (await start()).stop();
  const process = await start(settingsWith(kind, fresh, old));
  const { workerLife } = process.service.deps.db.orm;
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const row = { kind: "serve", startedAt: at(300), version: "0.9.1", hostHash: "h" };
  await workerLife.create({ data: { id: "prc_before", seenAt: at(20), ...row } });
  await process.sign();
  expect(isNew(process, kind)).toBe(false);
  await workerLife.update({ where: { id: "prc_before" }, data: { seenAt: at(61) } });
  await process.sign();
  expect(isNew(process, kind)).toBe(true);
});

test("while a process of the release before lives, which says nothing, no secret is moved", async () => {
  const { valuesOf, start } = await createDeployment();
  const kind = "KEY_PEPPER";
  const { old, fresh } = valuesOf(kind);
  const first = await start();
  const now = new Date();
  const row = { kind: "worker", startedAt: now, seenAt: now, version: "0.9.0", hostHash: "h" };
  await first.service.deps.db.orm.workerLife.create({ data: { id: "prc_before", ...row } });
  await first.stop();
  const process = await start(settingsWith(kind, fresh, old));
  await process.sign();
  expect(isNew(process, kind)).toBe(false);
  await process.service.deps.db.orm.workerLife.delete({ where: { id: "prc_before" } });
  await process.sign();
  expect(isNew(process, kind)).toBe(true);
});

test("a process that finds nothing to move gives its sign of life without the lock; one that does waits for it", async () => {
  const { valuesOf, start } = await createDeployment();
  const kind = "SECRETS_KEY";
  const { old, fresh } = valuesOf(kind);
  const [one, other] = [await start(), await start()];
  await one.sign();
  await silence(one, 4, one.id);
  const { deps } = other.service;
  await inTransaction(deps.db, async (db) => {
    await holdSecretsInUse(db);
    expect(await one.sign()).toEqual([]);
  });
  const saying = (await listSaying(deps.db.orm)).map(({ id }) => id);
  expect(saying).toContain(one.id);

  for (const each of [one, other]) await each.stop();
  const renewed = await start(settingsWith(kind, fresh, old));
  const { db } = renewed.service.deps;
  const beside = await start(settingsWith(kind, fresh, old));
  await inTransaction(db, async (held) => {
    await holdSecretsInUse(held);
    await expect(beside.sign()).rejects.toThrow();
  });
  expect(isNew(beside, kind)).toBe(false);
  expect(await beside.sign()).toEqual([]);
  expect(isNew(beside, kind)).toBe(true);
}, 60_000);
