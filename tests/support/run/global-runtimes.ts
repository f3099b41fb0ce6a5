import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { ROOT } from "../../../scripts/lib/run.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Why sdk/runtimes is not installed, in one line; "": it is. */
    noRuntimes: string;
    /** @lintel/sdk as it is published: the file that `npm pack` makes. */
    packedSdk: string;
  }
}

const FOLDER = join(ROOT, "sdk/runtimes");

/**
 * Packs the SDK, and installs sdk/runtimes as its lock file says, unless it is there already. Without a network its tests are
 * skipped.
 */
export default function setup(project: TestProject): () => void {
  const missing = install();
  if (missing !== "") console.warn(missing);
  project.provide("noRuntimes", missing);
  const folder = mkdtempSync(join(tmpdir(), "lintel-packed-"));
  project.provide("packedSdk", pack(folder));
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Once for all tests: two at a time would take the folder away from each other. */
function pack(folder: string): string {
  const output = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: join(ROOT, "sdk/typescript"),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    // The root's Node strips types.
    env: { ...process.env, PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}` },
  });
  // Before it stands what the build says.
  const [one] = JSON.parse(output.slice(output.indexOf("[")));
  return join(folder, one.filename);
}

function install(): string {
  if (existsSync(join(FOLDER, "node_modules/.package-lock.json"))) return "";
  try {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: FOLDER, stdio: "pipe", timeout: 300_000 });
    return "";
  } catch (error) {
    // Half of it would be taken for all of it next time.
    rmSync(join(FOLDER, "node_modules"), { recursive: true, force: true });
    const [line = ""] = String(error instanceof Error ? error.message : error).split("\n");
    return `Bun, Deno, workerd and web frameworks: not on this machine, and npm could not install sdk/runtimes (${line}).`;
  }
}
