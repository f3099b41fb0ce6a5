import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Foreseen } from "../lib/foreseen.ts";
import { postgresEnvironment } from "./postgres-environment.ts";
import type { PostgresHome } from "./postgres-home.ts";

export const SUPERUSER = "lintel";

/** The password of the data folder, which is made first if there is none. */
export async function ensureData(home: PostgresHome): Promise<{ password: string; isNew: boolean }> {
  const passwordFile = join(home.folder, "password");
  if (existsSync(join(home.dataFolder, "PG_VERSION"))) {
    const password = await readFile(passwordFile, "utf8").catch(() => "");
    if (password !== "") return { password, isNew: false };
    throw new Foreseen(`${passwordFile} is lost. Remove ${home.folder} to begin with an empty database.`);
  }
  const password = randomBytes(24).toString("base64url");
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (home.account !== undefined) await chown(passwordFile, home.account.uid, home.account.gid);
  // Made aside and renamed, so that a crash in between never leaves half a database behind.
  const draft = `${home.dataFolder}.new`;
  await rm(draft, { recursive: true, force: true });
  await initialise(home, draft, passwordFile);
  await rename(draft, home.dataFolder);
  return { password, isNew: true };
}

async function initialise(home: PostgresHome, folder: string, passwordFile: string): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
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
  const child = spawn(home.program("initdb"), args, {
    ...home.account,
    cwd: "/",
    env: postgresEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exit = new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  const [complaint, code] = await Promise.all([text(child.stderr), exit]);
  if (code === 0) return;
  const hint = /No space left/.test(complaint)
    ? "The disk is full: free some space and start again."
    : complaint.trim();
  throw new Foreseen(`PostgreSQL could not make its data folder ${folder}.\n${hint}`);
}
