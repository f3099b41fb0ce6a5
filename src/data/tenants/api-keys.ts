import { type KeyScope, knownScopes } from "#core/access/scopes.ts";
import type { Tenant } from "#core/tenant.ts";
import type { Mode } from "#core/verification.ts";
import type { ApiKey, Prisma } from "#data/generated/client.ts";
import type { Database, Db } from "#data/service/client.ts";
import { overridesFromJson } from "#data/service/columns.ts";
import { KEY_BY_HASH } from "#data/sql/requests.ts";
import { runForOne } from "#data/sql/statement.ts";

type Bytes = Uint8Array<ArrayBuffer>;

type NewApiKey = Omit<
  ApiKey,
  "lastUsedAt" | "revokedAt" | "revision" | "replacedBy" | "mayErase" | "mayListen" | "scopes"
> & { scopes: readonly KeyScope[] };

/** A key and its tenant, with what authentication needs. */
export type KnownKey = {
  id: string;
  mode: Mode;
  expiresAt: Date | null;
  revokedAt: Date | null;
  scopes: readonly KeyScope[];
  /** As `readNetwork` spells them. */
  networks: readonly string[];
  deniedNetworks: readonly string[];
  /** The member who made it, if one did. */
  madeBy: string | null;
  tenant: Tenant;
};

/** The two columns that processes of the version before read instead of `scopes`. */
const olderRights = (scopes: readonly KeyScope[]) => ({
  mayErase: scopes.includes("verifications:erase"),
  mayListen: scopes.includes("events:listen"),
});

/**
 * A live key keeps its sealed text until it is revoked or set to expire: when a newer key goes, it is the
 * newest again.
 */
export const insertApiKey = async (db: Db, { scopes, ...key }: NewApiKey): Promise<void> => {
  await db.apiKey.create({ data: { ...key, scopes: [...scopes], ...olderRights(scopes) } });
};

/** The key with this hash, whatever its state; the caller judges expiry and revocation by its own clock. */
export const findKeyByHash = async (database: Database, hash: Uint8Array): Promise<KnownKey | null> => {
  const row = await runForOne(database, KEY_BY_HASH, [hash]);
  if (!row) return null;
  const { keyId: id, mode, expiresAt, revokedAt, scopes, networks, deniedNetworks, madeBy, ...rest } = row;
  const { overrides, ...tenant } = rest;
  const key = {
    id,
    mode,
    expiresAt,
    revokedAt,
    scopes: knownScopes(scopes),
    networks,
    deniedNetworks,
    madeBy,
  };
  return { ...key, tenant: { ...tenant, ...overridesFromJson(overrides) } };
};

const working = (now: Date) => ({ revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });

/** The tenant's newest live key that still works and still has its sealed text. */
export const findSealedLiveKey = (db: Db, tenantId: string, now: Date) =>
  db.apiKey.findFirst({
    where: { tenantId, mode: "live", sealed: { not: null }, ...working(now) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, sealed: true },
  });

/** Changes a tenant's keys. Returns how many. */
const change = async (
  db: Db,
  where: Prisma.ApiKeyWhereInput & { tenantId: string },
  data: Prisma.ApiKeyUpdateManyMutationInput,
): Promise<number> => (await db.apiKey.updateMany({ where, data })).count;

/** Whether this call revoked a working key. Its sealed text is deleted as well. */
export const revokeApiKey = async (db: Db, tenantId: string, id: string, now: Date): Promise<boolean> =>
  (await change(db, { id, tenantId, revokedAt: null }, { revokedAt: now, sealed: null })) === 1;

/** Records that a key was used; at most once a minute, so that hot keys are not written on every request. */
export const touchApiKey = async (db: Db, keyId: string, now: Date): Promise<void> => {
  const aMinuteAgo = new Date(now.getTime() - 60_000);
  await db.apiKey.updateMany({
    where: { id: keyId, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: aMinuteAgo } }] },
    data: { lastUsedAt: now },
  });
};

/** Stores another hash of the same key; of two processes at once, only one does. */
export const rehashApiKey = async (db: Db, keyId: string, from: Bytes, to: Bytes): Promise<void> => {
  await db.apiKey.updateMany({ where: { id: keyId, hash: from }, data: { hash: to } });
};

/** What the console may see of a key: never its value. */
const COLUMNS = {
  id: true,
  mode: true,
  name: true,
  lastFour: true,
  scopes: true,
  networks: true,
  deniedNetworks: true,
  revision: true,
  replacedBy: true,
  madeBy: true,
  createdAt: true,
  lastUsedAt: true,
  expiresAt: true,
  revokedAt: true,
} as const satisfies Prisma.ApiKeySelect;

export type ApiKeySummary = Omit<Prisma.ApiKeyGetPayload<{ select: typeof COLUMNS }>, "scopes"> & {
  scopes: readonly KeyScope[];
};

const withScopes = <Row extends { scopes: string[] }>(
  row: Row,
): Omit<Row, "scopes"> & { scopes: KeyScope[] } => ({
  ...row,
  scopes: knownScopes(row.scopes),
});

/** Newest first. Revoked keys are kept for the record; if there are very many, the oldest are not shown. */
export const listApiKeys = async (db: Db, tenantId: string, limit: number): Promise<ApiKeySummary[]> => {
  const rows = await db.apiKey.findMany({
    where: { tenantId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    select: COLUMNS,
  });
  return rows.map(withScopes);
};

export const findApiKey = async (db: Db, tenantId: string, id: string): Promise<ApiKeySummary | null> => {
  const row = await db.apiKey.findFirst({ where: { id, tenantId }, select: COLUMNS });
  return row && withScopes(row);
};

type KeyRules = {
  scopes: readonly KeyScope[];
  networks: readonly string[];
  deniedNetworks: readonly string[];
};

/** Gives a working key other rules if it has not changed since `revision`. Whether this call did. */
export const changeKeyRules = async (
  db: Db,
  { tenantId, id, revision, now }: { tenantId: string; id: string; revision: number; now: Date },
  { scopes, networks, deniedNetworks }: KeyRules,
): Promise<boolean> =>
  (await change(
    db,
    { id, tenantId, revision, ...working(now) },
    {
      ...{ scopes: [...scopes], networks: [...networks], deniedNetworks: [...deniedNetworks] },
      ...olderRights(scopes),
      revision: { increment: 1 },
    },
  )) === 1;

/** Notes which key a rotation put in its place. */
export const noteReplacement = async (
  db: Db,
  { tenantId, id, replacedBy }: { tenantId: string; id: string; replacedBy: string },
): Promise<void> => {
  await change(db, { id, tenantId }, { replacedBy });
};

/**
 * Keys that end within a period and that no other key replaces: those whose users have something to do. Soonest first.
 * @param tenantId null: of every open tenant
 * @param usedSince without those that have not been used since then
 */
export const expiringKeys = (
  db: Db,
  {
    tenantId,
    from,
    until,
    usedSince,
  }: { tenantId: string | null; from: Date; until: Date; usedSince?: Date },
  limit: number,
) =>
  db.apiKey.findMany({
    where: {
      ...(tenantId === null ? { tenant: { isActive: true } } : { tenantId }),
      ...(usedSince && { lastUsedAt: { gte: usedSince } }),
      ...{ revokedAt: null, replacedBy: null, expiresAt: { gt: from, lte: until } },
    },
    orderBy: [{ expiresAt: "asc" }, { id: "asc" }],
    take: limit,
    select: { id: true, tenantId: true, mode: true, name: true, lastFour: true, expiresAt: true },
  });

/** The modes of keys, by id. */
export const modesOfKeys = async (
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Mode>> => {
  const found = await db.apiKey.findMany({
    where: { tenantId, id: { in: [...new Set(ids)] } },
    select: { id: true, mode: true },
  });
  return new Map(found.map(({ id, mode }) => [id, mode]));
};

/** The ids of a tenant's keys of a mode, revoked ones too. */
export const keysOfMode = async (db: Db, tenantId: string, mode: Mode): Promise<string[]> =>
  (await db.apiKey.findMany({ where: { tenantId, mode }, select: { id: true } })).map(({ id }) => id);

/** Keys that work now. */
export const countWorkingKeys = (db: Db, tenantId: string, now: Date): Promise<number> =>
  db.apiKey.count({ where: { tenantId, ...working(now) } });

/**
 * Keys of all tenants that work now, were made before `since` and have not been used after it. A key with a
 * sealed copy does not count: its hash can be made from that copy.
 */
export const countKeysUnusedSince = (db: Db, since: Date, now: Date): Promise<number> =>
  db.apiKey.count({
    where: {
      ...working(now),
      sealed: null,
      createdAt: { lt: since },
      AND: { OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: since } }] },
    },
  });

export const renameApiKey = async (db: Db, tenantId: string, id: string, name: string): Promise<boolean> =>
  (await change(db, { id, tenantId, revokedAt: null }, { name })) === 1;

/**
 * Makes a working key end at this instant, but never later than it would have anyway. False if it no longer
 * works. Its sealed text is deleted: only the key that replaces it can be read.
 */
export const expireApiKey = async (
  db: Db,
  tenantId: string,
  id: string,
  at: Date,
  now: Date,
): Promise<boolean> =>
  (await change(db, { id, tenantId, ...working(now) }, { expiresAt: at, sealed: null })) === 1;

/** Revokes every working key of a tenant. Returns how many. */
export const revokeAllKeys = (db: Db, tenantId: string, now: Date): Promise<number> =>
  change(db, { tenantId, revokedAt: null }, { revokedAt: now, sealed: null });
