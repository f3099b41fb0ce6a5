import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { withClient, withDatabase } from "../../../scripts/lib/database.ts";
import { applyMigrations } from "../../../scripts/lib/migrations.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { eventually } from "../world/eventually.ts";

// Programs of Debian's packages, as operators run them. The embedded PostgreSQL has no pg_dump and no replica.

const POSTGRES_BIN = ["18", "17", "16", "15"]
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find(existsSync);

const isThere = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;

/**
 * Why a drill cannot run here, in words for its name; "" when it can.
 * @param programs each with the Debian package that brings it
 */
export const missing = (programs: Readonly<Record<string, string>>): string => {
  const packages = Object.entries(programs).filter(([program]) => !isThere(program));
  const names = packages.map(([, name]) => name);
  if (POSTGRES_BIN === undefined) names.unshift("postgresql");
  return names.length === 0 ? "" : ` (not here: apt-get install ${names.join(" ")})`;
};

export const postgresBin = (): string => {
  if (POSTGRES_BIN === undefined) throw new Error("Debian's postgresql is not installed.");
  return POSTGRES_BIN;
};

const idOf = (flag: string): number =>
  Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);

/** PostgreSQL does not run as root: started by root, the programs run as Debian's `postgres`. */
const account = (): { uid: number; gid: number } | undefined =>
  process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : undefined;

/** A folder that these programs can write to; removed when the test is over. */
export const programFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `lintel-${name}-`));
  const owner = account();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
  return folder;
};

const environment = { PATH: process.env.PATH, LC_ALL: "C", HOME: "/tmp", NODE_ENV: "test" } as const;

/** Runs a program to its end. @returns what it printed @throws Error with its complaint */
export const runProgram = (
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): string => {
  const options = { ...account(), cwd: "/tmp", env: { ...environment, ...env }, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(program, args, options);
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout;
};

export type Program = {
  readonly pid: number;
  readonly log: () => string;
  kill(signal: NodeJS.Signals): Promise<void>;
  signal(signal: NodeJS.Signals): void;
};

/** Starts a program that goes on until the test is over, or `kill`. Its output goes to a file of that folder. */
export const startProgram = (
  folder: string,
  name: string,
  program: string,
  args: readonly string[],
): Program => {
  const file = join(folder, `${name}.log`);
  const log = openSync(file, "a");
  const child: ChildProcess = spawn(program, args, {
    ...account(),
    cwd: folder,
    env: { ...environment },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = once(child, "exit");
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await ended;
  };
  onTestFinished(() => kill("SIGKILL"));
  return {
    pid: child.pid ?? 0,
    log: () => readFileSync(file, "utf8"),
    kill,
    signal: (signal) => void child.kill(signal),
  };
};

export type DebianPostgres = { readonly server: string; stop(): Promise<void> };

/** A fresh cluster on a port of its own, which trusts loopback. Ends with the test. */
export const startDebianPostgres = async (): Promise<DebianPostgres> => {
  const bin = postgresBin();
  const folder = programFolder("cluster");
  const data = join(folder, "data");
  const encoding = ["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  runProgram(join(bin, "initdb"), ["-D", data, "--username=lintel", "--auth=trust", ...encoding]);
  const port = await anyPort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const flags = settings.flatMap((setting) => ["-c", setting]);
  const running = startProgram(folder, "postgres", join(bin, "postgres"), ["-D", data, ...flags]);
  const server = `postgresql://lintel@127.0.0.1:${port}/postgres`;
  const isUp = () => withClient(server, async () => true).catch(() => false);
  await eventually(isUp, 30_000).toBe(true);
  return { server, stop: () => running.kill("SIGINT") };
};

/** A database of this name on that server; migrated unless it is to be filled from a backup. */
export const databaseOn = async (server: string, name: string, isMigrated = true) => {
  await withClient(server, (client) => client.query(`create database ${name} template template0`));
  const url = withDatabase(server, name);
  if (isMigrated) await applyMigrations(url);
  return { url, [Symbol.asyncDispose]: async () => {} };
};
