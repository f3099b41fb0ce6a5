import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ExitCode } from "../../../sdk/cli/src/command.ts";
import type { Io } from "../../../sdk/cli/src/io.ts";
import { main } from "../../../sdk/cli/src/main.ts";

/** What one command line printed, and what its process would have ended with. */
export type CliRun = { exitCode: ExitCode; stdout: string; stderr: string };

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "lintel-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The world of one user at one machine: its own configuration file, no terminal, and nothing of this process. */
export function cliWorld(changes: Partial<Io> = {}): { io: Io; stdout: () => string; stderr: () => string } {
  const written = { out: "", err: "" };
  const io: Io = {
    env: {},
    isJson: false,
    isInteractive: false,
    configFile: join(temporaryFolder(), "lintel", "config.json"),
    hostName: "workbench",
    fetch,
    now: () => new Date(),
    sleep: async () => {},
    signal: new AbortController().signal,
    print: (line) => {
      written.out += `${line}\n`;
    },
    printJson: (value) => {
      written.out += `${JSON.stringify(value)}\n`;
    },
    paint: (_, text) => text,
    stdin: (async function* () {})(),
    ask: async () => null,
    ...changes,
    // A test that listens to notes does not take them away.
    note: (line) => {
      written.err += `${line}\n`;
      changes.note?.(line);
    },
  };
  return { io, stdout: () => written.out, stderr: () => written.err };
}

/** Runs a command line within this process; `--json` counts as on a real one. */
export async function runCli(argv: readonly string[], changes: Partial<Io> = {}): Promise<CliRun> {
  const { io, stdout, stderr } = cliWorld({ isJson: argv.includes("--json"), ...changes });
  return { exitCode: await main(argv, io), stdout: stdout(), stderr: stderr() };
}
