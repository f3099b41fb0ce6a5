import { firstIdAt } from "#core/day.ts";
import type { Mode } from "#core/verification.ts";
import type { Db } from "#data/service/client.ts";
import { CERTIFICATES_IN_USE, type CertificateKind } from "#data/sql/tenant-certificates.ts";

// Facts over all tenants: for the operator only. Nothing here is about a person who was checked.

/** Tenants with deliveries that wait for a worker, those that wait longest first; `tenants`: how many there are in all. */
export const backlogByTenant = (db: Db, limit: number) =>
  db.$queryRaw<
    { tenantId: string; tenantName: string; pending: number; oldestDueAt: Date; tenants: number }[]
  >`
    select q.tenant_id as "tenantId", t.name as "tenantName", q.pending, q.oldest as "oldestDueAt",
      (count(*) over ())::int as tenants
    from (select tenant_id, count(*)::int as pending, min(next_attempt_at) as oldest from webhook_delivery
      where status = 'pending' group by tenant_id) q
    join tenant t on t.id = q.tenant_id
    order by q.oldest, q.tenant_id limit ${limit}`;

export type TenantCounts = {
  tenantId: string;
  tenantName: string;
  started: number;
  approved: number;
  rejected: number;
  failed: number;
  expired: number;
};

/**
 * The outcomes of the verifications of a mode that were started since a UTC day, for each tenant that had any. Days with a
 * final count are read; those after them are counted now.
 */
export const countsByTenant = (db: Db, mode: Mode, from: Date, now: Date) =>
  db.$queryRaw<TenantCounts[]>`
    with known as (
      select d.tenant_id, d.started, d.approved, d.rejected, d.failed, d.expired
      from verification_day d where d.day >= ${from}::date and d.mode = ${mode}::mode
      union all
      select e.tenant_id, e.started, e.approved, e.rejected, e.failed, e.expired
      from verification_erased e join tenant t on t.id = e.tenant_id
      where e.hour >= ${from} and e.mode = ${mode}::mode
        and (t.days_rolled_through is null or e.hour >= (t.days_rolled_through + 1)::timestamp at time zone 'UTC')
      union all
      select v.tenant_id, 1, (v.status = 'completed' and v.verified)::int, (v.status = 'completed' and not v.verified)::int,
        (v.status = 'failed')::int,
        (v.status = 'expired' or (v.status in ('pending', 'in_progress') and v.expires_at <= ${now}))::int
      from verification v join tenant t on t.id = v.tenant_id
      where v.id >= ${firstIdAt("verification", from)} and v.mode = ${mode}::mode and v.redacted_at is null
        and v.appeal_of is null and not v.uncounted
        and (t.days_rolled_through is null or v.created_at >= (t.days_rolled_through + 1)::timestamp at time zone 'UTC'))
    select t.id as "tenantId", t.name as "tenantName", sum(k.started)::int as started,
      coalesce(sum(k.approved), 0)::int as approved, coalesce(sum(k.rejected), 0)::int as rejected,
      coalesce(sum(k.failed), 0)::int as failed, coalesce(sum(k.expired), 0)::int as expired
    from known k join tenant t on t.id = k.tenant_id
    group by t.id, t.name order by started desc, t.id`;

export type RequestCounts = {
  tenantId: string | null;
  /** Null: it belongs to no tenant, or to one that is gone. */
  tenantName: string | null;
  requests: number;
  refused: number;
  broken: number;
};

/** Requests since then, by tenant; null: those that no tenant's key or page was named in. `refused`: 4xx, `broken`: 5xx. */
export const requestsByTenant = (db: Db, since: Date) =>
  db.$queryRaw<RequestCounts[]>`
    select r.tenant_id as "tenantId", t.name as "tenantName", r.requests, r.refused, r.broken
    from (select tenant_id, count(*)::int as requests,
        (count(*) filter (where status between 400 and 499))::int as refused,
        (count(*) filter (where status >= 500))::int as broken
      from request_log where time >= ${since} group by tenant_id) r
    left join tenant t on t.id = r.tenant_id`;

type TenantCertificate = {
  id: string;
  kind: CertificateKind;
  tenantId: string;
  tenantName: string;
  fingerprint: string;
  validUntil: Date;
};

/**
 * Certificates of open tenants that are in use, those that end first; without their keys. With how many there are in all,
 * and how many end before `warned`.
 */
export const tenantCertificates = async (
  db: Db,
  limit: number,
  warned: Date,
): Promise<{ certificates: TenantCertificate[]; total: number; ending: number }> => {
  const rows = await db.$queryRaw<(TenantCertificate & { total: number; ending: number })[]>`
    select (count(*) over ())::int as total, (count(*) filter (where c.valid_until < ${warned}) over ())::int as ending,
      c.id, c.kind, t.id as "tenantId", t.name as "tenantName", c.fingerprint, c.valid_until as "validUntil"
    from (${CERTIFICATES_IN_USE}) c
    join tenant t on t.id = c.tenant_id
    where t.is_active order by c.valid_until, c.id, c.kind limit ${limit}`;
  const [{ total, ending } = { total: 0, ending: 0 }] = rows;
  return { certificates: rows.map(({ total: _all, ending: _soon, ...row }) => row), total, ending };
};
