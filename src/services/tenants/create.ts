import type { PlanName, PlanOverrides } from "#core/plan.ts";
import { inTransaction } from "#data/client.ts";
import { insertTenant } from "#data/tenants.ts";
import { recordAudit } from "../audit/record.ts";
import type { Ctx } from "../context.ts";
import { createKey } from "../keys/create.ts";
import { newInvitation } from "../members/new-invitation.ts";
import { newId } from "../new-id.ts";

export type CreateTenantInput = {
  name: string;
  plan?: PlanName | undefined;
  overrides?: PlanOverrides | undefined;
  ownerEmail?: string | undefined;
};

export type CreatedTenant = { id: string; name: string; apiKey: string; isActive: boolean };

/** Creates a tenant with its first live key, in one transaction. */
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
    await recordAudit(ctx, db, {
      tenantId: id,
      action: "tenant.create",
      target: id,
      changes: { name: input.name, plan },
    });
    // Accepted when somebody with this verified address signs in to the console.
    if (input.ownerEmail !== undefined) {
      await newInvitation(ctx, db, {
        tenantId: id,
        role: "owner",
        email: input.ownerEmail,
        expiresInDays: 30,
      });
    }
    const key = await createKey(ctx, db, { tenantId: id, mode: "live", name: "First live key" });
    return { id, name: tenant.name, apiKey: key.value, isActive: tenant.isActive };
  });
};
