import { expect, test } from "vitest";
import { SECRET_KINDS, saidIn } from "#core/operator/rotation.ts";
import { inTransaction } from "#data/service/client.ts";
import { holdSecretsInUse } from "#data/service/secrets-in-use.ts";
import { createLogger } from "#platform/log.ts";
import { learnSecrets } from "#runtime/start-check.ts";
import { newProcess, noteLife } from "#services/processes.ts";
import { heldSecrets } from "#services/secrets-in-use.ts";
import { createDeployment, settingsWith } from "../support/world/rotation.ts";

// A process that starts in the middle of a rotation and cannot say what it reads: it does not write with what its settings want.

test("a process whose first sign of life waits too long for the lock writes with what the others write with, and admits both later", async () => {
  const { valuesOf, start, command } = await createDeployment();
  const kind = "KEY_PEPPER";
  const { old, fresh } = valuesOf(kind);
  const running = await start();
  const { deps } = await command(settingsWith(kind, fresh, old));
  const held = heldSecrets(deps)[kind];
  const life = newProcess(deps, "serve", "host");
  await inTransaction(running.service.deps.db, async (db) => {
    await holdSecretsInUse(db);
    await expect(noteLife(deps, life)).rejects.toThrow();
  });
  expect(held.writes()).not.toBe(held.wants);
  expect(heldSecrets(running.service.deps)[kind].reads).toContain(held.writes());
  expect(life).toMatchObject({ isInStep: true, looks: null });

  expect(await noteLife(deps, life)).toEqual([]);
  const { secrets } = await deps.db.orm.workerLife.findUniqueOrThrow({ where: { id: life.id } });
  expect(saidIn(secrets)?.[kind].writes.toSorted()).toEqual(held.writable.toSorted());
  expect(await noteLife(deps, life)).toEqual([]);
  const { secrets: next } = await deps.db.orm.workerLife.findUniqueOrThrow({ where: { id: life.id } });
  expect(saidIn(next)?.[kind].writes).toEqual([held.writes()]);
}, 60_000);

test("where no sign of life can be written, a process without the value in use ends all the same", async () => {
  const { valuesOf, start, command } = await createDeployment();
  const kind = "SECRETS_KEY";
  const { deps } = await start().then(({ service }) => service);
  const foreign = await command(settingsWith(kind, valuesOf(kind).fresh));
  await deps.db.orm.$executeRaw`alter table worker_life rename to away`;
  expect(await noteLife(foreign.deps, newProcess(foreign.deps, "serve", "host"))).toEqual([
    { kind, why: "not_held" },
  ]);
});

test("while the database is away, a process begins with the former values, which all still read in a rollout", async () => {
  const { valuesOf, command } = await createDeployment();
  const both = SECRET_KINDS.map((kind) => settingsWith(kind, valuesOf(kind).fresh, valuesOf(kind).old));
  const settings: Record<string, string> = Object.assign({}, ...both);
  const { deps } = await command(settings);
  const held = Object.values(heldSecrets(deps));
  await learnSecrets(deps, { isInStep: true }, async () => {}, { withinMs: 0 });
  expect(held.map(({ wants, writes }) => writes() === wants)).toEqual([true, true, true]);
  await learnSecrets(deps, { isInStep: false }, async () => {}, { withinMs: 0 });
  expect(held.map(({ wants, writes }) => writes() === wants)).toEqual([false, false, false]);
  // With one value of each, nothing depends on the others.
  const alone = await command();
  await learnSecrets(alone.deps, { isInStep: false }, () => Promise.reject(new Error("it asked")));
  expect(Object.values(heldSecrets(alone.deps)).every(({ wants, writes }) => writes() === wants)).toBe(true);
});

test("it waits until it has learnt what the others write with, and guesses nothing then", async () => {
  const { valuesOf, command } = await createDeployment();
  const kind = "KEY_PEPPER";
  const { old, fresh } = valuesOf(kind);
  const { deps } = await command(settingsWith(kind, fresh, old));
  const life = { isInStep: false };
  const say = async () => {
    life.isInStep = true;
  };
  await learnSecrets(deps, life, say, { withinMs: Number.POSITIVE_INFINITY });
  const { wants, writes } = heldSecrets(deps)[kind];
  expect(writes()).toBe(wants);
});

test("a process that could give no sign of life for three minutes says so once", async () => {
  const { start } = await createDeployment();
  const { deps } = await start().then(({ service }) => service);
  const lines: string[] = [];
  let minutes = 0;
  const now = () => new Date(Date.now() + minutes * 60_000);
  const write = (line: string): void => {
    lines.push(line);
  };
  const own = { ...deps, now, log: createLogger({ level: "warn", write, now }) };
  const life = newProcess(own, "serve", "host");
  const sign = () => noteLife(own, life).catch(() => null);
  await sign();
  await deps.db.orm.$executeRaw`alter table worker_life rename to away`;
  const counts: number[] = [];
  for (const at of [0, 2, 4, 8]) {
    minutes = at;
    await sign();
    counts.push(lines.length);
  }
  expect(counts).toEqual([0, 0, 1, 1]);
  expect(lines[0]).toContain("no sign of life could be written for 3 minutes");
  await deps.db.orm.$executeRaw`alter table away rename to worker_life`;
  expect(await sign()).toEqual([]);
  expect(lines).toHaveLength(1);
});
