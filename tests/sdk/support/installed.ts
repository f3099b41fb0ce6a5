import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { ROOT } from "../../../scripts/lib/run.ts";

const RUNTIMES = join(ROOT, "sdk/runtimes");

/** A program of sdk/runtimes, such as `bun`. */
export const runtimeBinary = (name: string): string => join(RUNTIMES, "node_modules/.bin", name);

const linkAll = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((one) => !one.startsWith("."))) {
    if (name.startsWith("@")) linkAll(join(from, name), join(to, name));
    else symlinkSync(join(from, name), join(to, name));
  }
};

/**
 * A project of somebody who has installed the package as it is published, beside everything of sdk/runtimes; with the
 * examples, and the programs of tests/sdk/support/receivers. It goes away with the test.
 */
export const projectWithSdk = (): Disposable & { folder: string } => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-sdk-"));
  linkAll(join(RUNTIMES, "node_modules"), join(folder, "node_modules"));
  const home = join(folder, "node_modules/@lintel/sdk");
  mkdirSync(home, { recursive: true });
  execFileSync("tar", ["-xzf", inject("packedSdk"), "-C", home, "--strip-components=1"]);
  cpSync(join(ROOT, "sdk/typescript/examples"), join(folder, "examples"), { recursive: true });
  cpSync(join(ROOT, "tests/sdk/support/receivers"), join(folder, "receivers"), { recursive: true });
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
};
