import type { Deps } from "#services/context.ts";

/** How many rows there are of everything that a request may write, its log line apart, and what was counted. */
export const countRows = async (deps: Deps): Promise<Record<string, number>> => {
  const { rows } = await deps.db.pool.query<Record<string, number>>(`select
    (select count(*) from tenant)::int as tenants,
    (select count(*) from api_key)::int as keys,
    (select count(*) from verification)::int as verifications,
    (select count(*) from verification where status in ('completed', 'failed', 'expired'))::int as ended,
    (select count(*) from method_attempt)::int as attempts,
    (select count(*) from token)::int as tokens,
    (select count(*) from event)::int as events,
    (select count(*) from audit_entry)::int as audits,
    (select count(*) from member)::int as members,
    (select count(*) from membership)::int as memberships,
    (select count(*) from invitation)::int as invitations,
    (select count(*) from voucher)::int as vouchers,
    (select count(*) from webhook_endpoint)::int as endpoints,
    (select count(*) from webhook_delivery)::int as deliveries,
    (select count(*) from idempotency_record)::int as idempotent,
    (select coalesce(sum(started), 0) from usage_month)::int as counted`);
  return rows[0] ?? {};
};

/** What one tenant has: rows on the one side, what was counted on the other. */
export const tenantRows = async (deps: Deps, tenantId: string) => {
  const where = { tenantId };
  const [verifications, tokens, usage] = await Promise.all([
    deps.db.orm.verification.count({ where }),
    deps.db.orm.token.count({ where }),
    deps.db.orm.usageMonth.aggregate({ where, _sum: { started: true } }),
  ]);
  return { verifications, tokens, counted: usage._sum.started ?? 0 };
};

/** Every row that a member of the tenant could change, for comparing before and after. */
export const everythingOf = async ({ db }: Pick<Deps, "db">, tenantId: string) => {
  const where = { tenantId };
  const [
    tenant,
    keys,
    endpoints,
    deliveries,
    members,
    invitations,
    tokens,
    vouchers,
    providers,
    vendors,
    audit,
  ] = await Promise.all([
    db.orm.tenant.findUnique({ where: { id: tenantId } }),
    db.orm.apiKey.findMany({ where, orderBy: { id: "asc" } }),
    db.orm.webhookEndpoint.findMany({ where, orderBy: { id: "asc" } }),
    db.orm.webhookDelivery.findMany({ where, orderBy: { id: "asc" } }),
    db.orm.membership.findMany({ where, orderBy: { memberId: "asc" } }),
    db.orm.invitation.findMany({ where, orderBy: { id: "asc" } }),
    db.orm.token.findMany({ where, orderBy: { id: "asc" } }),
    db.orm.voucher.findMany({ where, orderBy: { id: "asc" } }),
    db.orm.identityProvider.findMany({ where, orderBy: { id: "asc" } }),
    db.orm.vendor.findMany({ where, orderBy: { id: "asc" } }),
    db.orm.auditEntry.findMany({ where, orderBy: { id: "asc" } }),
  ]);
  return {
    tenant,
    keys,
    endpoints,
    deliveries,
    members,
    invitations,
    tokens,
    vouchers,
    providers,
    vendors,
    audit,
  };
};
