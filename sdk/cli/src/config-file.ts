import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { CliError, EXIT } from "./command.ts";

/** What `login` keeps: one service, one tenant, one key. */
export type SignIn = {
  /** The service's address without a trailing slash. */
  url: string;
  apiKey: string;
  tenantId?: string;
  tenantName?: string;
  /** As the console's list of keys shows it. */
  keyName?: string;
};

const OTHERS_MAY_READ = 0o077;

/**
 * The kept sign-in; null before the first `login`.
 * @throws CliError (3) when others on this machine can read the file, or it holds something else
 */
export function readSignIn(file: string): SignIn | null {
  const text = readIfThere(file);
  if (text === null) return null;
  // Windows has no such bits; the file is in the user's own folder there.
  if (process.platform !== "win32" && (statSync(file).mode & OTHERS_MAY_READ) !== 0)
    throw new CliError(
      `Other users of this machine can read ${file}, which holds an API key. Run chmod 600 ${file}, and revoke the key in the console if others were signed in.`,
      EXIT.refused,
    );
  const kept = parse(text);
  if (kept === null)
    throw new CliError(`${file} is not a file of lintel login. Delete it and sign in again.`, EXIT.refused);
  return kept;
}

/** Keeps the sign-in in a file that only its owner can read, whole or not at all. */
export function writeSignIn(file: string, signIn: SignIn): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    // `wx`: a link that someone else laid is not followed.
    writeFileSync(draft, `${JSON.stringify(signIn, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** @returns whether there was one */
export function deleteSignIn(file: string): boolean {
  const isThere = readIfThere(file) !== null;
  rmSync(file, { force: true });
  return isThere;
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function parse(text: string): SignIn | null {
  try {
    const value: unknown = JSON.parse(text);
    return isSignIn(value) ? value : null;
  } catch {
    return null;
  }
}

const isSignIn = (value: unknown): value is SignIn =>
  typeof value === "object" &&
  value !== null &&
  "url" in value &&
  typeof value.url === "string" &&
  "apiKey" in value &&
  typeof value.apiKey === "string" &&
  ["tenantId", "tenantName", "keyName"].every((name) => {
    const text = Object.getOwnPropertyDescriptor(value, name)?.value;
    return text === undefined || typeof text === "string";
  });
