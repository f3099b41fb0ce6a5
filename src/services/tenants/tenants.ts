import type { CreateTenant } from "#contracts/console/operator.ts";
import { USUAL_SCOPES } from "#core/access/scopes.ts";
import type { Disclosure } from "#core/age-over.ts";
import type { Billing } from "#core/billing/quota.ts";
import { refuseIssues, required, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import type { Policy } from "#core/policy/policy.ts";
import type { TenantDeletion } from "#core/practice/of-tenant.ts";
import type { Tenant } from "#core/tenant.ts";
import { effectiveStatus, type Verification } from "#core/verification.ts";
import { searchTenants } from "#data/operator/tenants.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { defined } from "#data/service/columns.ts";
import { findCustomer } from "#data/service/meter-events.ts";
import { findSealedLiveKey } from "#data/tenants/api-keys.ts";
import { findDeletion } from "#data/tenants/tenant-deletions.ts";
import {
  findSettings,
  findTenant,
  insertTenant,
  lockTenant,
  type TenantChanges,
  updateTenant as updateRow,
} from "#data/tenants/tenants.ts";
import { totalStarted } from "#data/tenants/usage.ts";
import { lastVerifications } from "#data/verifications/verifications.ts";
import { recordAudit } from "#services/audit-log.ts";
import { forgetCached } from "#services/cached.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { createKey } from "#services/keys/keys.ts";
import type { InvitationMail } from "#services/members/invitation-mail.ts";
import { newInvitation } from "#services/members/invitations.ts";
import { type PageInput, pageOf } from "#services/paging.ts";
import { publishIn, removePolicyIn } from "#services/policies/policies.ts";
import { sealedFor } from "#services/sealing.ts";
import { logUnreadable } from "#services/unreadable.ts";
import { meterFor } from "#services/usage/meters.ts";
import { recordPlan } from "#services/usage/statements.ts";
import { withBilling } from "#services/usage/usage.ts";
import { refuseDeleted } from "./deletion.ts";
import { methodIssues } from "./settings.ts";

type CreatedTenant = {
  id: string;
  name: string;
  apiKey: string;
  isActive: boolean;
  /** Set if an owner was invited; the link is only in this answer and in the e-mail. */
  ownerInvitation?: { id: string; url: string; expiresAt: Date; mail: InvitationMail };
};

const OWNER_DAYS = 30;

// Accepted through the link, or automatically when a person with this verified address signs in to the
// console.
const inviteOwner = async (ctx: Ctx, db: Db, tenantId: string, email: string) => {
  const { invitation, url, mail } = await newInvitation(ctx, db, {
    tenantId,
    role: "owner",
    email,
    expiresInDays: OWNER_DAYS,
  });
  const { id, expiresAt } = invitation;
  return { ownerInvitation: { id, url, expiresAt, mail } };
};

/** Creates a tenant with its first live key and, if an owner is named, an invitation, in one transaction. */
export const createTenant = (ctx: Ctx, input: CreateTenant): Promise<CreatedTenant> => {
  const { deps } = ctx;
  const { name, plan = "free", overrides = {}, ownerEmail } = input;
  const id = newId(deps, "tenant");
  return inTransaction(deps.db, async (db) => {
    const ownerEmailSealed =
      ownerEmail === undefined ? null : deps.secrets.seal(ownerEmail, sealedFor("ownerEmail", id));
    const tenant = await insertTenant(db, { id, name, plan, overrides, ownerEmailSealed }, deps.now());
    await recordPlan(deps, db, tenant);
    await recordAudit(ctx, db, {
      tenantId: id,
      action: "tenant.create",
      target: id,
      changes: { name, plan },
    });
    const invited = ownerEmail === undefined ? {} : await inviteOwner(ctx, db, id, ownerEmail);
    const key = await createKey(ctx, db, {
      tenantId: id,
      mode: "live",
      name: "First live key",
      scopes: [...USUAL_SCOPES, "verifications:erase", "audit:read"],
    });
    return { id, name: tenant.name, apiKey: key.value, isActive: tenant.isActive, ...invited };
  });
};

type TenantRow = { id: string; name: string; isActive: boolean; billing: Billing };

type Listed = Pick<Tenant, "id" | "name" | "isActive" | "plan" | "overrides" | "unreadableOverrides">;

/** Tenants as the admin sees them, with the month's bill so far. */
const tenantRows = async (deps: Deps, tenants: readonly Listed[]): Promise<TenantRow[]> => {
  for (const tenant of tenants) logUnreadable(deps, tenant);
  const billed = await withBilling(deps, tenants);
  return billed.map(({ id, name, isActive, billing }) => ({ id, name, isActive, billing }));
};

const LAST = 10;

type TenantDetail = TenantRow & {
  apiKey: string | null;
  /** Offered on its pages, in this order. */
  methods: readonly string[];
  /** Only where it is not the token: an operator's older client sees the answer that it knows. */
  returnWith?: "code";
  /** Absent: the age, as before thresholds existed. */
  disclosure?: Disclosure;
  /** The policy version that new verifications pin; absent: none. */
  policyId?: string;
  /** To whom its usage is reported at Stripe; absent: to no one. */
  stripeCustomerId?: string;
  /** Absent: it is not being deleted. */
  deletion?: TenantDeletion;
  totalVerifications: number;
  lastVerifications: (Pick<Verification, "status" | "createdAt" | "completedAt" | "method"> & {
    verificationId: string;
  })[];
};

const newestLiveKey = async (deps: Deps, tenantId: string): Promise<string | null> => {
  const key = await findSealedLiveKey(deps.db.orm, tenantId, deps.now());
  return key?.sealed ? deps.secrets.open(key.sealed, sealedFor("apiKey", key.id)) : null;
};

const tenantDetail = async (deps: Deps, tenant: Tenant): Promise<TenantDetail> => {
  const db = deps.db.orm;
  const [[row = null], settings, apiKey, totalVerifications, last, stripeCustomerId, deletion] =
    await Promise.all([
      tenantRows(deps, [tenant]),
      findSettings(db, tenant.id),
      newestLiveKey(deps, tenant.id),
      totalStarted(db, tenant.id),
      lastVerifications(db, tenant.id, LAST),
      findCustomer(db, tenant.id),
      findDeletion(db, tenant.id),
    ]);
  return {
    ...required(row, "TENANT_NOT_FOUND"),
    apiKey,
    methods: tenant.methods,
    ...(settings?.returnWith === "code" ? { returnWith: settings.returnWith } : {}),
    ...(tenant.disclosure === "age" ? {} : { disclosure: tenant.disclosure }),
    ...(tenant.policyId === null ? {} : { policyId: tenant.policyId }),
    ...(stripeCustomerId === null ? {} : { stripeCustomerId }),
    ...(deletion && { deletion }),
    totalVerifications,
    lastVerifications: last.map(({ id: verificationId, status, expiresAt, ...shown }) => ({
      verificationId,
      status: effectiveStatus({ status, expiresAt }, deps.now()),
      ...shown,
    })),
  };
};

/** Closed tenants included: the operator can give one an owner. @throws TENANT_NOT_FOUND */
export const requireTenant = async ({ deps }: Ctx, id: string): Promise<Tenant> =>
  required(isId("tenant", id) ? await findTenant(deps.db.orm, id) : null, "TENANT_NOT_FOUND");

/** @throws TENANT_NOT_FOUND */
export const getTenant = async (ctx: Ctx, id: string): Promise<TenantDetail> => {
  const { deps, actor } = ctx;
  const detail = await tenantDetail(deps, await requireTenant(ctx, id));
  // A key that reads must not find one that writes.
  return actor.kind === "admin" && (actor.scope ?? "all") === "all" ? detail : { ...detail, apiKey: null };
};

/** A page of all tenants, newest first: for `/admin`. */
export const listTenants = async ({ deps }: Ctx, { limit, cursor }: PageInput) => {
  const { page, nextCursor } = await pageOf(limit, (rows) =>
    searchTenants(deps.db.orm, { emailHashes: [] }, rows, cursor),
  );
  return { tenants: await tenantRows(deps, page), nextCursor };
};

type LockedTenant = NonNullable<Awaited<ReturnType<typeof lockTenant>>>;

/**
 * Changes a tenant in a transaction that holds its row: for `/admin` and for the operator's console alike. It applies at once in
 * this process, everywhere within 10 seconds.
 * @throws TENANT_NOT_FOUND, CONFLICT: it is being deleted; then nothing was written
 */
export const whileHeld = async <Result>(
  { deps }: Ctx,
  id: string,
  change: (db: Db, locked: LockedTenant) => Promise<Result>,
): Promise<Result> => {
  if (!isId("tenant", id)) throw new ServiceError("TENANT_NOT_FOUND");
  const changed = await inTransaction(deps.db, async (db) => {
    const locked = required(await lockTenant(db, id), "TENANT_NOT_FOUND");
    await refuseDeleted(db, id);
    return change(db, locked);
  });
  forgetCached(deps, id);
  return changed;
};

type OwnChanges = Omit<TenantChanges, "policyId">;

/** The Stripe customer that its usage is reported for; null: none. */
type Customer = { before: string | null; after: string | null };

/**
 * Changes the given fields of a tenant that the transaction has locked, with the row of its plan and the audit entry,
 * which has old values beside the new ones: for `/admin` and for the operator's console alike.
 * @param customer who its usage was and is reported for at Stripe; absent: that stays
 * @throws TENANT_NOT_FOUND
 */
export const changeTenant = async (
  ctx: Ctx,
  db: Db,
  { id, locked, changes }: { id: string; locked: LockedTenant; changes: OwnChanges },
  customer?: Customer,
): Promise<Tenant> => {
  const settings = required(await findSettings(db, id), "TENANT_NOT_FOUND");
  const updated = required(await updateRow(db, id, changes, ctx.deps.now()), "TENANT_NOT_FOUND");
  if (changes.plan !== undefined || changes.overrides !== undefined) await recordPlan(ctx.deps, db, updated);
  const after = defined({ ...changes, stripeCustomerId: customer?.after });
  if (Object.keys(after).length > 0) {
    const { methods, returnWith, disclosure } = settings;
    const before = { ...locked, methods, returnWith, disclosure, stripeCustomerId: customer?.before };
    await recordAudit(ctx, db, { tenantId: id, action: "tenant.update", target: id, before, after });
  }
  return updated;
};

type PolicyChange = {
  /** Published as the tenant's next version; null: it no longer has one. */
  policy?: Policy | null | undefined;
  acceptedWarnings?: readonly string[] | undefined;
};

const changePolicy = async (ctx: Ctx, db: Db, id: string, { policy, acceptedWarnings }: PolicyChange) => {
  if (policy) await publishIn(ctx, db, id, { policy, acceptedWarnings });
  if (policy === null) await removePolicyIn(ctx, db, id);
};

/**
 * Changes the given fields; at once in this process, everywhere within 10 seconds.
 * @throws TENANT_NOT_FOUND, INVALID_REQUEST_BODY, CONFLICT: it is being deleted; then nothing was written
 */
export const updateTenant = async (
  ctx: Ctx,
  id: string,
  {
    policy,
    acceptedWarnings,
    stripeCustomerId,
    ...changes
  }: OwnChanges & PolicyChange & { stripeCustomerId?: string | null | undefined },
): Promise<TenantDetail> => {
  const tenant = await whileHeld(ctx, id, async (db, locked) => {
    if (changes.methods) refuseIssues(await methodIssues(ctx, db, id, changes.methods));
    const customer =
      stripeCustomerId === undefined
        ? undefined
        : { before: await findCustomer(db, id), after: stripeCustomerId };
    if (customer) await meterFor(ctx, db, id, customer.after);
    const updated = await changeTenant(ctx, db, { id, locked, changes }, customer);
    if (policy === undefined) return updated;
    await changePolicy(ctx, db, id, { policy, acceptedWarnings });
    return required(await findTenant(db, id), "TENANT_NOT_FOUND");
  });
  return tenantDetail(ctx.deps, tenant);
};
