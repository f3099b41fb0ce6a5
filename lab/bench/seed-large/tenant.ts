import { admit, ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import { ROLES } from "../../../src/core/access/permissions.ts";
import { KEY_SCOPES } from "../../../src/core/access/scopes.ts";
import { PLANS } from "../../../src/core/billing/plan.ts";
import { addDays, dayOf } from "../../../src/core/day.ts";
import { inTransaction } from "../../../src/data/service/client.ts";
import { type Runtime, systemCtx } from "../../../src/runtime/runtime.ts";
import { createKey } from "../../../src/services/keys/keys.ts";
import { createTenant } from "../../../src/services/tenants/tenants.ts";
import { createEndpoint } from "../../../src/services/webhooks/endpoints.ts";
import type { Chance } from "./chance.ts";
import type { Row } from "./rows.ts";

export const TENANT_NAME = "Large Shop (seeded)";
export const DAYS = 90;

const MEMBERS = ["Grace Holm", "Idris Cole", "Mei Tanaka", "Olga Brandt", "Pablo Ruiz", "Sana Malik"];
const KEYS = ["Checkout", "Checkout", "Mobile app", "Mobile app", "Staging", "Warehouse"];
// Nothing waits for it, so no worker ever calls it.
const ENDPOINT_URL = "https://hooks.example.com/lintel";

export type LargeTenant = { id: string; endpointId: string };

/** The tenant of an earlier run that was not finished, or is. */
export const findLargeTenant = async ({ deps }: Runtime): Promise<LargeTenant | null> => {
  const tenant = await deps.db.orm.tenant.findFirst({
    where: { name: TENANT_NAME },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  if (!tenant) return null;
  const endpoint = await deps.db.orm.webhookEndpoint.findFirst({
    where: { tenantId: tenant.id },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  return endpoint && { id: tenant.id, endpointId: endpoint.id };
};

/** Makes it as its owner would have ninety days ago, on the largest plan, with room for `count` in a month. */
export const makeLargeTenant = async ({ deps }: Runtime, count: number): Promise<LargeTenant> => {
  const ctx = systemCtx(deps);
  const { hardLimit, testMonthlyQuota } = PLANS.scale;
  const { id } = await createTenant(ctx, {
    name: TENANT_NAME,
    plan: "scale",
    overrides: {
      hardLimit: Math.max(hardLimit, count),
      testMonthlyQuota: Math.max(testMonthlyQuota, count),
    },
  });
  // Metadata older than this would be erased by a worker, and with it what the list's search finds.
  await deps.db.orm.tenant.update({ where: { id }, data: { metadataRetentionDays: 3_650 } });
  for (const [number, name] of KEYS.entries()) {
    const mode = number % 2 === 0 ? "test" : "live";
    await inTransaction(deps.db, (db) =>
      createKey(ctx, db, { tenantId: id, mode, name, scopes: KEY_SCOPES }),
    );
  }
  for (const [number, name] of MEMBERS.entries()) {
    const role = ROLES[number % ROLES.length] ?? "viewer";
    await admit(deps, id, { issuer: "https://seed.invalid", subject: `${id}:${number}`, name, role });
  }
  const { endpoint } = await createEndpoint(await ownerCtx(deps, id), { url: ENDPOINT_URL });
  return { id, endpointId: endpoint.id };
};

/** Makes it as old as its verifications: when they are there, for a worker freezes the statements of months that are over. */
export const ageLargeTenant = async ({ deps }: Runtime, tenantId: string): Promise<void> => {
  const createdAt = addDays(dayOf(deps.now()), 1 - DAYS);
  await deps.db.orm.tenant.update({ where: { id: tenantId }, data: { createdAt } });
  const recorded = { validFrom: createdAt, recordedAt: createdAt };
  await deps.db.orm.tenantPlan.updateMany({ where: { tenantId }, data: recorded });
};

const ACTIONS = ["tenant.update", "api_key.create", "api_key.rename", "verifications.export", "token.revoke"];

/** A day of the audit trail. */
export const auditRows = (chance: Chance, tenantId: string, day: Date, count: number): Row[] =>
  Array.from({ length: count }, () => {
    const at = new Date(day.getTime() + chance.int(86_400_000));
    return {
      id: chance.id("audit", at),
      tenant_id: tenantId,
      actor: "system",
      action: ACTIONS[chance.int(ACTIONS.length)] ?? "tenant.update",
      target: tenantId,
      changes: {},
      request_id: chance.id("request", at),
      created_at: at,
    };
  });
