import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../../scripts/lib/run.ts";

const RUNTIMES = join(ROOT, "sdk/runtimes");

/**
 * Installs sdk/runtimes as its lock file says, if it is not there yet.
 * @returns null: it is there; else why it is not, in one line
 */
export const whyNoRuntimes = (): string | null => {
  if (existsSync(join(RUNTIMES, "node_modules/.package-lock.json"))) return null;
  try {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: RUNTIMES,
      stdio: "pipe",
      timeout: 300_000,
    });
    return null;
  } catch (error) {
    const [line = ""] = String(error instanceof Error ? error.message : error).split("\n");
    rmSync(join(RUNTIMES, "node_modules"), { recursive: true, force: true });
    return `sdk/runtimes could not be installed: ${line}`;
  }
};

/** A program of sdk/runtimes, such as `bun`. */
export const runtimeBinary = (name: string): string => join(RUNTIMES, "node_modules/.bin", name);

const linkAll = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((one) => !one.startsWith("."))) {
    if (name.startsWith("@")) linkAll(join(from, name), join(to, name));
    else symlinkSync(join(from, name), join(to, name));
  }
};

/** Packs @lintel/sdk as it is published. @returns the file */
export const packSdk = (folder: string): string => {
  const output = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: join(ROOT, "sdk/typescript"),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}` },
  });
  const packed: unknown = JSON.parse(output.slice(output.indexOf("[")));
  const [one] = Array.isArray(packed) ? packed : [];
  return join(folder, one.filename);
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
  execFileSync("tar", ["-xzf", packSdk(folder), "-C", home, "--strip-components=1"]);
  cpSync(join(ROOT, "sdk/typescript/examples"), join(folder, "examples"), { recursive: true });
  cpSync(join(ROOT, "tests/sdk/support/receivers"), join(folder, "receivers"), { recursive: true });
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
};
