import type { SecretCheck } from "#data/generated/client.ts";
import type { Database, Db } from "./client.ts";

// The test word that says which secrets a database was created with: services/check-secrets.ts checks it.

type TestWord = Pick<SecretCheck, "sealed"> & { pepperHash: Uint8Array<ArrayBuffer> };

const ONE = { id: 1 } as const;

/**
 * Asks for it, and for what the processes write with, through the driver: Prisma's error would not say why there is no answer.
 * @throws the driver's error
 */
export const reachTestWord = async ({ pool }: Database): Promise<void> => {
  await pool.query("select from secret_check");
  // The newest of the tables that a process needs before it writes: after an upgrade it may be the one that is missing.
  await pool.query("select from secret_in_use");
};

/** Null: no process has recorded its secrets yet. */
export const findTestWord = (db: Db): Promise<SecretCheck | null> =>
  db.secretCheck.findUnique({ where: ONE });

/**
 * Records the secrets of the first process.
 * @returns the recorded secrets: another process may have been first
 */
export const recordTestWord = async (db: Db, word: TestWord): Promise<SecretCheck> => {
  await db.secretCheck.createMany({ data: word, skipDuplicates: true });
  return db.secretCheck.findUniqueOrThrow({ where: ONE });
};

/** @param createdAt when its pepper became the current one */
export const replaceTestWord = async (db: Db, word: TestWord & { createdAt: Date }): Promise<void> => {
  await db.secretCheck.update({ where: ONE, data: word });
};

/**
 * Sealed API keys of all tenants with their hashes: the newest and the oldest, at most `fromEachEnd` of each.
 */
export const sealedKeys = async (db: Db, fromEachEnd: number) => {
  const ends = (["desc", "asc"] as const).map((id) =>
    db.apiKey.findMany({
      where: { sealed: { not: null } },
      select: { id: true, sealed: true, hash: true },
      orderBy: { id },
      take: fromEachEnd,
    }),
  );
  return (await Promise.all(ends)).flat();
};
