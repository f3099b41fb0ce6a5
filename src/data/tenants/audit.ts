import type { AuditAction } from "#core/audit.ts";
import { firstIdAt } from "#core/day.ts";
import { isJsonObject } from "#core/json.ts";
import type { AuditEntry, Prisma } from "#data/generated/client.ts";
import { memberNames } from "#data/members/members.ts";
import type { Db } from "#data/service/client.ts";
import { defined, type IdRange, idsWithin } from "#data/service/columns.ts";

/** An entry without its number in the order of export. */
export type AuditEntryRow = Omit<AuditEntry, "number">;

type NewEntry = Omit<AuditEntryRow, "changes"> & { changes: Prisma.InputJsonObject };

/** Appends to the audit trail; called in the transaction of the change that the entry describes. */
export const insertAuditEntry = async (db: Db, entry: NewEntry): Promise<void> => {
  await db.auditEntry.create({ data: entry });
};

export type AuditFilter = {
  actor?: string | undefined;
  /** One action, or all on a noun: "api_key.revoke", "api_key". */
  action?: string | undefined;
  target?: string | undefined;
  /** Only what those who operate the deployment did, in any tenant or in none. */
  byOperators?: true;
} & IdRange;

// As in the index audit_entry_operators_idx.
const BY_OPERATORS: Prisma.AuditEntryWhereInput = {
  OR: [{ actor: { startsWith: "admin" } }, { actor: { startsWith: "operator:" } }, { tenantId: null }],
};

/** @param tenantId null: every tenant's, and the deployment's own */
const whereOf = (
  tenantId: string | null,
  { actor, action, target, byOperators, ...range }: AuditFilter,
  after?: string,
): Prisma.AuditEntryWhereInput => ({
  ...defined({ tenantId: tenantId ?? undefined, actor, target }),
  ...(action === undefined ? {} : { OR: [{ action }, { action: { startsWith: `${action}.` } }] }),
  ...(byOperators && { AND: BY_OPERATORS }),
  ...idsWithin(range, after),
});

/**
 * Newest first, by keyset: `after` is the last id of the previous page.
 * @param tenantId null: every tenant's, and the deployment's own
 */
export const listAuditEntries = (
  db: Db,
  tenantId: string | null,
  limit: number,
  filter: AuditFilter,
  after?: string,
): Promise<AuditEntryRow[]> =>
  db.auditEntry.findMany({
    where: whereOf(tenantId, filter, after),
    orderBy: { id: "desc" },
    take: limit,
    omit: { number: true },
  });

/** Those after a number of the order of export, in that order. @param tenantId as in listAuditEntries */
export const auditEntriesAfter = async (
  db: Db,
  tenantId: string | null,
  filter: AuditFilter,
  after: bigint,
  limit: number,
): Promise<(AuditEntryRow & { number: bigint })[]> => {
  const number: Prisma.BigIntNullableFilter = { gt: after };
  const rows = await db.auditEntry.findMany({
    where: { AND: [whereOf(tenantId, filter), { number }] },
    orderBy: { number: "asc" },
    take: limit,
  });
  return rows.map((row) => ({ ...row, number: row.number ?? after }));
};

/** Null: absent, or another tenant's. */
export const findAuditEntry = (db: Db, tenantId: string, id: string): Promise<AuditEntryRow | null> =>
  db.auditEntry.findFirst({ where: { tenantId, id }, omit: { number: true } });

/**
 * How often something was done since then: by one tenant's people and for it, or over all tenants.
 * @param since whole milliseconds count
 */
export const countAudited = (
  db: Db,
  { tenantId, action, since }: { tenantId?: string; action: AuditAction; since: Date },
): Promise<number> =>
  db.auditEntry.count({
    where: { ...defined({ tenantId }), action, id: { gte: firstIdAt("audit", since) } },
  });

/** The actor who last took one of these actions, for each of these targets. */
export const lastActors = async (
  db: Db,
  tenantId: string,
  actions: readonly AuditAction[],
  targets: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = await db.auditEntry.findMany({
    where: { tenantId, target: { in: [...targets] }, action: { in: [...actions] } },
    orderBy: { id: "asc" },
    select: { target: true, actor: true },
  });
  return new Map(found.map(({ target, actor }) => [target, actor]));
};

/** How many of a target's newest entries are looked through for one that names a field. */
const LOOKED_THROUGH = 100;

/** The author and the time of a change. */
type LastChange = { actor: string; createdAt: Date };

/** For each of these fields of a target, who changed it last; absent: none of the newest entries names it. */
export const lastChangesOf = async (
  db: Db,
  tenantId: string,
  target: string,
  fields: readonly string[],
): Promise<ReadonlyMap<string, LastChange>> => {
  const newest = await db.auditEntry.findMany({
    where: { tenantId, target },
    orderBy: { id: "desc" },
    take: LOOKED_THROUGH,
    select: { actor: true, changes: true, createdAt: true },
  });
  const last = fields.flatMap((field) => {
    const names = ({ changes }: { changes: unknown }): boolean =>
      isJsonObject(changes) && Object.hasOwn(changes, field);
    const found = newest.find(names);
    return found ? [[field, { actor: found.actor, createdAt: found.createdAt }] as const] : [];
  });
  return new Map(last);
};

const ofKind = (ids: readonly string[], prefix: string): string[] => [
  ...new Set(ids.filter((id) => id.startsWith(`${prefix}_`))),
];

/**
 * The names of the keys, endpoints, sites and members behind these ids, by id. An invitation has the name of
 * the member who accepted it, since its address is sealed. Others have no name.
 */
export const namesOf = async (
  db: Db,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const [keys, endpoints, sites, members, accepted] = await Promise.all([
    db.apiKey.findMany({
      where: { tenantId, id: { in: ofKind(ids, "key") } },
      select: { id: true, name: true },
    }),
    db.webhookEndpoint.findMany({
      where: { tenantId, id: { in: ofKind(ids, "whe") } },
      select: { id: true, url: true },
    }),
    db.oidcClient.findMany({
      where: { tenantId, id: { in: ofKind(ids, "cli") } },
      select: { id: true, name: true },
    }),
    memberNames(db, ofKind(ids, "mem")),
    db.invitation.findMany({
      where: { tenantId, id: { in: ofKind(ids, "inv") }, acceptedBy: { not: null } },
      select: { id: true, acceptedBy: true },
    }),
  ]);
  const invited = await memberNames(
    db,
    accepted.flatMap(({ acceptedBy }) => acceptedBy ?? []),
  );
  return new Map([
    ...keys.map(({ id, name }) => [id, name] as const),
    ...endpoints.map(({ id, url }) => [id, url] as const),
    ...sites.map(({ id, name }) => [id, name] as const),
    ...members,
    ...accepted.flatMap(({ id, acceptedBy }) => {
      const name = invited.get(acceptedBy ?? "");
      return name === undefined ? [] : [[id, name] as const];
    }),
  ]);
};

/** The names of members and tenants behind these ids, by id: for those who operate the deployment. */
export const namesOfAny = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const all = [...new Set(ids)];
  const [members, tenants] = await Promise.all([
    memberNames(db, all),
    db.tenant.findMany({ where: { id: { in: all } }, select: { id: true, name: true } }),
  ]);
  return new Map([...members, ...tenants.map(({ id, name }) => [id, name] as const)]);
};
