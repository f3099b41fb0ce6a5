import type { Policy } from "#core/policy/policy.ts";
import type { Prisma } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import { policyFromJson } from "#data/service/columns.ts";

const SUMMARY = {
  id: true,
  /** Counts the tenant's versions: 1, 2, … */
  number: true,
  note: true,
  packIds: true,
  acceptedWarnings: true,
  /** The actor, as in the audit trail. */
  publishedBy: true,
  createdAt: true,
} as const satisfies Prisma.PolicyVersionSelect;

/** A published policy without its content. */
export type PolicySummary = Prisma.PolicyVersionGetPayload<{ select: typeof SUMMARY }>;

export type PolicyVersion = PolicySummary & { policy: Policy };

/** Holds the tenant's row until the transaction ends, so that publications happen one after another. */
export const holdTenant = async (db: Db, tenantId: string): Promise<void> => {
  await db.$queryRaw`select 1 as held from tenant where id = ${tenantId} for no key update`;
};

/**
 * Writes the tenant's next version, while its row is held.
 * @returns its number
 */
export const insertPolicy = async (
  db: Db,
  { policy, ...version }: Omit<PolicyVersion, "number"> & { tenantId: string },
): Promise<number> => {
  const { tenantId } = version;
  await holdTenant(db, tenantId);
  const { _max } = await db.policyVersion.aggregate({ where: { tenantId }, _max: { number: true } });
  const number = (_max.number ?? 0) + 1;
  await db.policyVersion.create({ data: { ...version, number, content: policy } });
  return number;
};

/** Newest first, by keyset: `after` is the last id of the previous page. */
export const listPolicies = (db: Db, tenantId: string, limit: number, after: string | undefined) =>
  db.policyVersion.findMany({
    where: { tenantId },
    orderBy: { number: "desc" },
    take: limit,
    select: SUMMARY,
    ...(after === undefined ? {} : { cursor: { id: after }, skip: 1 }),
  });

/** A version with its content; null means absent or not this tenant's. */
export const findPolicy = async (db: Db, tenantId: string, id: string): Promise<PolicyVersion | null> => {
  const row = await db.policyVersion.findFirst({
    where: { id, tenantId },
    select: { ...SUMMARY, content: true },
  });
  if (!row) return null;
  const { content, ...summary } = row;
  return { ...summary, policy: policyFromJson(content) };
};

/** What verifications need from a version. */
export type PinnedPolicy = { id: string; number: number; policy: Policy };

// A hundred or so rules take some tens of kilobytes.
const KEPT = 500;

const cache = new Map<string, PinnedPolicy>();

/**
 * A policy version for requests: a version never changes, so each process reads it once, and forgets those
 * not asked for the longest.
 * @returns null means absent or not this tenant's
 */
export const pinnedPolicy = async (db: Db, tenantId: string, id: string): Promise<PinnedPolicy | null> => {
  const key = `${tenantId} ${id}`;
  const found = cache.get(key) ?? (await findPolicy(db, tenantId, id));
  if (!found) return null;
  const pinned = { id, number: found.number, policy: found.policy };
  cache.delete(key);
  cache.set(key, pinned);
  for (const [oldest] of cache) {
    if (cache.size <= KEPT) break;
    cache.delete(oldest);
  }
  return pinned;
};
