import type { PlanName } from "#core/billing/plan.ts";
import type { Tenant } from "#core/tenant.ts";
import { Prisma } from "#data/generated/client.ts";
import type { Db } from "#data/service/client.ts";
import { overridesFromJson } from "#data/service/columns.ts";

// Across all tenants: for the operator only, in `/admin` and in the console.

type Bytes = Uint8Array<ArrayBuffer>;

export type TenantFilter = {
  /** A part of the name or id. */
  text?: string | undefined;
  /** Digests of a whole address: of members and of invitations that are open. */
  emailHashes: readonly Bytes[];
  plan?: PlanName | undefined;
  isActive?: boolean | undefined;
  /** These only. */
  ids?: readonly string[] | undefined;
};

type FoundTenant = Pick<Tenant, "id" | "name" | "isActive" | "plan" | "createdAt" | Overrides> & {
  owners: number;
};

type Overrides = "overrides" | "unreadableOverrides";

type Row = Omit<FoundTenant, Overrides> & { overrides: unknown };

/** A text with its wild cards taken as themselves (PostgreSQL, LIKE). */
const literal = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

const searched = ({ text, emailHashes }: TenantFilter): Prisma.Sql => {
  if (text === undefined) return Prisma.sql`true`;
  const pattern = `%${literal(text)}%`;
  if (emailHashes.length === 0) return Prisma.sql`(t.name ilike ${pattern} or t.id like ${pattern})`;
  // By the address, a tenant is found from its members: two look-ups in an index, and not one for each tenant.
  return Prisma.sql`t.id in (
    select s.tenant_id from member m join membership s on s.member_id = m.id
      where m.email_hash in (${Prisma.join([...emailHashes])})
    union select i.tenant_id from invitation i
      where i.email_hash in (${Prisma.join([...emailHashes])}) and i.accepted_at is null and i.revoked_at is null)`;
};

/** Newest first, by keyset: `after` is the last id of the previous page. */
export const searchTenants = async (
  db: Db,
  filter: TenantFilter,
  limit: number,
  after: string | undefined,
): Promise<FoundTenant[]> => {
  const { plan, isActive, ids } = filter;
  const rows = await db.$queryRaw<Row[]>`
    select t.id, t.name, t.is_active as "isActive", t.plan::text as plan, t.overrides, t.created_at as "createdAt",
      (select count(*)::int from membership s where s.tenant_id = t.id and s.role = 'owner') as owners
    from tenant t
    where ${searched(filter)}
      and ${after === undefined ? Prisma.sql`true` : Prisma.sql`t.id < ${after}`}
      and ${plan === undefined ? Prisma.sql`true` : Prisma.sql`t.plan = ${plan}::plan`}
      and ${ids === undefined ? Prisma.sql`true` : Prisma.sql`t.id = any(${[...ids]})`}
      and ${isActive === undefined ? Prisma.sql`true` : Prisma.sql`t.is_active = ${isActive}`}
    order by t.id desc limit ${limit}`;
  return rows.map((row) => ({ ...row, ...overridesFromJson(row.overrides) }));
};

export type BilledTenant = Pick<Tenant, "id" | "name" | "isActive" | "plan" | "overrides"> & {
  live: number;
  reused: number;
  test: number;
  /** Of the month's final statement; null: there is none yet. */
  frozen: { currency: string; amountDue: number; overage: number } | null;
};

type BilledRow = Omit<BilledTenant, "overrides" | "frozen"> & {
  overrides: unknown;
  currency: string | null;
  amountDue: number | null;
  overage: number | null;
};

/** Every tenant that existed in the month, with what it used. @param next the first moment after the month */
export const billedTenants = async (db: Db, month: Date, next: Date): Promise<BilledTenant[]> => {
  const rows = await db.$queryRaw<BilledRow[]>`
    select t.id, t.name, t.is_active as "isActive", t.plan::text as plan, t.overrides,
      coalesce(l.started, 0)::int as live, coalesce(l.reused, 0)::int as reused,
      coalesce(e.started, 0)::int as test, s.content #>> '{billing,currency}' as currency,
      (s.content #>> '{billing,amountDue}')::float8 as "amountDue",
      (s.content #>> '{billing,overage}')::float8 as overage
    from tenant t
    left join usage_month l on l.tenant_id = t.id and l.month = ${month}::date and l.mode = 'live'
    left join usage_month e on e.tenant_id = t.id and e.month = ${month}::date and e.mode = 'test'
    left join statement s on s.tenant_id = t.id and s.month = ${month}::date
    where t.created_at < ${next}`;
  return rows.map(({ overrides, currency, amountDue, overage, ...row }) => ({
    ...row,
    overrides: overridesFromJson(overrides).overrides,
    frozen: currency === null || amountDue === null ? null : { currency, amountDue, overage: overage ?? 0 },
  }));
};
