import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { processEnv } from "../webhooks/worker-process.ts";
import type { TestTenant } from "../world/service.ts";

/** The release that a rolling upgrade comes from: one of 22 November, which runs with the dependencies of this tree. */
export const OLD_RELEASE = "9d3a7a3";

/** 0.7.0, the last one before keys had scopes. */
export const BEFORE_SCOPES = "d4e0190f6a048187b12d01b26d66f11d26d779ee";

/** Why an upgrade cannot be tried here; "" when it can. */
export const oldReleaseMissing = (release = OLD_RELEASE): string =>
  spawnSync("git", ["cat-file", "-e", `${release}^{commit}`]).status === 0
    ? ""
    : ` (not here: the commit ${release.slice(0, 7)}; a shallow clone has no history)`;

/** What has moved since, and where the old release has it. */
const MOVED = [
  ["config/config.ts", "config.ts"],
  ["runtime/runtime.ts", "runtime.ts"],
] as const;

const asOfThen = (folder: string, script: string): string =>
  MOVED.filter(([, then]) => existsSync(join(folder, "src", then))).reduce(
    (text, [now, then]) => text.replaceAll(`"#${now}"`, `"#${then}"`),
    script,
  );

/** The old release in a folder of its own, ready to run; it shares this tree's packages. Removed after the test. */
export const unpackOldRelease = (release = OLD_RELEASE) => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-old-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run = (program: string, args: string[], cwd: string, env = process.env): string => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
    return stdout;
  };
  const archive = join(folder, "release.tar");
  run("git", ["archive", `--output=${archive}`, release], process.cwd());
  run("tar", ["-xf", archive], folder);
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  run(process.execPath, ["scripts/generate.ts"], folder);
  /** Runs a script of this folder (tests/support/faults) with the old release's code. @returns the JSON that it prints */
  const ask = (script: string, env: Readonly<Record<string, string>>, ...args: string[]) => {
    const scripts = join(folder, "tests/support/faults");
    mkdirSync(scripts, { recursive: true });
    const copy = join(scripts, script);
    writeFileSync(copy, asOfThen(folder, readFileSync(join(import.meta.dirname, script), "utf8")));
    return JSON.parse(
      run(process.execPath, [copy, ...args], folder, processEnv({ LOG_LEVEL: "silent", ...env })),
    );
  };
  return {
    /** Its schema and migrations. */
    prisma: join(folder, "prisma"),
    ask,
    /** A tenant with one endpoint, made by the old release. */
    tenant: (env: Readonly<Record<string, string>>, endpointUrl: string): TestTenant =>
      ask("old-tenant.ts", env, endpointUrl),
    api: join(folder, "tests/support/http/api-child.ts"),
    worker: join(folder, "src/worker/main.ts"),
  };
};
