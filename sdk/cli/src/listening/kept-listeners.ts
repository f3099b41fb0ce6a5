import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { textIn } from "../request.ts";
import type { Service } from "../service.ts";

/** A listener of this computer, with the secret that the service showed once. */
export type KeptListener = {
  listenerId: string;
  secret: string;
  /** What it was opened for: the same service, key and choice of events can go on with it. */
  purpose: string;
  /** The service and key alone, without the choice of events. */
  account: string;
};

const digest = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);

/** Tells a service and its key from others. The key itself is not in it. */
export const accountOf = ({ url, apiKey }: Service): string => digest([url, apiKey]);

export const purposeOf = (service: Service, ...choice: readonly string[]): string =>
  digest([accountOf(service), ...choice]);

/** One file for each, readable by its owner alone, beside the sign-in. */
const folderOf = (configFile: string): string => join(dirname(configFile), "listeners");

const NAME = /^lsn_[a-z0-9]+\.json$/;

const lockOf = (folder: string, listenerId: string): string => join(folder, `${listenerId}.lock`);

function readKept(file: string): KeptListener | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    const [listenerId, secret] = [textIn(value, "listenerId"), textIn(value, "secret")];
    const [purpose, account] = [textIn(value, "purpose"), textIn(value, "account")];
    if (!listenerId || !secret || !purpose || !account) return null;
    return { listenerId, secret, purpose, account };
  } catch {
    return null; // gone in the meantime, or not ours
  }
}

function keptIn(folder: string): KeptListener[] {
  try {
    return readdirSync(folder)
      .filter((name) => NAME.test(name))
      .flatMap((name) => readKept(join(folder, name)) ?? []);
  } catch {
    return []; // no folder yet
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: another user's process.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Whether a process that still runs has it. */
function isTaken(folder: string, listenerId: string): boolean {
  try {
    return isAlive(Number(readFileSync(lockOf(folder, listenerId), "utf8")));
  } catch {
    return false;
  }
}

/** @returns false: another process was faster */
function lock(folder: string, listenerId: string): boolean {
  if (isTaken(folder, listenerId)) return false;
  rmSync(lockOf(folder, listenerId), { force: true });
  try {
    writeFileSync(lockOf(folder, listenerId), String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Takes a listener of this purpose that no running process has: one that was left with `--keep`, or by a crash. */
export function takeKept(configFile: string, purpose: string): KeptListener | null {
  const folder = folderOf(configFile);
  const ours = keptIn(folder).filter((kept) => kept.purpose === purpose);
  return ours.find(({ listenerId }) => lock(folder, listenerId)) ?? null;
}

/** The newest listener of this service and key that a process has now. */
export function findRunning(configFile: string, account: string): KeptListener | null {
  const folder = folderOf(configFile);
  const running = keptIn(folder).filter(
    (kept) => kept.account === account && isTaken(folder, kept.listenerId),
  );
  return running.toSorted((a, b) => (a.listenerId < b.listenerId ? 1 : -1))[0] ?? null;
}

/** Keeps a listener, as this process's. Whole or not at all. */
export function keepListener(configFile: string, kept: KeptListener): void {
  const folder = folderOf(configFile);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `${randomBytes(6).toString("hex")}.draft`);
  writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  lock(folder, kept.listenerId);
  renameSync(draft, join(folder, `${kept.listenerId}.json`));
}

/** Leaves it for the next run. */
export const leaveListener = (configFile: string, listenerId: string): void =>
  rmSync(lockOf(folderOf(configFile), listenerId), { force: true });

export function forgetListener(configFile: string, listenerId: string): void {
  rmSync(join(folderOf(configFile), `${listenerId}.json`), { force: true });
  leaveListener(configFile, listenerId);
}
