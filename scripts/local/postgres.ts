import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { withClient } from "../lib/database.ts";
import { Foreseen } from "../lib/foreseen.ts";
import { anyPort, freePort } from "./ports.ts";
import type { GuardOrder } from "./postgres-guard.ts";
import { diskHint, ensureData, openHome, releaseDataFolder, SUPERUSER } from "./postgres-home.ts";

export type PostgresOptions = {
  /** The folder that holds data and password; absent: a temporary one that disappears afterwards. */
  folder?: string;
  /** Where a temporary folder is made; absent: in the system's. */
  within?: string;
  preferredPort?: number | undefined;
  settings?: Record<string, string | number>;
  logFile?: string;
  note?: (line: string) => void;
};

export type RunningPostgres = {
  folder: string;
  port: number;
  isNew: boolean;
  /** What the folder was found like: a crash before is worth a word. */
  found: Awaited<ReturnType<typeof releaseDataFolder>>;
  url: (database: string) => string;
  /** A clean shutdown; resolves when the server is gone. */
  stop: () => Promise<void>;
};

const GUARD = fileURLToPath(new URL("./postgres-guard.ts", import.meta.url));
const HOST = "127.0.0.1";
const USUAL_PORT = 54_329;
const START_TIMEOUT_MS = 60_000;
const ATTEMPTS = 5;

/** Starts a PostgreSQL that ends with this process, however this process ends. */
export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  if (options.folder !== undefined) return start(options.folder, options);
  const folder = mkdtempSync(join(options.within ?? tmpdir(), "lintel-postgres-"));
  try {
    return await start(folder, options);
  } catch (error) {
    // The guard removes it in the end, but there may never have been one.
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function start(folder: string, options: PostgresOptions): Promise<RunningPostgres> {
  const isTemporary = options.folder === undefined;
  const home = openHome(folder, options.note ?? (() => {}));
  const { account, dataFolder } = home;
  const { password, isNew } = await ensureData(home);
  const found = await releaseDataFolder(dataFolder);
  const logFile = options.logFile ?? join(home.folder, "log");
  for (let attempt = 1; ; attempt++) {
    const port = isTemporary ? await anyPort() : await freePort(options.preferredPort ?? USUAL_PORT, HOST);
    const settings = { listen_addresses: HOST, port, unix_socket_directories: "", ...options.settings };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const guard = spawnGuard(logFile, {
      program: join(home.bin, "postgres"),
      args: ["-D", dataFolder, ...flags],
      account,
      dataFolder,
      restart: !isTemporary,
      removeAfterwards: isTemporary ? [home.folder, folder] : [],
    });
    const url = (database: string) => `postgresql://${SUPERUSER}:${password}@${HOST}:${port}/${database}`;
    if (await becomesReady(url("postgres"), guard)) {
      return { folder, port, isNew, found, url, stop: () => stopGuard(guard) };
    }
    await stopGuard(guard);
    const words = readFileSync(logFile, "utf8").trim().split("\n").slice(-5).join("\n");
    // Another program took the port between looking and listening.
    if (/could not bind|Address already in use/.test(words) && attempt < ATTEMPTS) continue;
    throw new Foreseen(`PostgreSQL did not start. ${diskHint(words)}Its last words (${logFile}):\n${words}`);
  }
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

async function becomesReady(url: string, guard: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (guard.exitCode === null && Date.now() < deadline) {
    if (await withClient(url, () => Promise.resolve(true)).catch(() => false)) return true;
    await pause(25);
  }
  return false;
}

async function stopGuard(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null || guard.signalCode !== null) return;
  const gone = new Promise((resolve) => guard.once("exit", resolve));
  guard.ref();
  guard.stdin?.end("stop");
  await gone;
}
