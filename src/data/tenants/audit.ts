import type { AuditAction } from "#core/audit.ts";
import { firstIdAt } from "#core/day.ts";
import { isJsonObject } from "#core/json.ts";
import type { AuditEntry, Prisma } from "#data/generated/client.ts";
import { memberNames } from "#data/members/members.ts";
import type { Db } from "#data/service/client.ts";
import { defined, type IdRange, idsWithin } from "#data/service/columns.ts";

type AuditRow = Omit<AuditEntry, "changes" | "number"> & { changes: Prisma.InputJsonObject };

/** Appends to the audit trail; called in the transaction of the change that the entry describes. */
export const insertAuditEntry = async (db: Db, entry: AuditRow): Promise<void> => {
  await db.auditEntry.create({ data: entry });
};

type AuditFilter = {
  /** One entry. */
  id?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
} & IdRange;

/** Newest first, by keyset: `after` is the last id of the previous page. */
export const listAuditEntries = (
  db: Db,
  tenantId: string,
  limit: number,
  { id, actor, action, target, ...range }: AuditFilter = {},
  after?: string,
) =>
  db.auditEntry.findMany({
    where: {
      tenantId,
      ...defined({ actor, target }),
      ...(id !== undefined && { AND: { id } }),
      // "api_key" finds everything done to keys, "api_key.revoke" one kind of action.
      ...(action === undefined ? {} : { OR: [{ action }, { action: { startsWith: `${action}.` } }] }),
      ...idsWithin(range, after),
    },
    orderBy: { id: "desc" },
    take: limit,
    omit: { number: true },
  });

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
