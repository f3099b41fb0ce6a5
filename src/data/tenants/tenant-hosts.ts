import type { TenantHost } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";

/** A host as it is stored. */
export type HostRow = TenantHost;

/** A host that was proven once, for requests: whose it is, and whether it is on. */
export type ServedHost = Pick<TenantHost, "id" | "tenantId" | "host"> & {
  isOn: boolean;
  /** Whether its tenant is open: neither suspended nor closed. */
  isOpen: boolean;
};

const served = {
  ...{ id: true, tenantId: true, host: true, offAt: true },
  tenant: { select: { isActive: true } },
} as const;

const toServed = (
  row:
    | (Pick<TenantHost, "id" | "tenantId" | "host" | "offAt"> & { tenant: { isActive: boolean } })
    | undefined
    | null,
): ServedHost | null => {
  if (!row) return null;
  const { offAt, tenant, ...host } = row;
  return { ...host, isOn: offAt === null, isOpen: tenant.isActive };
};

/**
 * Whose host this is: the one that is on, or else the one switched off last; null: no tenant's. A host that was proven once and
 * removed is off, also while its tenant has added it again and not proven it yet.
 */
export const findServedHost = async (db: Db, host: string): Promise<ServedHost | null> =>
  toServed(
    await db.tenantHost.findFirst({
      where: { host, OR: [{ verifiedAt: { not: null } }, { offAt: { not: null } }] },
      orderBy: [{ offAt: { sort: "desc", nulls: "first" } }],
      select: served,
    }),
  );

/** The host that a tenant's links name; null: the main one. */
export const findPrimaryHost = async (db: Db, tenantId: string): Promise<ServedHost | null> =>
  toServed(
    await db.tenantHost.findFirst({
      where: { tenantId, isPrimary: true, verifiedAt: { not: null }, offAt: null },
      select: served,
    }),
  );

/** The tenant's hosts, the oldest first, without removed ones. */
export const listHosts = (db: Db, tenantId: string): Promise<HostRow[]> =>
  db.tenantHost.findMany({ where: { tenantId, removedAt: null }, orderBy: { id: "asc" } });

/** Null means absent or not this tenant's. */
export const findHost = (db: Db, tenantId: string, id: string): Promise<HostRow | null> =>
  db.tenantHost.findFirst({ where: { tenantId, id, removedAt: null } });

/** The row of the tenant whose host this is and on; null: no tenant has proven it, or it is off. */
export const findOwner = (db: Db, host: string): Promise<HostRow | null> =>
  db.tenantHost.findFirst({ where: { host, verifiedAt: { not: null }, offAt: null } });

/** Of all tenants: how many hosts are proven and on. */
export const countHostsOn = (db: Db): Promise<number> =>
  db.tenantHost.count({ where: { verifiedAt: { not: null }, offAt: null } });

/** Waits for others that change hosts of this name, until the transaction ends: two proofs are judged one by one. */
export const lockHostName = async (db: Db, host: string): Promise<void> => {
  await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`tenant_host:${host}`}, 0))`;
};

/**
 * Takes the place of the row of a host that the tenant removed, and keeps since when it is off: until it is proven again, its
 * name stays unknown. @returns false: the tenant has it already
 */
export const insertHost = async (
  db: Db,
  host: Pick<TenantHost, "id" | "tenantId" | "host" | "txtToken" | "createdAt">,
): Promise<boolean> => {
  const removed = { tenantId: host.tenantId, host: host.host, removedAt: { not: null } };
  const before = await db.tenantHost.findFirst({ where: removed, select: { offAt: true } });
  await db.tenantHost.deleteMany({ where: removed });
  const data = [{ ...host, offAt: before?.offAt ?? null }];
  return (await db.tenantHost.createMany({ data, skipDuplicates: true })).count === 1;
};

type HostChanges = Partial<
  Pick<
    TenantHost,
    "isPrimary" | "verifiedAt" | "checkedAt" | "lastAnswer" | "missingSince" | "offAt" | "removedAt"
  >
>;

/** @returns false: absent or not this tenant's */
export const updateHost = async (
  db: Db,
  tenantId: string,
  id: string,
  changes: HostChanges,
): Promise<boolean> =>
  (await db.tenantHost.updateMany({ where: { tenantId, id }, data: changes })).count === 1;

/** Takes the tenant's primary host from being so. */
export const clearPrimary = async (db: Db, tenantId: string): Promise<void> => {
  await db.tenantHost.updateMany({ where: { tenantId, isPrimary: true }, data: { isPrimary: false } });
};

/** A host that was never proven, and so never served. */
export const deleteHost = async (db: Db, tenantId: string, id: string): Promise<void> => {
  await db.tenantHost.deleteMany({ where: { tenantId, id } });
};

/** Deletes rows of hosts removed before then. @returns how many */
export const purgeRemovedHosts = async (db: Db, before: Date, limit: number): Promise<number> =>
  db.$executeRaw`
    delete from tenant_host where id in (
      select id from tenant_host where removed_at < ${before} order by removed_at limit ${limit})`;

/**
 * Takes hosts that are due to be looked at, so that no other worker looks at them too: they count as looked at from now on.
 * @param before those looked at before then, and among those the resolver failed at, `retryBefore`
 */
export const takeDueHosts = (
  db: Db,
  { before, retryBefore, now }: { before: Date; retryBefore: Date; now: Date },
  limit: number,
): Promise<Pick<TenantHost, "id" | "tenantId" | "host">[]> =>
  db.$queryRaw`
    update tenant_host set checked_at = ${now} where id in (
      select id from tenant_host
      where verified_at is not null and off_at is null
        and (checked_at < ${before}
          or (checked_at < ${retryBefore} and last_answer not in ('found', 'absent')))
      order by checked_at limit ${limit} for update skip locked)
    returning id, tenant_id as "tenantId", host`;
