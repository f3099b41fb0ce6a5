import { loadConfig } from "#config/config.ts";
import { inTransaction } from "#data/service/client.ts";
import { createRuntime, systemCtx } from "#runtime/runtime.ts";
import { createKey } from "#services/keys/keys.ts";
import { createTenant } from "#services/tenants/tenants.ts";
import { createEndpoint } from "#services/webhooks/endpoints.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";

// Copied into the folder of an old release and run there (old-release.ts), so that its own code writes what its own schema
// can hold: `node old-tenant.ts <address>` makes a tenant with an endpoint at that address, and prints id and keys.

const [url = ""] = process.argv.slice(2);
const { deps, close } = await createRuntime(loadConfig());
const ctx = systemCtx(deps);
const overrides = { rateLimitPerMinute: 10_000_000 };
const tenant = await createTenant(ctx, { name: "Old Shop", plan: "scale", overrides });
// By the old release's types, not by today's: it refuses a field that it does not know.
const asked = JSON.parse(JSON.stringify({ tenantId: tenant.id, mode: "test", name: "test" }));
const testKey = await inTransaction(deps.db, (db) => createKey(ctx, db, asked));
await createEndpoint(await ownerCtx(deps, tenant.id), { url });
await close();
console.log(JSON.stringify({ id: tenant.id, liveKey: tenant.apiKey, testKey: testKey.value }));
