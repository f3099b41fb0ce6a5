// What `npx prisma db seed` runs: makes the demo tenant that `npm start` makes, or keeps the one of an earlier run. `npm start`
// runs it too, and speaks with it over the channel: every user of the machine can read a command line.
import { once } from "node:events";
import { ConfigError } from "#config/config.ts";
import type { Role } from "#core/access/permissions.ts";
import { KEY_SCOPES } from "#core/access/scopes.ts";
import { limitsOf } from "#core/billing/plan.ts";
import { inTransaction } from "#data/service/client.ts";
import { findKeyByHash } from "#data/tenants/api-keys.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import { findEndpointSecrets } from "#data/webhooks/delivery-attempts.ts";
import { parseApiKey } from "#platform/keys/api-key.ts";
import { SigningKeyError } from "#platform/keys/signing-key.ts";
import { getRuntime, type Runtime, systemCtx } from "#runtime/runtime.ts";
import { createGate, listGates } from "#services/gates/gates.ts";
import { createKey } from "#services/keys/keys.ts";
import { createTenant, updateTenant } from "#services/tenants/tenants.ts";
import { addVendor, listTenantVendors, rotateVendorKeys } from "#services/vendors/accounts.ts";
import { createEndpoint, updateEndpoint } from "#services/webhooks/endpoints.ts";
import { signingSecrets } from "#services/webhooks/secrets.ts";
import { findDatabaseUrl } from "../scripts/lib/database.ts";
import { Foreseen } from "../scripts/lib/foreseen.ts";
import { admit, ownerCtx } from "../scripts/lib/owner-ctx.ts";
import { DEMO_FILE, readDemo, writeDemo } from "../scripts/local/demo.ts";
import { DEMO_PEOPLE } from "../scripts/local/oidc-people.ts";

type Person = { subject: string; name: string; email: string; role: Role };

/** A tenant to try the service with, and its endpoint at the local webhook receiver. */
export type Demo = {
  tenant: { id: string; liveKey: string; testKey: string };
  webhook?: { endpointId: string; secret: string };
  vendors?: { method: string; callbackUrl: string }[];
  site?: { siteId: string; cookieName: string };
};

type VendorAccount = Parameters<typeof addVendor>[1];

const works = async ({ deps }: Runtime, key: string, tenantId: string): Promise<boolean> => {
  if (!parseApiKey(key)) return false;
  const known = await findKeyByHash(deps.db, deps.secrets.hash(key));
  return known?.tenant.id === tenantId && known.revokedAt === null && known.tenant.isActive;
};

/** Makes people of the identity provider members; members keep their present role. */
const addMembers = async ({ deps }: Runtime, tenantId: string, people: readonly Person[]): Promise<void> => {
  if (!deps.identity) return;
  const { issuer } = deps.identity.signIn;
  for (const { subject, name, email, role } of people)
    await admit(deps, tenantId, { issuer, subject, name, email, role });
};

/**
 * The tenant's endpoint at the receiver, whose port may have changed. The tenant also gets a plan with manual resending,
 * so that it can be tried.
 */
const keepOrMakeEndpoint = async (
  { deps }: Runtime,
  tenantId: string,
  url: string,
  previous: Demo["webhook"],
): Promise<Demo["webhook"]> => {
  const kept = previous && (await findEndpointSecrets(deps.db.orm, tenantId, previous.endpointId));
  if (kept) {
    if (kept.url !== url) await updateEndpoint(await ownerCtx(deps, tenantId), { endpointId: kept.id, url });
    const [secret = ""] = signingSecrets(deps, { ...kept, endpointId: kept.id }, deps.now());
    return { endpointId: kept.id, secret };
  }
  const tenant = await findTenant(deps.db.orm, tenantId);
  if (tenant && !limitsOf(tenant.plan, tenant.overrides).manualWebhookRetry) {
    await updateTenant(systemCtx(deps), tenantId, { plan: "growth" });
  }
  const { endpoint, secret } = await createEndpoint(await ownerCtx(deps, tenantId), {
    url,
    description: "The webhook receiver on this computer",
  });
  return { endpointId: endpoint.id, secret };
};

/** The tenant's accounts at the stand-ins of vendors; one of an earlier start gets the keys of this one. */
const keepOrAddVendors = async (
  { deps }: Runtime,
  tenantId: string,
  accounts: readonly VendorAccount[],
): Promise<NonNullable<Demo["vendors"]>> => {
  const owner = await ownerCtx(deps, tenantId);
  const there = await listTenantVendors(owner);
  for (const account of accounts) {
    const { kind: _kind, mode: _mode, ...keys } = account;
    const known = there.find(({ kind, mode }) => kind === account.kind && mode === account.mode);
    if (known) await rotateVendorKeys(owner, { id: known.id, ...keys });
    else await addVendor(owner, account);
  }
  return (await listTenantVendors(owner)).map(({ method, callbackUrl }) => ({ method, callbackUrl }));
};

/** The test gate before the demo site, whose port may have changed. */
const keepOrMakeGate = async (
  { deps }: Runtime,
  tenantId: string,
  origin: string,
): Promise<NonNullable<Demo["site"]>> => {
  const owner = await ownerCtx(deps, tenantId);
  const kept = (await listGates(owner)).find((gate) => gate.origin === origin && gate.mode === "test");
  const gate = { mode: "test", name: "Demo wine shop", origin, minimumAge: 18 } as const;
  const { siteId, cookieName } = kept ?? (await createGate(owner, gate)).gate;
  return { siteId, cookieName };
};

/** Makes the demo tenant, unless the one of an earlier start still works: then it is kept. */
export const seedDemo = async (
  runtime: Runtime,
  {
    previous,
    people = [],
    hookUrl,
    vendors: accounts,
    siteUrl,
  }: {
    previous?: Demo | undefined;
    people?: readonly Person[];
    hookUrl?: string | undefined;
    vendors?: readonly VendorAccount[] | undefined;
    siteUrl?: string | undefined;
  } = {},
): Promise<Demo> => {
  const { tenant } = await keepOrMake(runtime, previous);
  await addMembers(runtime, tenant.id, people);
  const vendors = accounts && { vendors: await keepOrAddVendors(runtime, tenant.id, accounts) };
  const site = siteUrl !== undefined && { site: await keepOrMakeGate(runtime, tenant.id, siteUrl) };
  if (hookUrl === undefined) return { tenant, ...vendors, ...site };
  const webhook = await keepOrMakeEndpoint(runtime, tenant.id, hookUrl, previous?.webhook);
  return { tenant, ...(webhook && { webhook }), ...vendors, ...site };
};

const keepOrMake = async (runtime: Runtime, previous: Demo | undefined): Promise<Demo> => {
  if (previous) {
    const { id, liveKey, testKey } = previous.tenant;
    if ((await works(runtime, liveKey, id)) && (await works(runtime, testKey, id))) return previous;
  }
  const ctx = systemCtx(runtime.deps);
  const tenant = await createTenant(ctx, { name: "Demo Shop", plan: "growth" });
  // Both methods can be tried; a live page offers wallets once an issuer is trusted (docs/wallet.md).
  await updateTenant(ctx, tenant.id, { methods: ["document", "wallet"] });
  const testKey = await inTransaction(runtime.deps.db, (db) =>
    createKey(ctx, db, { tenantId: tenant.id, mode: "test", name: "First test key", scopes: KEY_SCOPES }),
  );
  return { tenant: { id: tenant.id, liveKey: tenant.apiKey, testKey: testKey.value } };
};

/** Only for the demo provider: a real one does not know these people. */
const peopleOf = ({ config }: Runtime): readonly Person[] =>
  config.CONSOLE_ISSUER?.startsWith("http://localhost:") === true ? DEMO_PEOPLE : [];

/** Takes what an earlier start made from the parent process, and sends it what is there now. */
const answerParent = async (): Promise<void> => {
  const runtime = await getRuntime();
  const [{ tenant, webhook, hookUrl, siteUrl, vendors }] = await once(process, "message");
  const previous = tenant === undefined ? undefined : { tenant, webhook };
  process.send?.(await seedDemo(runtime, { people: peopleOf(runtime), hookUrl, siteUrl, previous, vendors }));
  await runtime.close();
  process.disconnect();
};

const runByItself = async (): Promise<void> => {
  const previous = readDemo(DEMO_FILE);
  process.env.DATABASE_URL ||= findDatabaseUrl();
  process.env.PUBLIC_URL ||= previous?.baseUrl ?? "http://localhost:3000";
  const runtime = await getRuntime();
  const { tenant } = await seedDemo(runtime, {
    people: peopleOf(runtime),
    previous: previous && { tenant: previous.tenant },
  });
  const { PUBLIC_URL: baseUrl, ADMIN_KEYS } = runtime.config;
  await runtime.close();
  const isKept = tenant.id === previous?.tenant.id;
  writeDemo(DEMO_FILE, { ...(isKept ? previous : {}), baseUrl, adminKey: ADMIN_KEYS[0] ?? "", tenant });
  console.log(
    `The demo tenant ${tenant.id} is ${isKept ? "kept" : "made"}; its keys are in .local/demo.json.`,
  );
};

if (import.meta.main) {
  await (process.send === undefined ? runByItself() : answerParent()).catch((error: unknown) => {
    const isForeseen =
      error instanceof ConfigError || error instanceof SigningKeyError || error instanceof Foreseen;
    console.error(isForeseen ? error.message : error);
    process.exit(1);
  });
}
