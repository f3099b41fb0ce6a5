import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "../../../scripts/lib/run.ts";
import type { Case } from "./case.ts";

const FOLDER = join(ROOT, "sdk/cases");

/** Every case of the one table, by file. A file that is no list is about something else (gate-cookies.json). */
export const readCases = (): ReadonlyMap<string, readonly Case[]> =>
  new Map(
    globSync("*.json", { cwd: FOLDER })
      .toSorted((one, other) => one.localeCompare(other, "en"))
      .map((file) => [basename(file, ".json"), JSON.parse(readFileSync(join(FOLDER, file), "utf8"))] as const)
      .filter(([, cases]) => Array.isArray(cases)),
  );

/** The stand-in as a process of its own, as every language's runner starts it; it ends with this. */
export const startStandIn = async (): Promise<AsyncDisposable & { url: string }> => {
  const child = spawn(process.execPath, [join(FOLDER, "stand-in.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line]: string[] = await once(createInterface(child.stdout), "line");
  return {
    url: JSON.parse(line ?? "{}").baseUrl,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, "exit");
      child.stdin.end();
      await ended;
    },
  };
};
