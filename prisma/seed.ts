import type { Role } from "#core/access.ts";
import { parseApiKey } from "#core/api-key.ts";
import { findKeyByHash } from "#data/api-keys.ts";
import { inTransaction } from "#data/client.ts";
import { insertMembership } from "#data/memberships.ts";
import { type Runtime, systemCtx } from "#runtime.ts";
import { createKey } from "#services/keys/create.ts";
import { signIn } from "#services/members/sign-in.ts";
import { createTenant } from "#services/tenants/create.ts";

type Person = { subject: string; name: string; email: string; role: Role };

/** A tenant to try the service with. */
export type Demo = { tenant: { id: string; liveKey: string; testKey: string } };

const works = async ({ deps }: Runtime, key: string, tenantId: string): Promise<boolean> => {
  if (!parseApiKey(key)) return false;
  const known = await findKeyByHash(deps.db, deps.secrets.hash(key));
  return known?.tenant.id === tenantId && known.revokedAt === null && known.tenant.isActive;
};

/** Makes people of the identity provider members; who is one keeps the role that they have now. */
const addMembers = async ({ deps }: Runtime, tenantId: string, people: readonly Person[]): Promise<void> => {
  if (!deps.identity) return;
  const { issuer } = deps.identity.signIn;
  for (const { role, ...person } of people) {
    const member = await signIn(systemCtx(deps), { ...person, issuer });
    await insertMembership(deps.db.orm, { tenantId, memberId: member.id, role }, deps.now());
  }
};

/** Makes the demo tenant, unless the one of an earlier start still works: then it is kept. */
export const seedDemo = async (
  runtime: Runtime,
  { previous, people = [] }: { previous?: Demo; people?: readonly Person[] } = {},
): Promise<Demo> => {
  const demo = await keepOrMake(runtime, previous);
  await addMembers(runtime, demo.tenant.id, people);
  return demo;
};

const keepOrMake = async (runtime: Runtime, previous: Demo | undefined): Promise<Demo> => {
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
