import { parseApiKey } from "#core/api-key.ts";
import { findKeyByHash } from "#data/api-keys.ts";
import { inTransaction } from "#data/client.ts";
import { type Runtime, systemCtx } from "#runtime.ts";
import { createKey } from "#services/keys/create.ts";
import { createTenant } from "#services/tenants/create.ts";

/** A tenant to try the service with. */
export type Demo = { tenant: { id: string; liveKey: string; testKey: string } };

const works = async ({ deps }: Runtime, key: string, tenantId: string): Promise<boolean> => {
  if (!parseApiKey(key)) return false;
  const known = await findKeyByHash(deps.db, deps.secrets.hash(key));
  return known?.tenant.id === tenantId && known.revokedAt === null && known.tenant.isActive;
};

/** Makes the demo tenant, unless the one of an earlier start still works: then nothing is written. */
export const seedDemo = async (runtime: Runtime, { previous }: { previous?: Demo } = {}): Promise<Demo> => {
  if (previous) {
    const { id, liveKey, testKey } = previous.tenant;
    if ((await works(runtime, liveKey, id)) && (await works(runtime, testKey, id))) return previous;
  }
  const ctx = systemCtx(runtime.deps);
  const tenant = await createTenant(ctx, { name: "Demo Shop" });
  const testKey = await inTransaction(runtime.deps.db, (db) =>
    createKey(ctx, db, { tenantId: tenant.id, mode: "test", name: "First test key" }),
  );
  return { tenant: { id: tenant.id, liveKey: tenant.apiKey, testKey: testKey.value } };
};
