import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { processEnv } from "../webhooks/worker-process.ts";
import type { TestTenant } from "../world/service.ts";

/** The release that a rolling upgrade comes from: one of 22 November, which runs with the dependencies of this tree. */
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
  const run = (program: string, args: string[], cwd: string, env = process.env): string => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
    return stdout;
  };
  const archive = join(folder, "release.tar");
  run("git", ["archive", `--output=${archive}`, OLD_RELEASE], process.cwd());
  run("tar", ["-xf", archive], folder);
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  run(process.execPath, ["scripts/generate.ts"], folder);
  const tenantScript = join(folder, "tests/support/faults/old-tenant.ts");
  cpSync(join(import.meta.dirname, "old-tenant.ts"), tenantScript);
  return {
    /** Its schema and migrations. */
    prisma: join(folder, "prisma"),
    /** A tenant with one endpoint, made by the old release. */
    tenant: (env: Readonly<Record<string, string>>, endpointUrl: string): TestTenant =>
      JSON.parse(
        run(
          process.execPath,
          [tenantScript, endpointUrl],
          folder,
          processEnv({ LOG_LEVEL: "silent", ...env }),
        ),
      ),
    api: join(folder, "tests/support/http/api-child.ts"),
    worker: join(folder, "src/worker/main.ts"),
  };
};
