import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

// What the programs of the benchmarks share: options, folders, other processes, and what they print.

type Option = string | number | boolean;
type Widened<Value> = Value extends number ? number : Value extends boolean ? boolean : string;

/** The options behind `npm run bench -- <name>`; each has the type of its default. */
export const options = <Defaults extends Record<string, Option>>(defaults: Defaults) => {
  const named = Object.entries(defaults);
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: Object.fromEntries(
      named.map(([name, value]) => [
        name,
        { type: typeof value === "boolean" ? "boolean" : "string" } as const,
      ]),
    ),
  });
  const read = ([name, value]: [string, Option]) => {
    const given = values[name] ?? value;
    return [name, typeof value === "number" ? Number(given) : given];
  };
  return Object.fromEntries(named.map(read)) as { [Name in keyof Defaults]: Widened<Defaults[Name]> };
};

export const load = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`;

/** A row of a table for the terminal, its first column of a different width from the others. */
export const columns =
  (first: number, others: number, pad: "padEnd" | "padStart" = "padEnd") =>
  (...texts: string[]): string =>
    texts.map((text, index) => (index === 0 ? text[pad](first) : text.padStart(others))).join("");

/** The mark behind a figure that misses its bar; the exit code then says so too. */
export const mark = (isMet: boolean, missed = "  ✗"): string => {
  if (!isMet) process.exitCode = 1;
  return isMet ? "" : missed;
};

/** The last line. */
export const conclude = (): void =>
  console.log(process.exitCode === 1 ? "\n✗: a bar was missed" : "\nall bars met");

/** Kills the child when this process ends. @returns kills it at once, and waits until it is gone */
export const endWithUs = (child: ChildProcess): (() => Promise<void>) => {
  const end = (): void => void child.kill("SIGKILL");
  process.once("exit", end);
  return async () => {
    const exit = once(child, "exit");
    end();
    await exit;
    process.off("exit", end);
  };
};

/** Where databases lie: a folder that stays for the next run, or without one a temporary folder that ends with the stack. */
export const folderFor = (stack: AsyncDisposableStack, kept: string): string => {
  if (kept !== "") return kept;
  const folder = mkdtempSync(join(tmpdir(), "lintel-bench-"));
  chmodSync(folder, 0o755); // as root, PostgreSQL runs by another account
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
