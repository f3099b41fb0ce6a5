import type { PlanLimits, PlanName, PlanOverrides } from "#core/billing/plan.ts";
import type { Billing, Quota } from "#core/billing/quota.ts";
import { invalid, required, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { canonicalEmail, type MemberOfTenant } from "#core/member.ts";
import type { TenantDeletion } from "#core/practice/of-tenant.ts";
import { type PlanChangeRow, planChangesOf } from "#data/operator/plan-changes.ts";
import { inTransaction } from "#data/service/client.ts";
import { defined } from "#data/service/columns.ts";
import { lockTenant, searchTenants, type TenantFilter } from "#data/tenants/operator-tenants.ts";
import { findDeletion } from "#data/tenants/tenant-deletions.ts";
import { totalStarted } from "#data/tenants/usage.ts";
import { listEndpoints } from "#data/webhooks/webhook-endpoints.ts";
import { fingerprintsOf } from "#platform/secrets.ts";
import { type Deps, forgetCached, type OperatorCtx } from "#services/context.ts";
import { type PageInput, pageOf } from "#services/paging.ts";
import { requireAsSeen } from "#services/seen.ts";
import { refuseDeleted } from "#services/tenants/deletion.ts";
import { invitationsOf, membersOf } from "#services/tenants/people.ts";
import { switchOff } from "#services/tenants/settings.ts";
import { changeTenant, requireTenant } from "#services/tenants/tenants.ts";
import { pricedLimits } from "#services/usage/prices.ts";
import { withBilling } from "#services/usage/usage.ts";
import { tenantsByQuota } from "./money.ts";
import { schedulePlan } from "./plan-changes.ts";

// Tenants in the operator's console: what /admin/tenants does, with search and with what one page shows of one tenant.

export type TenantLine = {
  id: string;
  name: string;
  isActive: boolean;
  plan: PlanName;
  createdAt: Date;
  /** The month's bill so far. */
  billing: Billing;
  quota: Quota;
  owners: number;
  /** Whether some of its numbers differ from its plan's. */
  hasOverrides: boolean;
};

/** What the list is searched by: as the rows are, but for what is found out first. */
type Search = Omit<TenantFilter, "text" | "emailHashes" | "ids"> &
  PageInput & {
    search?: string | undefined;
    /** Open tenants whose live starts are refused this month, or that are near it. */
    quota?: "refused" | "near" | undefined;
  };

const addressHashes = ({ secrets }: Deps, search: string | undefined) =>
  search?.includes("@") ? fingerprintsOf(secrets, "member-email", canonicalEmail(search)) : [];

/**
 * A page of the tenants that match, newest first.
 * @param input.search a part of the name or id; an address finds the tenants of its member, or with an open invitation
 */
export const listTenants = async (
  ctx: OperatorCtx,
  { search, quota, limit, cursor, ...others }: Search,
): Promise<{ tenants: TenantLine[]; nextCursor: string | null }> => {
  const { deps } = ctx;
  const ids = quota && (await tenantsByQuota(ctx, quota));
  const filter = { ...others, text: search, emailHashes: addressHashes(deps, search), ids };
  const { page, nextCursor } = await pageOf(limit, (rows) =>
    searchTenants(deps.db.orm, filter, rows, cursor),
  );
  const billed = await withBilling(deps, page);
  return {
    tenants: billed.map(({ overrides, ...line }) => ({
      ...line,
      hasOverrides: Object.keys(overrides).length > 0,
    })),
    nextCursor,
  };
};

type OpenInvitations = Awaited<ReturnType<typeof invitationsOf>>["invitations"];

type TenantView = {
  id: string;
  name: string;
  isActive: boolean;
  /** Null: it is not being deleted. */
  deletion: TenantDeletion | null;
  createdAt: Date;
  plan: PlanName;
  /** Its own numbers; the others are the plan's. */
  overrides: PlanOverrides;
  /** Names of own numbers that cannot be read: the plan's count. */
  unreadableOverrides: readonly string[];
  /** Its plan's numbers with its own. */
  limits: PlanLimits;
  billing: Billing;
  quota: Quota;
  /** Plans to come, the next first. */
  planChanges: { id: string; validFrom: Date; plan: PlanName; overrides: PlanOverrides; madeBy: string }[];
  totalVerifications: number;
  members: MemberOfTenant[];
  /** Those that can be accepted or renewed, the newest hundred. */
  invitations: OpenInvitations;
  endpoints: { total: number; disabled: number; failing: number };
};

type Planned = TenantView["planChanges"][number];

const plannedOf = ({ id, validFrom, plan, overrides, madeBy }: PlanChangeRow): Planned => ({
  id,
  validFrom,
  plan,
  overrides,
  madeBy,
});

const INVITATIONS = 100;

/** One tenant, without any of its secrets. @throws TENANT_NOT_FOUND */
export const viewTenant = async (
  ctx: OperatorCtx,
  { tenantId }: { tenantId: string },
): Promise<TenantView> => {
  const { deps } = ctx;
  const db = deps.db.orm;
  const tenant = await requireTenant(ctx, tenantId);
  const { id, name, isActive, createdAt, plan, overrides, unreadableOverrides = [] } = tenant;
  const [[billed], limits, changes, totalVerifications, members, { invitations }, endpoints, deletion] =
    await Promise.all([
      withBilling(deps, [tenant]),
      pricedLimits(deps, tenant),
      planChangesOf(db, id),
      totalStarted(db, id),
      membersOf(ctx, id),
      invitationsOf(ctx, id, { limit: INVITATIONS }),
      listEndpoints(db, id),
      findDeletion(db, id),
    ]);
  const { billing, quota } = required(billed ?? null, "TENANT_NOT_FOUND");
  return {
    ...{ id, name, isActive, deletion, createdAt, plan, overrides, unreadableOverrides, limits },
    ...{ billing, quota },
    planChanges: changes.map(plannedOf),
    totalVerifications,
    members,
    invitations,
    endpoints: {
      total: endpoints.length,
      disabled: endpoints.filter(({ isEnabled }) => !isEnabled).length,
      failing: endpoints.filter(({ failingSince }) => failingSince !== null).length,
    },
  };
};

type Changeable = {
  name?: string | undefined;
  plan?: PlanName | undefined;
  overrides?: PlanOverrides | undefined;
};

type TenantChange = Changeable & {
  tenantId: string;
  validFrom?: Date | undefined;
  seen?: Changeable | undefined;
};

// Numbers that are undefined are the plan's, as those that are absent.
const comparable = ({ name, plan, overrides }: Changeable): Changeable => ({
  ...{ name, plan },
  overrides: overrides && defined(overrides),
});

/**
 * Changes the given fields of a tenant, at once in this process and everywhere within 10 seconds; a plan with a later
 * `validFrom` is changed by the worker then.
 * @throws TENANT_NOT_FOUND, INVALID_REQUEST_BODY; CONFLICT: a given field is not as it was seen, or it is being deleted; then
 * nothing was written
 */
export const updateTenant = async (ctx: OperatorCtx, input: TenantChange): Promise<void> => {
  const { deps } = ctx;
  const { tenantId, name, plan, overrides, validFrom, seen } = input;
  if (!isId("tenant", tenantId)) throw new ServiceError("TENANT_NOT_FOUND");
  await inTransaction(deps.db, async (db) => {
    const locked = required(await lockTenant(db, tenantId), "TENANT_NOT_FOUND");
    await refuseDeleted(db, tenantId);
    const whose = { actor: ctx.actor, tenant: { id: tenantId } };
    const values = { stored: comparable(locked), given: comparable(input), seen: seen && comparable(seen) };
    await requireAsSeen(whose, db, { ...values, what: "this tenant", target: tenantId });
    if (validFrom) {
      const change = { plan: plan ?? locked.plan, overrides: overrides ?? locked.overrides };
      await schedulePlan(ctx, db, { tenantId, validFrom, ...change });
      return;
    }
    await changeTenant(ctx, db, { id: tenantId, locked, changes: { name, plan, overrides } });
  });
  forgetCached(deps, tenantId);
};

const setActive = async (ctx: OperatorCtx, tenantId: string, isActive: boolean): Promise<void> => {
  const { deps } = ctx;
  if (!isId("tenant", tenantId)) throw new ServiceError("TENANT_NOT_FOUND");
  await inTransaction(deps.db, async (db) => {
    const locked = required(await lockTenant(db, tenantId), "TENANT_NOT_FOUND");
    if (locked.isActive === isActive) return;
    await refuseDeleted(db, tenantId);
    await changeTenant(ctx, db, { id: tenantId, locked, changes: { isActive } });
  });
  forgetCached(deps, tenantId);
};

/** Switches a tenant off until it is reopened; its keys stay as they are. @throws TENANT_NOT_FOUND */
export const suspendTenant = (ctx: OperatorCtx, { tenantId }: { tenantId: string }): Promise<void> =>
  setActive(ctx, tenantId, false);

/**
 * Switches a suspended or closed tenant on. Keys that were revoked stay revoked.
 * @throws TENANT_NOT_FOUND; CONFLICT: it is being deleted
 */
export const reopenTenant = (ctx: OperatorCtx, { tenantId }: { tenantId: string }): Promise<void> =>
  setActive(ctx, tenantId, true);

/**
 * Closes a tenant as its owner can: it is switched off, and every key is revoked.
 * @param input.name the tenant's, typed to confirm it
 * @throws TENANT_NOT_FOUND, INVALID_REQUEST_BODY: a different name
 */
export const closeTenant = async (
  ctx: OperatorCtx,
  { tenantId, name }: { tenantId: string; name: string },
): Promise<{ keysRevoked: number }> => {
  const tenant = await requireTenant(ctx, tenantId);
  if (name !== tenant.name) throw invalid("name", "expected the tenant's name, exactly as it is shown");
  return switchOff(ctx, tenantId);
};
