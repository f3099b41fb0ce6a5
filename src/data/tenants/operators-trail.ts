import { memberNames } from "#data/members/members.ts";
import type { Db } from "#data/service/client.ts";
import { defined, type IdRange, idsWithin } from "#data/service/columns.ts";

export type OperatorsFilter = {
  tenantId?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
} & IdRange;

/** What those who operate the deployment did, in any tenant or in none; newest first, by keyset. */
export const listOperatorsEntries = (
  db: Db,
  limit: number,
  { tenantId, actor, action, ...range }: OperatorsFilter,
  after?: string,
) =>
  db.auditEntry.findMany({
    where: {
      ...defined({ tenantId, actor }),
      // As in the index audit_entry_operators_idx.
      OR: [{ actor: { startsWith: "admin" } }, { actor: { startsWith: "operator:" } }, { tenantId: null }],
      ...(action === undefined
        ? {}
        : { AND: { OR: [{ action }, { action: { startsWith: `${action}.` } }] } }),
      ...idsWithin(range, after),
    },
    orderBy: { id: "desc" },
    take: limit,
  });

/** The names of members and tenants behind these ids, by id. */
export const namesOfAny = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const [members, tenants] = await Promise.all([
    memberNames(db, ids),
    db.tenant.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } }),
  ]);
  return new Map([...members, ...tenants.map(({ id, name }) => [id, name] as const)]);
};
