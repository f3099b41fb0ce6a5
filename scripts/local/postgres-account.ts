import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { Foreseen } from "../lib/foreseen.ts";

/** Who runs PostgreSQL. Undefined: whoever runs this process. */
export type Account = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root. Started by root it runs as the owner of its data if there is any, or
 * else as the system's `postgres` user, which is made when it is missing.
 */
export function postgresAccount(dataFolder: string, note: (line: string) => void): Account {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = lookUp("postgres");
  if (existing !== undefined) return existing;
  spawnSync("useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "--shell",
    "/usr/sbin/nologin",
    "postgres",
  ]);
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

/** Whether that account can run the program, whatever the modes of the folders on the way to it. */
export const canRun = (account: Account, program: string): boolean =>
  shell(account, '"$1" --version >/dev/null', program);

export const canWrite = (account: Account, folder: string): boolean => shell(account, 'test -w "$1"', folder);

function shell(account: Account, script: string, argument: string): boolean {
  const { status } = spawnSync("/bin/sh", ["-c", script, "sh", argument], {
    ...account,
    cwd: "/",
    stdio: "ignore",
  });
  return status === 0;
}

function lookUp(name: string): Account {
  const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }).stdout);
  return uid?.trim() ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
