import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Foreseen } from "../lib/foreseen.ts";
import { withClient } from "../lib/migration-adapter.ts";
import { freePort } from "./ports.ts";
import { openHome } from "./postgres-home.ts";
import { ensureData, SUPERUSER } from "./postgres-init.ts";
import type { GuardOrder } from "./postgres-order.ts";
import { releaseDataFolder } from "./postmaster.ts";

export type PostgresOptions = {
  /** The folder that holds data and password; absent: a temporary one that disappears afterwards. */
  folder?: string;
  preferredPort?: number;
  settings?: Record<string, string | number>;
  logFile?: string;
  note?: (line: string) => void;
};

export type RunningPostgres = {
  port: number;
  isNew: boolean;
  /** What the folder was found like: a crash before is worth a word. */
  found: Awaited<ReturnType<typeof releaseDataFolder>>;
  url: (database: string) => string;
  /** A clean shutdown; resolves when the server is gone. */
  stop: () => Promise<void>;
};

const GUARD = fileURLToPath(new URL("./postgres-guard.ts", import.meta.url));
const START_TIMEOUT_MS = 60_000;

/** Starts a PostgreSQL that ends with this process, whatever way this process ends. */
export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), "lintel-postgres-"));
  const home = await openHome(folder, options.note ?? (() => {}));
  const { password, isNew } = await ensureData(home);
  const found = await releaseDataFolder(home.dataFolder);
  const port = await freePort(options.preferredPort ?? 54_329, "127.0.0.1");
  const settings = { listen_addresses: "127.0.0.1", port, unix_socket_directories: "", ...options.settings };
  const logFile = options.logFile ?? join(home.folder, "log");
  const guard = spawnGuard(logFile, {
    program: home.program("postgres"),
    args: [
      "-D",
      home.dataFolder,
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    account: home.account,
    dataFolder: home.dataFolder,
    restart: options.folder !== undefined,
    removeAfterwards: options.folder === undefined ? home.folder : null,
  });
  const url = (database: string) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
  await untilReady(url("postgres"), guard, logFile);
  return { port, isNew, found, url, stop: () => stopGuard(guard) };
}

function spawnGuard(logFile: string, order: GuardOrder): ChildProcess {
  const log = openSync(logFile, "w", 0o600);
  const guard = spawn(process.execPath, [GUARD, JSON.stringify(order)], {
    stdio: ["pipe", log, log],
    detached: true,
  });
  closeSync(log);
  // Its standard input is what keeps it alive; it must not keep this process alive in turn.
  guard.unref();
  return guard;
}

async function untilReady(url: string, guard: ChildProcess, logFile: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (guard.exitCode === null && Date.now() < deadline) {
    const isReady = await withClient(url, () => Promise.resolve(true)).catch(() => false);
    if (isReady) return;
    await pause(25);
  }
  await stopGuard(guard);
  const lines = readFileSync(logFile, "utf8").trim().split("\n").slice(-5).join("\n");
  const hint = /No space left/.test(lines) ? "The disk is full: free some space and start again.\n" : "";
  throw new Foreseen(`PostgreSQL did not start. ${hint}Its last words (${logFile}):\n${lines}`);
}

async function stopGuard(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null || guard.signalCode !== null) return;
  const gone = new Promise((resolve) => guard.once("exit", resolve));
  guard.ref();
  guard.stdin?.end("stop");
  await gone;
}
