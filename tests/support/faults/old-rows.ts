import { loadConfig } from "#config/config.ts";
import { createRuntime, systemCtx } from "#runtime/runtime.ts";
import { signIn } from "#services/members/identify.ts";
import { newSessionSecret } from "#services/sessions/session-grant.ts";
import { beginSession } from "#services/sessions/sessions.ts";
import { createTenant, updateTenant } from "#services/tenants/tenants.ts";
import { createEndpoint, disableBroken, disableEndpoint } from "#services/webhooks/endpoints.ts";
import { admit, ownerCtx } from "../../../scripts/lib/owner-ctx.ts";

// Copied into the folder of an old release and run there (old-release.ts): `node old-rows.ts <address>` makes a tenant with a
// plan and numbers of its own, two members, a running session and endpoints in every state, and prints what finds them.

const [url = ""] = process.argv.slice(2);
const { deps, close } = await createRuntime(loadConfig());
const ctx = systemCtx(deps);
const overrides = { rateLimitPerMinute: 10_000_000, monthlyPriceMinor: 4_900, includedVerifications: 77 };
const tenant = await createTenant(ctx, { name: "Old Shop", plan: "growth", overrides });
await updateTenant(ctx, tenant.id, { name: "Old Shop Ltd" });
const closed = await createTenant(ctx, { name: "Closed Shop" });
await updateTenant(ctx, closed.id, { isActive: false });

const issuer = "https://id.example";
const ada = { issuer, subject: "ada", name: "Ada", email: "ada@shop.example" };
const member = await admit(deps, tenant.id, { ...ada, role: "owner" });
await admit(deps, tenant.id, { issuer, subject: "ben", name: "Ben", role: "viewer" });
await signIn(ctx, { ...ada, name: "Ada L." });
const secret = newSessionSecret(deps);
const grant = {
  subject: "ada",
  bearer: "a bearer",
  bearerExpiresAt: 4_000_000_000,
  refreshToken: "r",
  idToken: null,
};
await beginSession(ctx, { memberId: member.id, secret, grant, client: "Firefox on Linux" });

const owner = await ownerCtx(deps, tenant.id);
const endpoints: Record<string, string> = {};
for (const name of ["on", "gone", "by hand"]) {
  const { endpoint } = await createEndpoint(owner, { url: `${url}${name.replace(" ", "-")}` });
  endpoints[name] = endpoint.id;
}
await disableBroken(ctx, { tenantId: tenant.id, id: String(endpoints.gone) }, "gone");
await disableEndpoint(owner, { endpointId: String(endpoints["by hand"]) });

await close();
console.log(
  JSON.stringify({
    tenantId: tenant.id,
    closedId: closed.id,
    liveKey: tenant.apiKey,
    secret,
    memberId: member.id,
    endpoints,
  }),
);
