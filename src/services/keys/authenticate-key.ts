import { hash } from "node:crypto";
import { ServiceError } from "#core/errors.ts";
import { findKeyByHash, type KnownKey, touchApiKey } from "#data/tenants/api-keys.ts";
import { parseApiKey } from "#platform/api-key.ts";
import type { Deps } from "#services/context.ts";

const isUsable = (key: KnownKey, now: Date): boolean =>
  key.revokedAt === null && (key.expiresAt === null || key.expiresAt.getTime() > now.getTime());

// One message for malformed, unknown, expired and revoked keys, so that a caller cannot tell them apart.
const refuse = (): never => {
  throw new ServiceError(
    "AUTH_INVALID_KEY",
    "The API key in x-tenant-api-key is not valid. Check it in the console, or create a new one there.",
  );
};

/** Records the key's use in the background. A failure costs a date in the console, not the request. */
const noteKeyUse = (deps: Deps, keyId: string): void => {
  touchApiKey(deps.db.orm, keyId, deps.now()).catch((error: unknown) => {
    deps.log.warn("the use of a key was not noted", { error });
  });
};

/**
 * Finds the tenant of a key by the key's digest, so timing reveals nothing about near misses. The answer can be up to 5
 * seconds old.
 * @throws AUTH_INVALID_KEY, UNAUTHENTICATED_TENANT
 */
export const authenticateKey = async (deps: Deps, key: string) => {
  if (!parseApiKey(key)) return refuse();
  // In this process's memory the plain digest of 256 random bits is enough; the keyed one costs five times as much.
  const known = await deps.keyCache.find(hash("sha256", key, "base64url"), async () => {
    const found = await findKeyByHash(deps.db, deps.secrets.hash(key));
    // Here, and not for each request: a key in use is loaded every few seconds.
    if (found?.tenant.isActive && isUsable(found, deps.now())) noteKeyUse(deps, found.id);
    return found;
  });
  if (!known || !isUsable(known, deps.now())) return refuse();
  if (!known.tenant.isActive) {
    throw new ServiceError(
      "UNAUTHENTICATED_TENANT",
      "This tenant is switched off. Contact the operator of the service.",
    );
  }
  return { keyId: known.id, mode: known.mode, tenant: known.tenant };
};
