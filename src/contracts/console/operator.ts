import { z } from "zod";
import {
  createTenant as createTenantEndpoint,
  updateTenant as updateTenantEndpoint,
} from "#contracts/public/admin.ts";
import { email, text, visible, whole } from "#contracts/public/common.ts";
import { trustImport } from "#contracts/public/trust.ts";
import { ADMIN_SCOPES } from "#core/access/scopes.ts";
import { INVITATION_DAYS } from "#core/member.ts";
import { VISIT_HOURS } from "#core/operator/visit.ts";
import { days, id, label, month, page, role } from "./common.ts";

const { name: tenantName } = createTenantEndpoint.body.shape;
const { plan, overrides } = updateTenantEndpoint.body.shape;

const price = z.strictObject({
  /** In minor units, for example cents. */
  monthlyPriceMinor: whole({ min: 0, max: 1_000_000_000 }),
  /** For each verification beyond those that the price includes. */
  overagePriceMinor: whole({ min: 0, max: 1_000_000_000 }),
});

/** From when something holds, or until when; absent: from now on. */
const validFrom = z.iso.datetime({ offset: true }).transform((at) => new Date(at));

export const listTenants = z.strictObject({
  /** A part of the name or of the id, or the whole address of a member or of an open invitation. */
  search: text(254).trim().min(1).optional(),
  plan,
  isActive: z.boolean().optional(),
  /** Of this month: `refused`, live starts are refused; `near`, four fifths are used. */
  quota: z.enum(["refused", "near"]).optional(),
  ...page,
});

export const oneTenant = z.strictObject({ tenantId: id });

export const createTenant = z.strictObject({
  name: tenantName,
  plan,
  overrides,
  /** Invited as the first owner. */
  ownerEmail: email.optional(),
});

/** Changes only the given fields; `overrides` replaces all previous ones. */
export const updateTenant = z
  .strictObject({
    tenantId: id,
    name: tenantName.optional(),
    plan,
    overrides,
    /** For plan and overrides only; absent: at once. */
    validFrom: validFrom.optional(),
    /** What the page showed: if another operator has changed one of these since, nothing is written (CONFLICT). */
    seen: z.strictObject({ name: tenantName.optional(), plan, overrides }).optional(),
  })
  .refine(
    ({ name, plan: newPlan, overrides: own }) => [name, newPlan, own].some((given) => given !== undefined),
    {
      message: "expected at least one of name, plan, overrides",
    },
  )
  .refine(({ name, validFrom: from }) => from === undefined || name === undefined, {
    path: ["validFrom"],
    message: "expected it with plan and overrides only: a name changes at once",
  });

export const onePlanChange = z.strictObject({ tenantId: id, changeId: id });

export const closeTenant = z.strictObject({
  tenantId: id,
  /** The tenant's name, typed to confirm it. */
  name: text(300),
});

export const setPrices = z.strictObject({
  validFrom: validFrom.optional(),
  plans: z.strictObject({ free: price, growth: price, scale: price }),
});

export const onePrices = z.strictObject({ pricesId: id });

export const inviteOwner = z.strictObject({
  tenantId: id,
  role: role.default("owner"),
  /** Only the person with this address can accept; without it, anyone with the link can. */
  email: email.optional(),
  expiresInDays: whole(INVITATION_DAYS).optional(),
});

export const oneInvitation = z.strictObject({ tenantId: id, invitationId: id });

export const renewInvitation = oneInvitation.extend({ expiresInDays: whole(INVITATION_DAYS).optional() });

export const oneMember = z.strictObject({ tenantId: id, memberId: id });

export const changeMember = oneMember.extend({
  role,
  /** What the role was; absent: nothing is compared. */
  seen: z.strictObject({ role }).partial().optional(),
});

/**
 * How many rows of a list that is read from its beginning, whose order moves while it is read: a cursor would lose rows
 * that overtake it. The answer says how many there are in all.
 */
const limit = whole({ min: 1, max: 100_000 }).default(100);

export const usage = z.strictObject({ month, limit });

export const usageFile = z.strictObject({ month });

export const rates = z.strictObject({ days: whole({ min: 1, max: 90 }).default(7), limit });

export const webhooks = z.strictObject({ endpoints: limit, backlog: limit });

export const certificates = z.strictObject({ limit });

export const listAdminKeys = z.strictObject({ limit });

export const listAudit = z.strictObject({
  tenantId: id.optional(),
  /** "admin", "admin:adk_…", "operator:mem_…" */
  actor: text(200).optional(),
  /** One action, or all actions on a noun: "tenant.update", "tenant". */
  action: text(100).optional(),
  ...days,
  ...page,
});

export const createAdminKey = z.strictObject({
  name: label(80),
  scope: z.enum(ADMIN_SCOPES),
  /** Absent or null: it does not expire. */
  expiresAt: validFrom.nullish(),
});

export const revokeAdminKey = z.strictObject({ keyId: id });

export const importTrustAnchors = trustImport;

export const removeTrustAnchor = z.strictObject({ anchorId: id });

export const listVisits = z.strictObject(page);

export const askToVisit = z.strictObject({
  tenantId: id,
  /** Shown to the tenant. */
  reason: visible(500).min(3),
  hours: whole(VISIT_HOURS),
});

export const oneVisit = z.strictObject({ visitId: id });

/** By a member of the tenant: how long the operator may look, from now on. */
export const grantVisit = oneVisit.extend({ hours: whole(VISIT_HOURS) });

export type CreateTenant = z.output<typeof createTenant>;
export type UpdateTenant = z.output<typeof updateTenant>;
export type ChangeMember = z.output<typeof changeMember>;
export type SetPrices = z.output<typeof setPrices>;
