import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withClient } from "../../../scripts/lib/database.ts";
import { freePort } from "./redis.ts";

const ROOT = "/usr/lib/postgresql";

/** The newest version that Debian's packages put here, with the tools that the tests' own PostgreSQL comes without. */
const BIN: string | null = existsSync(ROOT)
  ? (readdirSync(ROOT)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(ROOT, version, "bin"))
      .find((bin) => existsSync(join(bin, "pg_basebackup")) && existsSync(join(bin, "initdb"))) ?? null)
  : null;

/** Why tests that need a standby or pg_dump cannot run here; null when they can. */
export const debianPostgresMissing: string | null =
  BIN === null ? "PostgreSQL's own tools are not installed (Debian: apt-get install postgresql)" : null;

/** PostgreSQL refuses to run as root. */
const idOf = (flag: "-u" | "-g"): number =>
  Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
const user = BIN !== null && process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};

/** Runs one of PostgreSQL's tools to its end. @throws Error with what it said */
export const runTool = (tool: string, args: readonly string[]): void => {
  execFileSync(join(BIN ?? "", tool), args, { ...user, cwd: tmpdir(), stdio: ["ignore", "ignore", "pipe"] });
};

export type DebianServer = {
  url(database: string): string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

const serverIn = (folder: string, port: number): DebianServer => {
  let child: ChildProcess | undefined;
  const url = (database: string): string => `postgresql://postgres@127.0.0.1:${port}/${database}`;
  return {
    url,
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGQUIT"); // "immediate": no checkpoint, and no child stays
      await exit;
    },
    start: async () => {
      child = spawn(join(BIN ?? "", "postgres"), ["-D", folder, "-p", `${port}`, "-k", ""], {
        ...user,
        cwd: tmpdir(),
        stdio: "ignore",
      });
      for (;;) {
        const isUp = await withClient(url("postgres"), (client) => client.query("select 1")).then(
          () => true,
          () => false,
        );
        if (isUp) return;
        if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`);
      }
    },
  };
};

export type DebianPostgres = {
  primary: DebianServer;
  /** Copies the primary and follows it. */
  standby(): Promise<DebianServer>;
  /** A path for files that PostgreSQL's tools write and read. */
  path(name: string): string;
  close(): Promise<void>;
};

/** A PostgreSQL of Debian's packages, in a folder of its own. */
export const startDebianPostgres = async (): Promise<DebianPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), "lintel-debian-postgres-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const path = (name: string): string => join(folder, name);
  runTool("initdb", ["-D", path("primary"), "-A", "trust", "-U", "postgres", "--no-sync"]);
  const settings = ["listen_addresses = '127.0.0.1'", "fsync = off", "shared_buffers = 32MB"];
  appendFileSync(path("primary/postgresql.conf"), `${settings.join("\n")}\n`);
  const primary = serverIn(path("primary"), await freePort());
  await primary.start();
  const servers = [primary];
  return {
    primary,
    path,
    standby: async () => {
      runTool("pg_basebackup", [
        ...["-d", primary.url("postgres"), "-D", path("standby"), "-R", "-X", "stream"],
        ...["--checkpoint=fast", "--no-sync"],
      ]);
      const standby = serverIn(path("standby"), await freePort());
      servers.push(standby);
      await standby.start();
      return standby;
    },
    close: async () => {
      for (const server of servers.reverse()) await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
