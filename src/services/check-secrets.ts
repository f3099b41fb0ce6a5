import type { Db } from "#data/service/client.ts";
import { findTestWord, recordTestWord, replaceTestWord, sealedKeys } from "#data/service/secret-check.ts";
import { hashesOf, includesBytes, SealedTextError, type Secrets } from "#platform/secrets.ts";
import { openSealed, sealedFor } from "./sealing.ts";

/** A secret that differs from the one that this database was created with. */
export type WrongSecret = "SECRETS_KEY" | "KEY_PEPPER";

const WORD = "lintel secret check v1";

const FROM_EACH_END = 20;

/**
 * A database older than this check is tested with its keys, whose sealed values are stored with their hashes.
 */
const wrongByKeys = async (db: Db, secrets: Secrets): Promise<WrongSecret[]> => {
  // Several, from both ends: rows written by a script with other secrets prove nothing.
  const keys = await sealedKeys(db, FROM_EACH_END);
  if (keys.length === 0) return [];
  const opened = keys.map(({ id, sealed, hash }) => ({
    hash,
    value: openSealed(secrets, sealed ?? "", sealedFor("apiKey", id)),
  }));
  const known = opened.filter(({ value }) => value !== null);
  if (known.length === 0) return ["SECRETS_KEY"];
  const isHashed = known.some(({ value, hash }) => includesBytes(hashesOf(secrets, value ?? ""), hash));
  return isHashed ? [] : ["KEY_PEPPER"];
};

/**
 * The secrets that are not this database's: neither those in use nor the previous ones open and recognise its
 * test word. The first process of a new database records its own.
 * @throws what the database throws: then nothing is known
 */
export const findWrongSecrets = async (db: Db, secrets: Secrets): Promise<WrongSecret[]> => {
  let row = await findTestWord(db);
  if (!row) {
    const wrong = await wrongByKeys(db, secrets);
    if (wrong.length > 0) return wrong;
    const sealed = secrets.seal(WORD, "secret_check");
    row = await recordTestWord(db, { sealed, pepperHash: new Uint8Array(secrets.hash(WORD)) });
  }
  const wrong: WrongSecret[] = [];
  if (openSealed(secrets, row.sealed, "secret_check") !== WORD) wrong.push("SECRETS_KEY");
  if (!includesBytes(hashesOf(secrets, WORD), row.pepperHash)) wrong.push("KEY_PEPPER");
  return wrong;
};

/**
 * Writes the test word with the current secrets, so that the previous ones can be removed.
 * @returns when this pepper became the current one: the moment of the first such call
 * @throws when no process has ever recorded its secrets
 */
export const renewSecretCheck = async (db: Db, secrets: Secrets, now: Date): Promise<Date> => {
  const row = await findTestWord(db);
  if (!row) throw new Error("This database has no test word yet: no process has started on it.");
  const pepperHash = new Uint8Array(secrets.hash(WORD));
  const createdAt = includesBytes([pepperHash], row.pepperHash) ? row.createdAt : now;
  await replaceTestWord(db, { sealed: secrets.reseal(row.sealed, "secret_check"), pepperHash, createdAt });
  return createdAt;
};

const openedBy = (secrets: Secrets, sealed: string): string | null => {
  try {
    return secrets.openedBy(sealed, "secret_check");
  } catch (error) {
    if (error instanceof SealedTextError) return null;
    throw error;
  }
};

const hashedBy = (secrets: Secrets, digest: Uint8Array): string | null => {
  const { hashing } = secrets;
  if (includesBytes([secrets.hash(WORD)], digest)) return hashing.writes();
  const other = hashing.reads.find((name) => name !== hashing.writes());
  return other !== undefined && includesBytes(hashesOf(secrets, WORD), digest) ? other : null;
};

/**
 * The names of the values that the test word was written with: what processes wrote with that said nothing of it yet.
 * @returns null where there is no word; null for a value that this process does not have
 */
export const namesOfTestWord = async (
  db: Db,
  secrets: Secrets,
): Promise<Record<WrongSecret, string | null> | null> => {
  const row = await findTestWord(db);
  return row
    ? { SECRETS_KEY: openedBy(secrets, row.sealed), KEY_PEPPER: hashedBy(secrets, row.pepperHash) }
    : null;
};
