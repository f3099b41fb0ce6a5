import type { Token } from "#core/claims.ts";
import type { Mode } from "#core/verification.ts";
import type { ReturnCode } from "#data/generated/client.ts";
import type { Database, Db } from "#data/service/client.ts";
import { TOKEN_BY_ID } from "#data/sql/requests.ts";
import { sharedRead } from "#data/sql/shared-read.ts";

export const insertToken = async (db: Db, token: Token): Promise<void> => {
  await db.token.create({ data: token });
};

const readToken = sharedRead(TOKEN_BY_ID);

/** The token with this `jti`; null means absent, not this tenant's or of the other mode. */
export const findToken = (database: Database, tenantId: string, mode: Mode, id: string) =>
  readToken(database, [id, tenantId, mode]);

export const findTokenOfVerification = (db: Db, tenantId: string, verificationId: string) =>
  db.token.findFirst({ where: { verificationId, tenantId } });

type Hash = Uint8Array<ArrayBuffer>;

/**
 * Stores a code that stands for its verification's token, and keeps only the newest few codes of that
 * verification: a person who comes back gets another, and old ones are valid until they expire.
 * @param db a transaction that holds the verification's row; without it, two at once could keep too many
 * @param most how many are kept
 */
export const insertReturnCode = async (db: Db, code: NewReturnCode, most: number): Promise<void> => {
  const { verificationId } = code;
  await db.returnCode.create({ data: code });
  const older = await db.returnCode.findMany({
    where: { verificationId },
    orderBy: [{ createdAt: "desc" }, { expiresAt: "desc" }, { codeHash: "asc" }],
    skip: most,
    select: { codeHash: true },
  });
  if (older.length === 0) return;
  await db.returnCode.deleteMany({ where: { codeHash: { in: older.map(({ codeHash }) => codeHash) } } });
};

type NewReturnCode = Pick<ReturnCode, "verificationId" | "tenantId" | "createdAt" | "expiresAt"> & {
  codeHash: Hash;
};

/** A code of exactly this verification; null means absent, another verification's or not this tenant's. */
export const findReturnCode = (db: Db, tenantId: string, verificationId: string, codeHashes: Hash[]) =>
  db.returnCode.findFirst({
    where: { codeHash: { in: codeHashes }, tenantId, verificationId },
    select: { expiresAt: true },
  });

/** A code of whichever of the tenant's verifications. */
export const findReturnCodeAlone = (db: Db, tenantId: string, codeHashes: Hash[]) =>
  db.returnCode.findFirst({
    where: { codeHash: { in: codeHashes }, tenantId },
    select: { verificationId: true, expiresAt: true },
  });

/**
 * Records that the tenant's backend gets the token: of two attempts, only one finds the row.
 * @returns null when it was already fetched, is revoked, or is not this tenant's
 */
export const markExchanged = async (
  db: Db,
  tenantId: string,
  verificationId: string,
  now: Date,
): Promise<Token | null> => {
  const [token] = await db.token.updateManyAndReturn({
    where: { verificationId, tenantId, exchangedAt: null, revokedAt: null },
    data: { exchangedAt: now },
  });
  return token ?? null;
};

/** Whether this call revoked a token. */
export const revokeToken = async (db: Db, tenantId: string, id: string, now: Date): Promise<boolean> => {
  const { count } = await db.token.updateMany({
    where: { id, tenantId, revokedAt: null },
    data: { revokedAt: now },
  });
  return count === 1;
};
