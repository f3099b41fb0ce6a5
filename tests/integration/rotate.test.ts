import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createDeployment, settingsWith } from "../support/world/rotation.ts";

// `npm run rotate` and `npm run reseal` beside processes that run: no step is called done too early.

const KIND = "SECRETS_KEY";

type Said = { code: number; stdout: string; stderr: string };

const runner =
  (env: Record<string, string>) =>
  (script: string, settings: Record<string, string>, ...args: string[]): Promise<Said> =>
    promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], {
      env: { ...process.env, ...env, ...settings },
    }).then(
      (done) => ({ code: 0, ...done }),
      (error: Said) => ({ code: error.code, stdout: error.stdout, stderr: error.stderr }),
    );

const lineOf = ({ stdout }: Said, kind: string): string =>
  stdout.split("\n").find((line) => line.startsWith(`${kind} `)) ?? "";

test("an option that rotate does not have ends in its help, and in no stack", async () => {
  const { code, stdout, stderr } = await runner({})("rotate", {}, "--help");
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("npm run rotate -- now");
  expect(stderr).not.toContain("    at ");
});

test("walks a rotation of SECRETS_KEY and names the processes that each step waits for", async () => {
  const { env, valuesOf, start } = await createDeployment();
  const run = runner(env);
  const { old, fresh } = valuesOf(KIND);
  const [begun, next, end] = [
    settingsWith(KIND, old),
    settingsWith(KIND, fresh, old),
    settingsWith(KIND, fresh),
  ];
  const [one, other] = [await start(), await start()];
  const atRest = await run("rotate", begun);
  expect([atRest.code, lineOf(atRest, KIND)]).toEqual([0, expect.stringContaining("all processes have it")]);

  await one.stop();
  const renewed = await start(next);
  const mixed = await run("rotate", next);
  expect([mixed.code, lineOf(mixed, KIND)]).toEqual([1, expect.stringContaining("Restart these processes")]);
  expect(mixed.stdout).toContain(other.id);
  expect(mixed.stdout).not.toContain(renewed.id);
  const early = await run("reseal", next);
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining("Too early")]);

  await other.stop();
  expect(lineOf(await run("rotate", next), KIND)).toContain("has run for three minutes");
  await renewed.sign();
  const settling = await run("rotate", next);
  expect([settling.code, lineOf(settling, KIND)]).toEqual([1, expect.stringContaining("may still write")]);
  expect((await run("reseal", next)).stderr).toContain("Too early");
  await renewed.sign();
  const ready = await run("rotate", next);
  expect([ready.code, lineOf(ready, KIND)]).toEqual([0, expect.stringContaining("npm run reseal")]);
  expect((await run("reseal", next)).stdout).toContain("Everything that can be opened is sealed");
  expect(lineOf(await run("rotate", next), KIND)).toContain("remove it");

  const left = await run("rotate", end);
  expect([left.code, lineOf(left, KIND)]).toEqual([
    1,
    expect.stringContaining("still have the former value"),
  ]);
  expect(left.stdout).toContain(renewed.id);
  await renewed.stop();
  const done = await run("rotate", end);
  expect([done.code, lineOf(done, KIND)]).toEqual([0, expect.stringContaining("all processes have it")]);
  for (const { stdout, stderr } of [atRest, mixed, early, settling, ready, left, done])
    for (const value of [old, fresh]) expect(stdout + stderr).not.toContain(value);
}, 240_000);

test("with settings that lack the value in use says so, and lets a signing key sign at once on request alone", async () => {
  const { env, valuesOf, start } = await createDeployment();
  const run = runner(env);
  const kind = "TOKEN_SIGNING_KEYS";
  await start();
  const settings = settingsWith(kind, valuesOf(kind).fresh);
  const foreign = await run("rotate", settings);
  expect([foreign.code, lineOf(foreign, kind)]).toEqual([1, expect.stringContaining("do not have")]);
  expect((await run("rotate", settings, "now")).stdout).toContain("signs from now on");
  expect((await run("rotate", settings, "now")).stdout).toContain("signs already");
  expect((await run("rotate", settings, "nonsense")).stderr).toContain("npm run rotate -- now");
  const oidc = await run("oidc-keys", settingsWith(kind, valuesOf(kind).old), "list");
  expect([oidc.code, oidc.stderr]).toEqual([1, expect.stringContaining("lacks the key that the other")]);
}, 120_000);
