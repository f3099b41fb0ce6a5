import type { PlanName, PlanOverrides } from "#core/plan.ts";
import { type Db, inTransaction } from "#data/client.ts";
import { insertTenant } from "#data/tenants.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx } from "../context.ts";
import { createKey } from "../keys/create.ts";
import { invitationUrlOf, newInvitation } from "../members/new-invitation.ts";
import { newId } from "../new-id.ts";
import { recordPlan } from "../usage/record-terms.ts";

export type CreateTenantInput = {
  name: string;
  plan?: PlanName | undefined;
  overrides?: PlanOverrides | undefined;
  ownerEmail?: string | undefined;
};

export type CreatedTenant = {
  id: string;
  name: string;
  apiKey: string;
  isActive: boolean;
  /** Where an owner was invited: the link is in this answer only. */
  ownerInvitation?: { id: string; url: string; expiresAt: Date };
};

const OWNER_DAYS = 30;

// Accepted by the link, or by itself when somebody with this verified address signs in to the console.
const inviteOwner = async (ctx: Ctx, db: Db, tenantId: string, email: string) => {
  const { invitation, secret } = await newInvitation(ctx, db, {
    tenantId,
    role: "owner",
    email,
    expiresInDays: OWNER_DAYS,
  });
  const { id, expiresAt } = invitation;
  return { ownerInvitation: { id, url: invitationUrlOf(ctx.deps, secret), expiresAt } };
};

/** Creates a tenant with its first live key, and an invitation where its owner is named, in one transaction. */
export const createTenant = (ctx: Ctx, input: CreateTenantInput): Promise<CreatedTenant> => {
  const { deps } = ctx;
  const id = newId(deps, "tenant");
  const plan = input.plan ?? "free";
  return inTransaction(deps.db, async (db) => {
    const tenant = await insertTenant(
      db,
      {
        id,
        name: input.name,
        plan,
        overrides: input.overrides ?? {},
        ownerEmailSealed: input.ownerEmail === undefined ? null : deps.secrets.seal(input.ownerEmail, id),
      },
      deps.now(),
    );
    await recordPlan(deps, db, tenant);
    await recordAudit(ctx, db, {
      tenantId: id,
      action: "tenant.create",
      target: id,
      changes: { name: input.name, plan },
    });
    const invited = input.ownerEmail === undefined ? {} : await inviteOwner(ctx, db, id, input.ownerEmail);
    const key = await createKey(ctx, db, { tenantId: id, mode: "live", name: "First live key" });
    return { id, name: tenant.name, apiKey: key.value, isActive: tenant.isActive, ...invited };
  });
};
