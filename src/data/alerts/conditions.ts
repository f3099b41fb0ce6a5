import type { Approvals } from "#core/alerts/approval.ts";
import type { PlanName } from "#core/billing/plan.ts";
import type { Database, Db } from "#data/service/client.ts";
import { overridesFromJson } from "#data/service/columns.ts";
import { runForOne } from "#data/sql/statement.ts";
import { CERTIFICATES_IN_USE, type CertificateKind } from "#data/sql/tenant-certificates.ts";
import { OLDEST_WAITING } from "#data/sql/webhooks.ts";

// What the rules for tenants ask. Each statement reads by an index that holds only what is in trouble, and never a tenant
// that is well.

/** The most that one rule looks at in one run; see `judge` in services/alerts/evaluate.ts. */
export const MAX_CASES = 5_000;

/** Certificates of open tenants that are in use and end before a time, by id; of one with two ends, what ends first. */
export const endingCertificates = (db: Db, before: Date) =>
  db.$queryRaw<{ id: string; tenantId: string; kind: CertificateKind; until: Date }[]>`
    select distinct on (c.id) c.id, c.tenant_id as "tenantId", c.kind, c.valid_until as until
    from (${CERTIFICATES_IN_USE}) c join tenant t on t.id = c.tenant_id and t.is_active
    where c.valid_until < ${before} order by c.id, c.valid_until limit ${MAX_CASES}`;

/** Open requests for erasure that are due before a time, by id; also of closed tenants: the person's month goes on. */
export const dueRequests = (db: Db, before: Date) =>
  db.$queryRaw<{ id: string; tenantId: string; mode: "live" | "test"; until: Date }[]>`
    select id, tenant_id as "tenantId", mode, due_at as until from erasure_request
    where status = 'open' and due_at <= ${before} order by id limit ${MAX_CASES}`;

export type UsedTenant = {
  id: string;
  plan: PlanName;
  overrides: ReturnType<typeof overridesFromJson>["overrides"];
  /** Live verifications of the month that count. */
  used: number;
};

/** Open tenants that used something live this month, by id, after one of them. */
export const usedTenants = async (
  db: Db,
  { month, after, limit }: { month: Date; after: string; limit: number },
): Promise<UsedTenant[]> => {
  const rows = await db.$queryRaw<{ id: string; plan: PlanName; overrides: unknown; used: number }[]>`
    select t.id, t.plan::text as plan, t.overrides, (u.started - u.reused) as used
    from usage_month u join tenant t on t.id = u.tenant_id
    where u.month = ${month}::date and u.mode = 'live' and u.tenant_id > ${after} and t.is_active
    order by u.tenant_id limit ${limit}`;
  return rows.map(({ overrides, ...row }) => ({ ...row, ...overridesFromJson(overrides) }));
};

/**
 * A tenant's last decided live verifications since an id, at most `limit`, and what was usual before.
 * @param firstId of verifications that count as recent
 */
export const approvalsOf = async (
  db: Db,
  input: { tenantId: string; firstId: string; limit: number; from: Date; before: Date },
): Promise<{ recent: Approvals; usual: Approvals }> => {
  const { tenantId, firstId, limit, from, before } = input;
  const [recent] = await db.$queryRaw<Approvals[]>`
    select count(*)::int as decided, (count(*) filter (where verified))::int as approved from (
      select verified from verification
      where tenant_id = ${tenantId} and id >= ${firstId} and mode = 'live' and status in ('completed', 'failed')
      order by id desc limit ${limit}) last`;
  const [usual] = await db.$queryRaw<Approvals[]>`
    select coalesce(sum(approved + rejected + failed), 0)::int as decided, coalesce(sum(approved), 0)::int as approved
    from verification_day
    where tenant_id = ${tenantId} and mode = 'live' and day >= ${from}::date and day < ${before}::date`;
  const none = { decided: 0, approved: 0 };
  return { recent: recent ?? none, usual: usual ?? none };
};

/** When the oldest delivery was due that waits for a worker, and not for its own broken endpoint; null: none waits. */
export const oldestWaiting = async (database: Database, now: Date): Promise<Date | null> =>
  (await runForOne(database, OLDEST_WAITING, [now]))?.at ?? null;

/** Requests since a time, and those that failed on our side. */
export const requestsSince = async (db: Db, since: Date): Promise<{ requests: number; broken: number }> => {
  const [row] = await db.$queryRaw<{ requests: number; broken: number }[]>`
    select count(*)::int as requests, (count(*) filter (where status >= 500))::int as broken
    from request_log where time >= ${since}`;
  return row ?? { requests: 0, broken: 0 };
};
