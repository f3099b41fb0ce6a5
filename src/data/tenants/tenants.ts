import type { Disclosure } from "#core/age-over.ts";
import type { PlanName, PlanOverrides } from "#core/billing/plan.ts";
import type { ReturnWith, Tenant, WalletProofs } from "#core/tenant.ts";
import type { Prisma } from "#data/generated/client.ts";
import type { Database, Db } from "#data/service/client.ts";
import { defined, overridesFromJson } from "#data/service/columns.ts";
import { type RowOf, runForOne } from "#data/sql/statement.ts";
import { FIRST_STEPS } from "#data/sql/verifications.ts";

const COLUMNS = {
  id: true,
  name: true,
  isActive: true,
  plan: true,
  overrides: true,
  minimumAge: true,
  disclosure: true,
  methods: true,
  maxAttempts: true,
  tokenTtlSeconds: true,
  callbackHosts: true,
  policyId: true,
  walletProofs: true,
  uniqueReferences: true,
  createdAt: true,
} as const satisfies Prisma.TenantSelect;

type Row = Prisma.TenantGetPayload<{ select: typeof COLUMNS }>;

const toTenant = (row: Row): Tenant => ({ ...row, ...overridesFromJson(row.overrides) });

type NewTenant = {
  id: string;
  name: string;
  plan: PlanName;
  overrides: PlanOverrides;
  ownerEmailSealed: string | null;
  /** Absent: the age, as for every earlier tenant. */
  disclosure?: Disclosure;
  /** The member who signs up; absent: the operator creates the tenant. */
  madeBy?: string;
  /** Absent: the token. */
  returnWith?: ReturnWith;
};

export const insertTenant = async (db: Db, tenant: NewTenant, now: Date): Promise<Tenant> =>
  toTenant(await db.tenant.create({ data: { ...tenant, createdAt: now, updatedAt: now }, select: COLUMNS }));

/** Whether a member has ever created a tenant by signing up, even one that no longer exists. */
export const hasMadeTenant = async (db: Db, memberId: string): Promise<boolean> =>
  (await db.tenant.findFirst({ where: { madeBy: memberId }, select: { id: true } })) !== null;

export const findTenant = async (db: Db, tenantId: string): Promise<Tenant | null> => {
  const row = await db.tenant.findUnique({ where: { id: tenantId }, select: COLUMNS });
  return row && toTenant(row);
};

export type TenantChanges = {
  name?: string | undefined;
  isActive?: boolean | undefined;
  plan?: PlanName | undefined;
  overrides?: PlanOverrides | undefined;
  /** The methods that its pages offer, in this order. */
  methods?: string[] | undefined;
  returnWith?: ReturnWith | undefined;
  disclosure?: Disclosure | undefined;
  /** One of its policy versions; null: none any longer. */
  policyId?: string | null | undefined;
};

/** The tenant after the change, or null if there is none. */
export const updateTenant = async (
  db: Db,
  tenantId: string,
  { name, isActive, plan, overrides, methods, disclosure, returnWith, policyId }: TenantChanges,
  now: Date,
): Promise<Tenant | null> => {
  const [row] = await db.tenant.updateManyAndReturn({
    where: { id: tenantId },
    data: {
      ...defined({ name, isActive, plan, overrides, methods, disclosure, returnWith, policyId }),
      updatedAt: now,
    },
    select: COLUMNS,
  });
  return row ? toTenant(row) : null;
};

export const countTenants = (db: Db): Promise<number> => db.tenant.count();

/** The settings that a tenant chooses for itself in the console. */
const SETTINGS_COLUMNS = {
  name: true,
  displayName: true,
  brandColour: true,
  supportUrl: true,
  minimumAge: true,
  disclosure: true,
  methods: true,
  maxAttempts: true,
  callbackHosts: true,
  returnWith: true,
  tokenTtlSeconds: true,
  metadataRetentionDays: true,
  resultRetentionDays: true,
  acceptVisas: true,
  walletProofs: true,
  documentReuseDays: true,
  documentReuseLimit: true,
  listMetadataKey: true,
  erasesAtOnce: true,
  uniqueReferences: true,
} as const satisfies Prisma.TenantSelect;

export type TenantSettings = Prisma.TenantGetPayload<{ select: typeof SETTINGS_COLUMNS }>;

export const findSettings = (db: Db, tenantId: string): Promise<TenantSettings | null> =>
  db.tenant.findUnique({ where: { id: tenantId }, select: SETTINGS_COLUMNS });

/** Whether the tenant's wallets are asked for zero-knowledge proofs; null: it has not said. */
export const findWalletProofs = async (db: Db, tenantId: string): Promise<WalletProofs | null> =>
  (await db.tenant.findUnique({ where: { id: tenantId }, select: { walletProofs: true } }))?.walletProofs ??
  null;

/** Writes the given fields; the others stay as they are. */
export const updateSettings = async (
  db: Db,
  id: string,
  changes: Prisma.TenantUpdateInput,
  now: Date,
): Promise<void> => {
  await db.tenant.update({ where: { id }, data: { ...changes, updatedAt: now } });
};

export const findLogo = async (db: Db, tenantId: string): Promise<Uint8Array | null> =>
  (await db.tenant.findUnique({ where: { id: tenantId }, select: { logo: true } }))?.logo ?? null;

export const setLogo = async (
  db: Db,
  tenantId: string,
  logo: Uint8Array<ArrayBuffer> | null,
  now: Date,
): Promise<void> => {
  await db.tenant.update({ where: { id: tenantId }, data: { logo, updatedAt: now } });
};

export type FirstSteps = RowOf<typeof FIRST_STEPS>;

/** What a new tenant has already done. Each answer takes one step into an index. */
export const findFirstSteps = async (database: Database, tenantId: string): Promise<FirstSteps> => {
  const steps = await runForOne(database, FIRST_STEPS, [tenantId]);
  const nothing = { hasTestKey: false, hasTestVerification: false, hasCompletedTest: false };
  return steps ?? { ...nothing, hasWebhookEndpoint: false, hasLiveVerification: false };
};

/**
 * Locks an open tenant until the transaction ends: until then it cannot be closed, nor can anything be added that the same lock counts.
 * @returns false: it is closed, or there is none
 */
export const lockOpenTenant = async (db: Db, tenantId: string): Promise<boolean> => {
  const rows = await db.$queryRaw<{ isOpen: boolean }[]>`
    select is_active as "isOpen" from tenant where id = ${tenantId} for no key update`;
  return rows[0]?.isOpen ?? false;
};

type LockedTenant = Pick<Tenant, "name" | "isActive" | "plan" | "overrides">;

/** The tenant's row, held until the transaction ends, so that a change is compared with what it changes. */
export const lockTenant = async (db: Db, tenantId: string): Promise<LockedTenant | null> => {
  const [row] = await db.$queryRaw<(Omit<LockedTenant, "overrides"> & { overrides: unknown })[]>`
    select name, is_active as "isActive", plan::text as plan, overrides from tenant where id = ${tenantId}
    for no key update`;
  return row ? { ...row, overrides: overridesFromJson(row.overrides).overrides } : null;
};
