import type { PlanName, PlanOverrides } from "#core/plan.ts";
import type { Tenant } from "#core/tenant.ts";
import type { Db } from "./client.ts";
import type { Prisma } from "./generated/client.ts";
import { overridesFromJson } from "./json.ts";

const COLUMNS = {
  id: true,
  name: true,
  isActive: true,
  plan: true,
  overrides: true,
  minimumAge: true,
  methods: true,
  maxAttempts: true,
  tokenTtlSeconds: true,
  callbackHosts: true,
  createdAt: true,
} as const satisfies Prisma.TenantSelect;

type Row = Prisma.TenantGetPayload<{ select: typeof COLUMNS }>;

const toTenant = (row: Row): Tenant => ({ ...row, overrides: overridesFromJson(row.overrides) });

export type NewTenant = {
  id: string;
  name: string;
  plan: PlanName;
  overrides: PlanOverrides;
  ownerEmailSealed: string | null;
  /** The member who signs up; absent: the operator makes it. */
  madeBy?: string;
};

export const insertTenant = async (db: Db, tenant: NewTenant, now: Date): Promise<Tenant> =>
  toTenant(await db.tenant.create({ data: { ...tenant, createdAt: now, updatedAt: now }, select: COLUMNS }));

/** Whether somebody has ever made a tenant by signing up, whatever became of it. */
export const hasMadeTenant = async (db: Db, memberId: string): Promise<boolean> =>
  (await db.tenant.findFirst({ where: { madeBy: memberId }, select: { id: true } })) !== null;

export const findTenant = async (db: Db, tenantId: string): Promise<Tenant | null> => {
  const row = await db.tenant.findUnique({ where: { id: tenantId }, select: COLUMNS });
  return row && toTenant(row);
};

/** Newest first, by keyset: `after` is the last id of the page before. */
export const listTenants = async (db: Db, limit: number, after: string | undefined): Promise<Tenant[]> => {
  const rows = await db.tenant.findMany({
    where: after === undefined ? {} : { id: { lt: after } },
    orderBy: { id: "desc" },
    take: limit,
    select: COLUMNS,
  });
  return rows.map(toTenant);
};

export type TenantChanges = {
  name?: string | undefined;
  isActive?: boolean | undefined;
  plan?: PlanName | undefined;
  overrides?: PlanOverrides | undefined;
  /** What its pages offer, in this order. */
  methods?: string[] | undefined;
};

/** The tenant after the change, or null when there is none. */
export const updateTenant = async (
  db: Db,
  tenantId: string,
  { name, isActive, plan, overrides, methods }: TenantChanges,
  now: Date,
): Promise<Tenant | null> => {
  const [row] = await db.tenant.updateManyAndReturn({
    where: { id: tenantId },
    data: {
      updatedAt: now,
      ...(name === undefined ? {} : { name }),
      ...(isActive === undefined ? {} : { isActive }),
      ...(plan === undefined ? {} : { plan }),
      ...(overrides === undefined ? {} : { overrides }),
      ...(methods === undefined ? {} : { methods }),
    },
    select: COLUMNS,
  });
  return row ? toTenant(row) : null;
};

export const countTenants = (db: Db): Promise<number> => db.tenant.count();
