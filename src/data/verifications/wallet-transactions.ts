import type { Prisma, WalletChannel, WalletTransaction } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

export type { WalletChannel };

/**
 * How many refused answers end a transaction: a stranger who learned the address can waste it, not decide it.
 */
const MAX_WALLET_ATTEMPTS = 5;

type NewWalletTransaction = Pick<
  WalletTransaction,
  "id" | "verificationId" | "tenantId" | "channel" | "cookieHash" | "createdAt" | "expiresAt"
> & { expectationsSealed: string };

export const insertWalletTransaction = async (db: Db, transaction: NewWalletTransaction): Promise<void> => {
  await db.walletTransaction.create({ data: transaction });
};

const PENDING_COLUMNS = {
  id: true,
  verificationId: true,
  tenantId: true,
  channel: true,
  expectationsSealed: true,
  cookieHash: true,
  attempts: true,
  expiresAt: true,
} as const;

type Row = Prisma.WalletTransactionGetPayload<{ select: typeof PENDING_COLUMNS }>;

/** A transaction that still waits for its answer. */
export type PendingTransaction = Row & { expectationsSealed: string };

const whole = (row: Row | null): PendingTransaction | null =>
  row?.expectationsSealed == null ? null : { ...row, expectationsSealed: row.expectationsSealed };

/**
 * Found by the address that a wallet posts to: any caller that knows it may answer, so no tenant is named.
 */
export const findPendingTransaction = async (
  db: Db,
  id: string,
  now: Date,
): Promise<PendingTransaction | null> =>
  whole(
    await db.walletTransaction.findFirst({
      where: { id, status: "pending", expiresAt: { gt: now } },
      select: PENDING_COLUMNS,
    }),
  );

/** A verification's newest transactions that still wait, for its page. */
export const pendingTransactionsOf = async (
  db: Db,
  tenantId: string,
  verificationId: string,
  now: Date,
): Promise<PendingTransaction[]> => {
  const rows = await db.walletTransaction.findMany({
    where: { verificationId, tenantId, status: "pending", expiresAt: { gt: now } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: PENDING_COLUMNS,
    take: 20,
  });
  return rows.flatMap((row) => whole(row) ?? []);
};

/** Counts an answer that proved nothing; the last one allowed ends the transaction and deletes its key. */
export const refuseAnswer = async (db: Db, id: string): Promise<void> => {
  await db.$executeRaw`
    update wallet_transaction set attempts = attempts + 1,
      status = case when attempts + 1 >= ${MAX_WALLET_ATTEMPTS} then 'ended'::wallet_status else status end,
      expectations_sealed = case when attempts + 1 >= ${MAX_WALLET_ATTEMPTS} then null else expectations_sealed end
    where id = ${id} and status = 'pending'`;
};

/**
 * Takes a pending transaction, with its key: true for exactly one caller, however many answers arrive at
 * once.
 */
const take = async (
  db: Db,
  { id, channel }: { id: string; channel: WalletChannel[] },
  data: Prisma.WalletTransactionUpdateManyMutationInput,
  now: Date,
): Promise<boolean> => {
  const { count } = await db.walletTransaction.updateMany({
    where: { id, status: "pending", channel: { in: channel }, expiresAt: { gt: now } },
    data: { ...data, expectationsSealed: null },
  });
  return count === 1;
};

/** Ends a transaction that the wallet declined: true for exactly one caller. */
export const declineTransaction = (db: Db, id: string, now: Date): Promise<boolean> =>
  take(db, { id, channel: ["qr", "link"] }, { status: "ended", declinedAt: now }, now);

/** Whether a wallet has declined one of a verification's links or codes that has not expired yet. */
export const hasDeclinedLately = async (
  db: Db,
  tenantId: string,
  verificationId: string,
  now: Date,
): Promise<boolean> => {
  const where = { verificationId, tenantId, declinedAt: { not: null }, expiresAt: { gt: now } };
  return (await db.walletTransaction.findFirst({ where, select: { id: true } })) !== null;
};

export type WalletResult = {
  isOver: boolean;
  /** In terms of the thresholds that were asked for. */
  ageAtLeast: number | null;
  ageBelow: number | null;
  credentialType: string;
  trustLabel: string;
  /** Null: the credential itself was shown. */
  proofVerifier: string | null;
};

/** Records the result: true for exactly one caller, however many answers arrive at once. */
export const useTransaction = (db: Db, id: string, result: WalletResult, now: Date): Promise<boolean> =>
  take(db, { id, channel: ["qr", "dc_api"] }, { ...result, status: "released" }, now);

/** Records the result of a link, once: it waits until its browser comes back with the code. */
export const holdResult = (
  db: Db,
  id: string,
  result: WalletResult,
  responseCodeHash: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<boolean> =>
  take(db, { id, channel: ["link"] }, { ...result, responseCodeHash, status: "verified" }, now);

type Hashes = Uint8Array<ArrayBuffer>[];

/** Gives a held result to the browser that asked for it, once. */
export const releaseResult = async (
  db: Db,
  proof: { id: string; cookieHashes: Hashes; responseCodeHashes: Hashes },
  now: Date,
) => {
  const [row] = await db.walletTransaction.updateManyAndReturn({
    where: {
      id: proof.id,
      cookieHash: { in: proof.cookieHashes },
      responseCodeHash: { in: proof.responseCodeHashes },
      status: "verified",
      expiresAt: { gt: now },
    },
    data: { status: "released" },
    select: { verificationId: true, isOver: true, ageAtLeast: true, ageBelow: true, credentialType: true },
  });
  if (!row || row.isOver === null || row.credentialType === null) return null;
  return { ...row, isOver: row.isOver, credentialType: row.credentialType };
};

/**
 * Ends everything else that a verification still waits for, from a wallet or an identity provider: no key outlives the
 * question that it was for.
 */
export const endTransactions = async (db: Db, verificationId: string): Promise<void> => {
  await db.$executeRaw`
    with gone as (delete from identity_request where verification_id = ${verificationId})
    update wallet_transaction set status = 'ended', expectations_sealed = null
    where verification_id = ${verificationId} and status in ('pending', 'verified')`;
};

/** Ends expired transactions. Returns how many, at most `limit`. */
export const endOverdueTransactions = (db: Db, now: Date, limit: number): Promise<number> => db.$executeRaw`
  update wallet_transaction set status = 'ended', expectations_sealed = null
  where id in (
    select id from wallet_transaction where status in ('pending', 'verified') and expires_at <= ${now}
    order by expires_at limit ${limit} for update skip locked)`;

/** In any state. */
export const countTransactions = (db: Db, tenantId: string, verificationId: string): Promise<number> =>
  db.walletTransaction.count({ where: { verificationId, tenantId } });
