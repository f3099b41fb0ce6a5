import { hash as digest } from "node:crypto";
import type { AdminScope } from "#core/access/scopes.ts";
import { invalid, ServiceError } from "#core/errors.ts";
import * as rows from "#data/operator/admin-keys.ts";
import { inTransaction } from "#data/service/client.ts";
import { API_KEY_RANDOM_BYTES, createAdminKeyValue, isAdminKey } from "#platform/keys/api-key.ts";
import { constantTimeIncludes, hashesOf } from "#platform/secrets.ts";
import { actorName } from "#services/actor.ts";
import { recordAudit } from "#services/audit-log.ts";
import { forgetCached } from "#services/cached.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { hashOf } from "#services/sealing.ts";
import { isUsable, stateOf } from "./states.ts";

// Operators' keys with a name, a scope and an end, in addition to ADMIN_KEYS and METRICS_KEYS. Who may make and revoke them is
// decided by those who call: the operator's console.

type NewAdminKey = { name: string; scope: AdminScope; expiresAt?: Date | null | undefined };

type CreatedAdminKey = {
  id: string;
  name: string;
  scope: AdminScope;
  expiresAt: Date | null;
  /** In this answer only: a keyed hash of it is stored. */
  value: string;
};

/** Makes an operator's key. @throws INVALID_REQUEST_BODY: it would have expired already */
export const createAdminKey = async (ctx: Ctx, input: NewAdminKey): Promise<CreatedAdminKey> => {
  const { deps, actor } = ctx;
  const { name, scope, expiresAt = null } = input;
  const createdAt = deps.now();
  if (expiresAt !== null && expiresAt <= createdAt) throw invalid("expiresAt", "expected a time to come");
  const id = newId(deps, "adminKey");
  const value = createAdminKeyValue(deps.random(API_KEY_RANDOM_BYTES));
  await inTransaction(deps.db, async (db) => {
    await rows.insertAdminKey(db, {
      ...{ id, name, scope, expiresAt, createdAt },
      hash: hashOf(deps, value),
      lastFour: value.slice(-4),
      madeBy: actorName(actor),
    });
    const changes = { name, scope, expiresAt: expiresAt?.toISOString() ?? null };
    await recordAudit(ctx, db, { tenantId: null, action: "admin_key.create", target: id, changes });
  });
  return { id, name, scope, expiresAt, value };
};

type ListedAdminKey = rows.AdminKeySummary & {
  /** Its beginning and end: `avk_admin_…a1B2`. */
  hint: string;
  state: ReturnType<typeof stateOf>;
};

/**
 * The operators' keys that have a row: those that are not revoked first, the newest of each first; never with their values.
 * `total`: how many there are, listed or not.
 */
export const listAdminKeys = async (
  { deps }: Ctx,
  { limit }: { limit: number },
): Promise<{ keys: ListedAdminKey[]; total: number }> => {
  const now = deps.now();
  const { keys, total } = await rows.listAdminKeys(deps.db.orm, limit);
  return {
    keys: keys.map((key) => ({ ...key, hint: `avk_admin_…${key.lastFour}`, state: stateOf(key, now) })),
    total,
  };
};

/**
 * Revokes an operator's key: at once in this process, everywhere within 10 seconds.
 * @throws NOT_FOUND: there is no such key, or it is revoked
 */
export const revokeAdminKey = async (ctx: Ctx, { keyId }: { keyId: string }): Promise<void> => {
  const { deps } = ctx;
  await inTransaction(deps.db, async (db) => {
    if (!(await rows.revokeAdminKey(db, keyId, deps.now())))
      throw new ServiceError("NOT_FOUND", "There is no such active key.");
    await recordAudit(ctx, db, { tenantId: null, action: "admin_key.revoke", target: keyId });
  });
  forgetCached(deps, keyId);
};

/** In the background, like a tenant's: a failure costs a date, not the request. */
const noteUse = async (
  deps: Deps,
  key: rows.KnownAdminKey,
  foundBy: Uint8Array<ArrayBuffer>,
  current: Uint8Array<ArrayBuffer>,
): Promise<void> => {
  try {
    if (foundBy !== current) await rows.rehashAdminKey(deps.db.orm, key.id, foundBy, current);
    await rows.touchAdminKey(deps.db.orm, key.id, deps.now());
  } catch (error) {
    deps.log.warn("the use of a key was not noted", { error });
  }
};

const load = async (deps: Deps, value: string): Promise<rows.KnownAdminKey | null> => {
  const current = hashOf(deps, value);
  for (const hash of [current, ...hashesOf(deps.secrets, value).slice(1)]) {
    const key = await rows.findAdminKeyByHash(deps.db.orm, hash);
    if (!key) continue;
    if (isUsable(key, deps.now())) void noteUse(deps, key, hash, current);
    return key;
  }
  return null;
};

/** An operator's key by which someone calls; `keyId` null: one of the settings. */
type FoundAdminKey = { keyId: string | null; scope: AdminScope };

/**
 * Whose key this is and what it may do; null: it is unknown, revoked or expired. The keys of the settings
 * are compared first and need no database; the answer about others can be up to 5 seconds old.
 */
export const authenticateAdminKey = async (deps: Deps, key: string): Promise<FoundAdminKey | null> => {
  const { adminKeys, metricsKeys } = deps.settings;
  if (constantTimeIncludes(adminKeys, key)) return { keyId: null, scope: "all" };
  if (constantTimeIncludes(metricsKeys, key)) return { keyId: null, scope: "metrics" };
  if (!isAdminKey(key)) return null;
  const known = await deps.adminKeyCache.find(digest("sha256", key, "base64url"), () => load(deps, key));
  return known && isUsable(known, deps.now()) ? { keyId: known.id, scope: known.scope } : null;
};
