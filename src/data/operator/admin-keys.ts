import type { AdminScope } from "#core/access/scopes.ts";
import type { AdminKey, Prisma } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

type Bytes = Uint8Array<ArrayBuffer>;

type NewAdminKey = Omit<AdminKey, "scope" | "lastUsedAt" | "revokedAt"> & { scope: AdminScope };

/** What authentication needs of an operator's key. */
export type KnownAdminKey = Pick<AdminKey, "id" | "expiresAt" | "revokedAt"> & { scope: AdminScope };

/** What may be shown of one: never its hash. */
const COLUMNS = {
  id: true,
  name: true,
  scope: true,
  lastFour: true,
  madeBy: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  revokedAt: true,
} as const satisfies Prisma.AdminKeySelect;

export type AdminKeySummary = Omit<Prisma.AdminKeyGetPayload<{ select: typeof COLUMNS }>, "scope"> & {
  scope: AdminScope;
};

/** A constraint lets only these in; a scope of a later version opens nothing but metrics here. */
const withScope = <Row extends { scope: string }>(row: Row): Omit<Row, "scope"> & { scope: AdminScope } => ({
  ...row,
  scope: row.scope === "all" || row.scope === "read" ? row.scope : "metrics",
});

export const insertAdminKey = async (db: Db, key: NewAdminKey): Promise<void> => {
  await db.adminKey.create({ data: key });
};

/** The key with this hash, whatever its state; the caller judges expiry and revocation by its own clock. */
export const findAdminKeyByHash = async (db: Db, hash: Bytes): Promise<KnownAdminKey | null> => {
  const select = { id: true, scope: true, expiresAt: true, revokedAt: true } as const;
  const row = await db.adminKey.findUnique({ where: { hash }, select });
  return row && withScope(row);
};

/** Those that are not revoked first, the newest of each first; and how many there are in all. */
export const listAdminKeys = async (
  db: Db,
  limit: number,
): Promise<{ keys: AdminKeySummary[]; total: number }> => {
  const [rows, total] = await Promise.all([
    db.adminKey.findMany({
      orderBy: [{ revokedAt: { sort: "desc", nulls: "first" } }, { createdAt: "desc" }, { id: "desc" }],
      take: limit,
      select: COLUMNS,
    }),
    db.adminKey.count(),
  ]);
  return { keys: rows.map(withScope), total };
};

/** Whether this call revoked a key that was not. */
export const revokeAdminKey = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await db.adminKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } })).count === 1;

/** Records that a key was used; at most once a minute, so that a scraper's key is not written every time. */
export const touchAdminKey = async (db: Db, id: string, now: Date): Promise<void> => {
  const aMinuteAgo = new Date(now.getTime() - 60_000);
  await db.adminKey.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: aMinuteAgo } }] },
    data: { lastUsedAt: now },
  });
};

/** Stores another hash of the same key; of two processes at once, only one does. */
export const rehashAdminKey = async (db: Db, id: string, from: Bytes, to: Bytes): Promise<void> => {
  await db.adminKey.updateMany({ where: { id, hash: from }, data: { hash: to } });
};

/** Keys that work now, were made before `since` and have not been used after it: an older pepper may be theirs. */
export const countAdminKeysUnusedSince = (db: Db, since: Date, now: Date): Promise<number> =>
  db.adminKey.count({
    where: {
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
      createdAt: { lt: since },
      AND: { OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: since } }] },
    },
  });
