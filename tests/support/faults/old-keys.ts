import { loadConfig } from "#config/config.ts";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { inTransaction } from "#data/service/client.ts";
import { createRuntime, systemCtx } from "#runtime/runtime.ts";
import * as keysFile from "#services/keys/keys.ts";
import { createTenant } from "#services/tenants/tenants.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";

// Copied into the folder of a release from before keys had scopes, and run there (old-release.ts): `node old-keys.ts [tenant]`
// makes keys of every kind, of a new tenant or the named one, and prints their values with the endpoints that the release has.

const { createKey, revokeKey } = keysFile;
// In another file since.
const rotateKey = Reflect.get(keysFile, "rotateKey");

const [given] = process.argv.slice(2);
const { deps, close } = await createRuntime(loadConfig());
const ctx = systemCtx(deps);
const overrides = { rateLimitPerMinute: 10_000_000 };
const tenantId = given ?? (await createTenant(ctx, { name: "Old Shop", plan: "growth", overrides })).id;
const owner = await ownerCtx(deps, tenantId);

/** By the old release's types, which this tree has no more. */
const make = (name: string, mode: string, mayErase: boolean, mayListen: boolean) =>
  inTransaction(deps.db, (db) =>
    createKey(ctx, db, JSON.parse(JSON.stringify({ tenantId, mode, name, mayErase, mayListen }))),
  );

const keys: Record<string, string> = {};
for (const mode of ["live", "test"])
  for (const mayErase of [false, true])
    for (const mayListen of [false, true]) {
      const rights = `${mode}${mayErase ? ", erases" : ""}${mayListen ? ", listens" : ""}`;
      keys[rights] = (await make(rights, mode, mayErase, mayListen)).value;
    }

const revoked = await make("revoked", "live", true, true);
await revokeKey(ctx, { tenantId, keyId: revoked.id });
keys.revoked = revoked.value;

for (const overlapHours of [0, 24]) {
  const old = await make("rotated", "live", true, true);
  const next = await rotateKey(owner, { keyId: old.id, overlapHours });
  keys[`rotated, ${overlapHours} h`] = old.value;
  keys[`put in its place, ${overlapHours} h`] = next.value;
}

const expired = await make("expired", "live", true, true);
await deps.db.orm.apiKey.update({ where: { id: expired.id }, data: { expiresAt: new Date(0) } });
keys.expired = expired.value;

const endpoints = ENDPOINTS.map(({ id, method, path, auth }) => ({ id, method, path, auth }));
await close();
console.log(JSON.stringify({ tenantId, keys, endpoints }));
