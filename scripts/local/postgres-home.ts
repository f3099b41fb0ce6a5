import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Foreseen } from "../lib/foreseen.ts";
import { type Account, canRun, canWrite, postgresAccount } from "./postgres-account.ts";
import { dataVersion, installedPostgres, SYSTEM_FOLDER, sharedPostgres } from "./postgres-binaries.ts";

/** Where a PostgreSQL lives and as whom: `folder` holds data/ and the password. */
export type PostgresHome = {
  account: Account;
  program: (name: string) => string;
  folder: string;
  dataFolder: string;
};

/**
 * Finds or makes the home at `wanted`. A clone may lie where the unprivileged account cannot go (/root, a 0700
 * temporary folder); then binaries and data move below /var/lib/lintel, and `wanted` becomes a link to the data.
 */
export async function openHome(wanted: string, note: (line: string) => void): Promise<PostgresHome> {
  await mkdir(dirname(wanted), { recursive: true });
  refuseLostData(wanted);
  const known = existsSync(wanted) ? realpathSync(wanted) : wanted;
  const account = postgresAccount(join(known, "data"), note);
  const binaries = await usableBinaries(account);
  const folder = await usableFolder(account, known, wanted, note);
  const home = {
    account,
    folder,
    dataFolder: join(folder, "data"),
    program: (name: string) => join(binaries, "bin", name),
  };
  await refuseForeignVersion(home.dataFolder, installedPostgres().version);
  return home;
}

/** A link whose target is gone: the data was removed, or its disk is not there now. Nothing is made in its place. */
function refuseLostData(wanted: string): void {
  const isLink = lstatSync(wanted, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (!isLink || existsSync(wanted)) return;
  throw new Foreseen(
    `${wanted} points to ${readlinkSync(wanted)}, which is not there. Bring it back, or remove the link to begin\n` +
      "with an empty database.",
  );
}

async function usableBinaries(account: Account): Promise<string> {
  const installed = installedPostgres();
  if (canRun(account, join(installed.folder, "bin", "postgres"))) return installed.folder;
  if (account === undefined) throw new Foreseen(`The PostgreSQL in ${installed.folder} cannot be run here.`);
  return sharedPostgres(installed);
}

async function usableFolder(
  account: Account,
  known: string,
  wanted: string,
  note: (line: string) => void,
): Promise<string> {
  await mkdir(known, { recursive: true });
  if (account === undefined) {
    const folder = realpathSync(known);
    if (canWrite(account, existsSync(join(folder, "data")) ? join(folder, "data") : folder)) return folder;
    throw new Foreseen(
      `${known} belongs to another user (was this started by root before?). Start as that user, or remove it.`,
    );
  }
  await chown(known, account.uid, account.gid);
  if (canWrite(account, known)) return realpathSync(known);
  await mkdir(SYSTEM_FOLDER, { recursive: true });
  await chmod(SYSTEM_FOLDER, 0o755);
  const folder = await mkdtemp(join(SYSTEM_FOLDER, "data-"));
  // Data from a time when the folder was open moves along, with its owner and modes.
  const copy = spawnSync("cp", ["-a", `${known}/.`, folder], { encoding: "utf8" });
  if (copy.status !== 0) throw new Foreseen(`The database could not be moved to ${folder}: ${copy.stderr}`);
  await chown(folder, account.uid, account.gid);
  await rm(wanted, { recursive: true });
  await symlink(folder, wanted);
  note(`its data is kept in ${folder}, because this folder is closed to the account that runs it`);
  return folder;
}

async function refuseForeignVersion(dataFolder: string, version: string): Promise<void> {
  const found = await dataVersion(dataFolder);
  const ours = version.split(".")[0];
  if (found === undefined || found === ours) return;
  throw new Foreseen(
    `${dataFolder} holds data of PostgreSQL ${found}, and this is ${ours}. Dump it with the old version and\n` +
      "restore it, or move the folder away to begin with an empty database.",
  );
}
