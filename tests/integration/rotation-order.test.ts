import { describe, expect, test } from "vitest";
import { loadConfig } from "#config/config.ts";
import { SECRET_KINDS, type SecretKind } from "#core/operator/rotation.ts";
import { checkSecretsAtStart } from "#runtime/start-check.ts";
import {
  followSecrets,
  heldSecrets,
  signAtOnce,
  stillWritten,
  writeAsOthers,
} from "#services/secrets-in-use.ts";
import {
  aDayPasses,
  createDeployment,
  settingsWith,
  type TestProcess,
  unread,
} from "../support/world/rotation.ts";

// A secret is rotated while processes run, restarted one after the other: what one writes, all others read at every moment.

const PROCESSES = 3;

/** Whether a process writes with the value that its settings want. */
const isNew = ({ service }: TestProcess, kind: SecretKind): boolean => {
  const held = heldSecrets(service.deps)[kind];
  return held.writes() === held.wants;
};

/** Each step is what all processes are restarted with, one after the other; the last one drops the former value. */
const ORDERS = {
  "the new value at once, the former one behind it": (kind: SecretKind, old: string, fresh: string) => [
    settingsWith(kind, fresh, old),
    settingsWith(kind, fresh),
  ],
  "the new value announced behind the former one, then swapped": (
    kind: SecretKind,
    old: string,
    fresh: string,
  ) => [settingsWith(kind, old, fresh), settingsWith(kind, fresh, old), settingsWith(kind, fresh)],
};

describe.each(Object.entries(ORDERS))("%s", (_name, stepsOf) => {
  test.each(SECRET_KINDS)(
    "%s: no process ever writes what another one cannot read",
    async (kind) => {
      const { valuesOf, start } = await createDeployment();
      const { old, fresh } = valuesOf(kind);
      const first = await start();
      const running = [first];
      while (running.length < PROCESSES) running.push(await start());
      const { liveKey: key } = await first.service.tenant({ plan: "scale" });
      const headers = { "idempotency-key": "rotation-1" };
      const answers = new Set<string>();
      const look = async (asksAll: boolean) => {
        expect(await unread(kind, running)).toBe(0);
        if (!asksAll) return;
        // Each knows the key, and gives a repeat the first answer.
        for (const { service } of running) {
          const answer = await service.call("POST", "/verify/start", { key, headers });
          expect(answer.status, answer.text).toBe(200);
          answers.add(answer.text);
        }
        expect(answers.size).toBe(1);
      };
      await look(true);

      const steps = stepsOf(kind, old, fresh);
      for (const [number, settings] of steps.entries()) {
        // Without the former value, what it wrote is not read: docs/operations.md says for how long to keep it.
        const isLast = number === steps.length - 1;
        for (const [place, process] of running.entries()) {
          await process.stop();
          const next = await start(settings);
          expect(next.faults).toEqual([]);
          running[place] = next;
          await look(!isLast);
          for (const each of running) {
            expect(await each.sign()).toEqual([]);
            await look(!isLast);
          }
        }
        for (const each of running.slice(0, 1)) await aDayPasses(each);
        for (const each of [...running, ...running]) {
          expect(await each.sign()).toEqual([]);
          await look(!isLast);
        }
      }
      expect(running.map((process) => isNew(process, kind))).toEqual(running.map(() => true));
      const counts = await Promise.all(
        running.map(({ service }) => service.deps.db.orm.verification.count()),
      );
      expect(new Set(counts)).toEqual(new Set([1]));
    },
    240_000,
  );
});

test("a process goes over only when the last one has the new settings, and says for one more sign that it wrote with both", async () => {
  const { valuesOf, start } = await createDeployment();
  const kind = "KEY_PEPPER";
  const { old, fresh } = valuesOf(kind);
  const [one, other] = [await start(), await start()];
  await one.stop();
  const renewed = await start(settingsWith(kind, fresh, old));
  for (let each = 0; each < 3; each += 1) await renewed.sign();
  expect(isNew(renewed, kind)).toBe(false);
  expect(await stillWritten(renewed.service.deps)).toContain(kind);
  await other.stop();
  await renewed.sign();
  expect(isNew(renewed, kind)).toBe(true);
  // What it had under way may still be written with the former one.
  expect(await stillWritten(renewed.service.deps)).toContain(kind);
  await renewed.sign();
  expect(await stillWritten(renewed.service.deps)).not.toContain(kind);
});

test("a signing key signs once every process has published it for a day, and one that does not begins the day again", async () => {
  const { valuesOf, start } = await createDeployment();
  const kind = "TOKEN_SIGNING_KEYS";
  const { old, fresh } = valuesOf(kind);
  await (await start()).stop();
  const process = await start(settingsWith(kind, fresh, old));
  expect(process.service.deps.signingKeys.jwks().keys).toHaveLength(2);
  await process.sign();
  expect(isNew(process, kind)).toBe(false);
  await aDayPasses(process);
  await (await start()).stop();
  await process.sign();
  expect(isNew(process, kind)).toBe(false);
  await aDayPasses(process);
  await process.sign();
  expect(isNew(process, kind)).toBe(true);
});

test("a process without the former value does not begin while another may still write with it", async () => {
  const { valuesOf, start } = await createDeployment();
  const kind = "SECRETS_KEY";
  const { old, fresh } = valuesOf(kind);
  const first = await start();
  const process = await start(settingsWith(kind, old, fresh));
  await first.stop();
  await process.stop();
  const [one, other] = [
    await start(settingsWith(kind, fresh, old)),
    await start(settingsWith(kind, fresh, old)),
  ];
  expect(await one.sign()).toEqual([]);
  // The other one did not look since.
  expect(await start(settingsWith(kind, fresh))).toHaveProperty("faults", [{ kind, why: "still_written" }]);
  for (const each of [one, other, one, other]) expect(await each.sign()).toEqual([]);
  expect((await start(settingsWith(kind, fresh))).faults).toEqual([]);

  const more = await createDeployment();
  const values = more.valuesOf(kind);
  const before = await more.start(settingsWith(kind, values.old, values.fresh));
  const swapped = await more.start(settingsWith(kind, values.fresh, values.old));
  await before.stop();
  await swapped.sign();
  const early = await more.start(settingsWith(kind, values.fresh));
  expect(early.faults).toEqual([{ kind, why: "still_written" }]);
  await swapped.sign();
  expect((await more.start(settingsWith(kind, values.fresh))).faults).toEqual([]);
});

test.each(SECRET_KINDS)(
  "%s: a process with the former value alone does not begin, and says why",
  async (kind) => {
    const { env, valuesOf, start } = await createDeployment();
    const { old, fresh } = valuesOf(kind);
    await (await start()).stop();
    const process = await start(settingsWith(kind, fresh, old));
    await aDayPasses(process);
    await process.sign();
    expect(isNew(process, kind)).toBe(true);
    const late = await start(settingsWith(kind, old));
    expect(late.faults).toEqual([{ kind, why: "not_held" }]);
    const config = loadConfig({ ...env, ...settingsWith(kind, old) });
    const refusal: unknown = await checkSecretsAtStart(config, () => undefined).catch(
      (error: unknown) => error,
    );
    expect(String(refusal)).toContain(
      kind === "TOKEN_SIGNING_KEYS" ? "lacks the key that the other processes sign with" : `${kind}_PREVIOUS`,
    );
    expect(String(refusal)).toContain("npm run rotate");
    for (const value of [old, fresh]) expect(String(refusal)).not.toContain(value);
  },
);

test("a command writes with what the processes write with, and moves nothing", async () => {
  const { valuesOf, start, command } = await createDeployment();
  const kind = "SECRETS_KEY";
  const { old, fresh } = valuesOf(kind);
  const serving = await start();
  const { deps } = await command(settingsWith(kind, fresh, old));
  expect(await writeAsOthers(deps)).toEqual([]);
  expect(deps.secrets.sealing.writes()).not.toBe(deps.secrets.sealing.wants);
  expect(serving.service.deps.secrets.open(deps.secrets.seal("text", "context"), "context")).toBe("text");
  const foreign = await command(settingsWith(kind, fresh));
  expect(await writeAsOthers(foreign.deps)).toEqual([{ kind, why: "not_held" }]);
});

test("after a theft the first key signs at once, and processes without it end", async () => {
  const { valuesOf, start, command } = await createDeployment();
  const kind = "TOKEN_SIGNING_KEYS";
  const { fresh } = valuesOf(kind);
  const stolen = await start();
  expect((await start(settingsWith(kind, fresh))).faults).toEqual([{ kind, why: "not_held" }]);
  const { deps } = await command(settingsWith(kind, fresh));
  expect([await signAtOnce(deps), await signAtOnce(deps)]).toEqual([true, false]);
  expect(await stolen.sign()).toEqual([{ kind, why: "not_held" }]);
  // Its last sign of life is still there, and hinders none.
  expect((await start(settingsWith(kind, fresh))).faults).toEqual([]);
});

test("after a theft the first key goes on signing where processes have both keys and still want the stolen one", async () => {
  const { valuesOf, start, command } = await createDeployment();
  const kind = "TOKEN_SIGNING_KEYS";
  const { old, fresh } = valuesOf(kind);
  const announced = settingsWith(kind, old, fresh);
  const [one, other] = [await start(announced), await start(announced)];
  for (const each of [one, other]) await each.sign();
  await aDayPasses(one);
  const { deps } = await command(settingsWith(kind, fresh));
  expect(await signAtOnce(deps)).toBe(true);
  for (const each of [one, other, one, other]) expect(await each.sign()).toEqual([]);
  // As `npm run reseal` does, with the settings of the processes.
  const { deps: beside } = await command(announced);
  expect(await followSecrets(beside, null)).toEqual([]);
  for (const each of [one, other]) expect(await each.sign()).toEqual([]);
  const { wants } = heldSecrets(deps)[kind];
  expect([one, other].map(({ service }) => heldSecrets(service.deps)[kind].writes())).toEqual([wants, wants]);
});
