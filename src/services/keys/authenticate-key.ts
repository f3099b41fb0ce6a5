import { hash as digest } from "node:crypto";
import { ServiceError } from "#core/errors.ts";
import { findKeyByHash, type KnownKey, rehashApiKey, touchApiKey } from "#data/tenants/api-keys.ts";
import { addressRule } from "#platform/keys/address-rule.ts";
import { parseApiKey } from "#platform/keys/api-key.ts";
import { hashesOf } from "#platform/secrets.ts";
import type { Deps } from "#services/context.ts";
import { logUnreadable } from "#services/unreadable.ts";
import { isUsable } from "./states.ts";

// One message for malformed, unknown, expired and revoked keys, so that a caller cannot tell them apart.
const refuse = (): never => {
  throw new ServiceError(
    "AUTH_INVALID_KEY",
    "The API key in x-tenant-api-key is not valid. Check it in the console, or create a new one there.",
  );
};

type Found = { key: KnownKey; foundBy: Uint8Array<ArrayBuffer> };

/**
 * Records the key's use in the background, after hashing it again if it was found by the older pepper: a key
 * used since then no longer needs that pepper. A failure costs a date in the console, not the request.
 */
const noteKeyUse = async (
  deps: Deps,
  { key, foundBy }: Found,
  current: Uint8Array<ArrayBuffer>,
): Promise<void> => {
  try {
    if (foundBy !== current) await rehashApiKey(deps.db.orm, key.id, foundBy, current);
    await touchApiKey(deps.db.orm, key.id, deps.now());
  } catch (error) {
    deps.log.warn("the use of a key was not noted", { error });
  }
};

const findKey = async (deps: Deps, hashes: readonly Uint8Array<ArrayBuffer>[]): Promise<Found | null> => {
  for (const foundBy of hashes) {
    const key = await findKeyByHash(deps.db, foundBy);
    if (key) return { key, foundBy };
  }
  return null;
};

/**
 * Finds the tenant of a key by the key's digest, so timing reveals nothing about near misses. The answer can be up to 5
 * seconds old.
 * @throws AUTH_INVALID_KEY, UNAUTHENTICATED_TENANT
 */
export const authenticateKey = async (deps: Deps, key: string) => {
  if (!parseApiKey(key)) return refuse();
  // In this process's memory the plain digest of 256 random bits is enough; the keyed one costs five times as much.
  const known = await deps.keyCache.find(digest("sha256", key, "base64url"), async () => {
    const hash = new Uint8Array(deps.secrets.hash(key));
    const found = await findKey(deps, [hash, ...hashesOf(deps.secrets, key).slice(1)]);
    // Here, not for each request: a key in use is loaded every few seconds.
    if (found?.key.tenant.isActive && isUsable(found.key, deps.now())) void noteKeyUse(deps, found, hash);
    if (found) logUnreadable(deps, found.key.tenant);
    if (!found) return null;
    const { networks, deniedNetworks } = found.key;
    return { ...found.key, permits: addressRule(networks, deniedNetworks) };
  });
  if (!known || !isUsable(known, deps.now())) return refuse();
  if (!known.tenant.isActive) {
    throw new ServiceError(
      "UNAUTHENTICATED_TENANT",
      "This tenant is switched off. Contact the operator of the service.",
    );
  }
  const { id: keyId, mode, scopes, madeBy, permits, tenant } = known;
  return { keyId, mode, scopes, madeBy, permits, tenant };
};
