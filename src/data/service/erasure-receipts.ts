import type { ErasureKey, ErasureReceipt } from "#data/generated/client.ts";
import type { Db } from "./client.ts";

// One chain of receipts for the whole deployment, and the keys that sign them (docs/adr/0034).

/** Where the chain ends; `count` is the number of its last receipt. */
type ChainEnd = { count: number; lastHash: string | null };

const CHAIN = 1;

/** The end of the chain, held until the transaction ends, so receipts are added one after another. */
export const holdChain = async (db: Db): Promise<ChainEnd> => {
  const [row] = await db.$queryRaw<{ count: bigint; lastHash: string | null }[]>`
    select count, last_hash as "lastHash" from erasure_chain where id = ${CHAIN} for update`;
  if (!row) throw new TypeError("the chain of receipts has no end: its row is missing");
  return { ...row, count: Number(row.count) };
};

/** The end of the chain, the root over all hashes and the notes of restores, oldest first; without a lock. */
export const readChain = async (db: Db): Promise<ChainEnd & { root: string | null; restores: string[] }> => {
  const { count, lastHash, root, restores } = await db.erasureChain.findUniqueOrThrow({
    where: { id: CHAIN },
  });
  return { count: Number(count), lastHash, root, restores };
};

/** Adds a receipt to a chain that is held. */
export const addReceipt = async (
  db: Db,
  { number, ...receipt }: Omit<ErasureReceipt, "number"> & { number: number },
): Promise<void> => {
  await db.erasureReceipt.create({ data: { ...receipt, number }, select: { id: true } });
  const data = { count: number, lastHash: receipt.hash };
  await db.erasureChain.update({ where: { id: CHAIN }, data, select: { id: true } });
};

/** Publishes the note of a restore, which is the last receipt of a chain that is held. */
export const addRestore = async (db: Db, jws: string): Promise<void> => {
  const data = { restores: { push: jws } };
  await db.erasureChain.update({ where: { id: CHAIN }, data, select: { id: true } });
};

/** The receipt of a verification; null: the verification is not erased, or not this tenant's. */
export const findReceipt = (db: Db, tenantId: string, verificationId: string) =>
  db.erasureReceipt.findFirst({
    where: { verificationId, tenantId },
    select: { id: true, jws: true, saltSealed: true, createdAt: true },
  });

/** The hashes of receipts after a number with their numbers, oldest first. Nothing else about receipts is public. */
export const listHashes = async (
  db: Db,
  after: number,
  limit: number,
): Promise<{ number: number; hash: string }[]> => {
  const rows = await db.erasureReceipt.findMany({
    where: { number: { gt: after } },
    orderBy: { number: "asc" },
    take: limit,
    select: { number: true, hash: true },
  });
  return rows.map(({ number, hash }) => ({ number: Number(number), hash }));
};

/** All keys; the one that signs comes first. */
export const listErasureKeys = (db: Db): Promise<ErasureKey[]> =>
  db.erasureKey.findMany({ orderBy: { number: "desc" } });

/** Adds a key unless another process has just added one with this number. */
export const addErasureKey = async (db: Db, key: ErasureKey): Promise<void> => {
  await db.erasureKey.createMany({ data: key, skipDuplicates: true });
};
