import type { UpdateTenant } from "#contracts/console/operator.ts";
import type { PlanLimits, PlanName, PlanOverrides } from "#core/billing/plan.ts";
import type { Billing, Quota } from "#core/billing/quota.ts";
import { required } from "#core/errors.ts";
import type { MemberOfTenant } from "#core/member.ts";
import type { TenantDeletion } from "#core/practice/of-tenant.ts";
import { type PlanChangeRow, planChangesOf } from "#data/operator/plan-changes.ts";
import { searchTenants, type TenantFilter } from "#data/operator/tenants.ts";
import { defined } from "#data/service/columns.ts";
import { findDeletion } from "#data/tenants/tenant-deletions.ts";
import { totalStarted } from "#data/tenants/usage.ts";
import { listEndpoints } from "#data/webhooks/webhook-endpoints.ts";
import type { Deps, OperatorCtx } from "#services/context.ts";
import { type PageInput, pageOf } from "#services/paging.ts";
import { digestsOf } from "#services/sealing.ts";
import { requireAsSeen } from "#services/seen.ts";
import { invitationsOf, membersOf } from "#services/tenants/people.ts";
import { changeTenant, requireTenant, whileHeld } from "#services/tenants/tenants.ts";
import { pricedLimits } from "#services/usage/prices.ts";
import { withBilling } from "#services/usage/usage.ts";
import { tenantsByQuota } from "./money.ts";
import { schedulePlan } from "./plan-changes.ts";

// Tenants as the operator's console shows and changes them: over the use cases of /admin/tenants, with search, plans to come and what
// one page shows of one tenant.

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
  search?.includes("@") ? digestsOf(secrets, "email", search) : [];

/**
 * A page of the tenants that match, newest first.
 * @param input.search a part of the name or id; an address finds the tenants of its member, or with an open invitation
 */
export const findTenants = async (
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
    tenants: billed.map(({ id, name, isActive, plan, createdAt, owners, billing, quota, overrides }) => ({
      ...{ id, name, isActive, plan, createdAt, owners, billing, quota },
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

type Changeable = NonNullable<UpdateTenant["seen"]>;

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
export const updateTenant = async (ctx: OperatorCtx, input: UpdateTenant): Promise<void> => {
  const { tenantId, name, plan, overrides, validFrom, seen } = input;
  await whileHeld(ctx, tenantId, async (db, locked) => {
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
};
