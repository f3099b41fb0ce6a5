import type { Db } from "./client.ts";

/**
 * Overdue verifications, locked for the caller's transaction; rows that another worker holds are skipped.
 * Only `claim*` functions look across tenants.
 */
export const claimOverdue = (db: Db, now: Date, limit: number): Promise<{ id: string; tenantId: string }[]> =>
  db.$queryRaw<{ id: string; tenantId: string }[]>`
    select id, tenant_id as "tenantId" from verification
    where status in ('pending', 'in_progress') and expires_at <= ${now}
    order by expires_at limit ${limit} for update skip locked`;
