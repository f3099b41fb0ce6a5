import type { Mode } from "#core/verification.ts";
import type { Db } from "./client.ts";
import type { Prisma } from "./generated/client.ts";

/** A key as the console shows it: never its value. */
export type ApiKeyGlance = {
  id: string;
  mode: Mode;
  name: string;
  lastFour: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

const COLUMNS = {
  id: true,
  mode: true,
  name: true,
  lastFour: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  revokedAt: true,
} as const satisfies Prisma.ApiKeySelect;

/** Newest first. Revoked keys are kept for the record; the oldest of very many are not shown. */
export const listApiKeys = (db: Db, tenantId: string, limit: number): Promise<ApiKeyGlance[]> =>
  db.apiKey.findMany({
    where: { tenantId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: COLUMNS,
  });

export const findApiKey = (db: Db, tenantId: string, id: string): Promise<ApiKeyGlance | null> =>
  db.apiKey.findFirst({ where: { id, tenantId }, select: COLUMNS });

/** Keys that work now. */
export const countWorkingKeys = (db: Db, tenantId: string, now: Date): Promise<number> =>
  db.apiKey.count({
    where: { tenantId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  });

export const renameApiKey = async (db: Db, tenantId: string, id: string, name: string): Promise<boolean> => {
  const { count } = await db.apiKey.updateMany({ where: { id, tenantId, revokedAt: null }, data: { name } });
  return count === 1;
};

/**
 * Lets a working key end at this instant, and not later than it would have anyway. False when it works no more.
 * Its sealed text goes: the key that takes its place is the one to be read.
 */
export const expireApiKey = async (
  db: Db,
  tenantId: string,
  id: string,
  at: Date,
  now: Date,
): Promise<boolean> => {
  const { count } = await db.apiKey.updateMany({
    where: { id, tenantId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    data: { expiresAt: at, sealed: null },
  });
  return count === 1;
};

/** Revokes every working key of a tenant. Returns how many. */
export const revokeAllKeys = async (db: Db, tenantId: string, now: Date): Promise<number> => {
  const { count } = await db.apiKey.updateMany({
    where: { tenantId, revokedAt: null },
    data: { revokedAt: now, sealed: null },
  });
  return count;
};
