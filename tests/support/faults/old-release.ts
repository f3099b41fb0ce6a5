import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";

/** The release that a rolling upgrade comes from: the last one whose dependencies are those of this tree. */
export const OLD_RELEASE = "9d3a7a3";

/** Why an upgrade cannot be tried here; "" when it can. */
export const oldReleaseMissing = (): string =>
  spawnSync("git", ["cat-file", "-e", `${OLD_RELEASE}^{commit}`]).status === 0
    ? ""
    : ` (not here: the commit ${OLD_RELEASE}; a shallow clone has no history)`;

/** The old release in a folder of its own, ready to run; it shares this tree's packages. Removed after the test. */
export const unpackOldRelease = () => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-old-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run = (program: string, args: string[], cwd: string): void => {
    const { status, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  };
  const archive = join(folder, "release.tar");
  run("git", ["archive", `--output=${archive}`, OLD_RELEASE], process.cwd());
  run("tar", ["-xf", archive], folder);
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  run(process.execPath, ["scripts/generate.ts"], folder);
  return {
    api: join(folder, "tests/support/http/api-child.ts"),
    worker: join(folder, "src/worker/main.ts"),
  };
};
