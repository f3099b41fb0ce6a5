import type { RenameKey } from "#contracts/console/keys.ts";
import { type KeyScope, knownScopes, permissionOf, USUAL_SCOPES } from "#core/access/scopes.ts";
import { invalid, ServiceError } from "#core/errors.ts";
import type { Mode } from "#core/verification.ts";
import { inTenantTransaction, lockMembers } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  countWorkingKeys,
  findApiKey,
  insertApiKey,
  renameApiKey,
  revokeApiKey,
} from "#data/tenants/api-keys.ts";
import { API_KEY_RANDOM_BYTES, createApiKey } from "#platform/keys/api-key.ts";
import { recordAudit, recordOwnAudit } from "#services/audit-log.ts";
import { forgetCached } from "#services/cached.ts";
import type { Ctx, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";
import { hashOf, sealedFor } from "#services/sealing.ts";
import { requireAsSeen } from "#services/seen.ts";

export type KeyRules = {
  /** What the key may do; none: nothing. */
  scopes: readonly KeyScope[];
  /** Where it may be used from; none: anywhere. */
  networks: readonly string[];
  /** Where it may not be used from, also within `networks`. */
  deniedNetworks: readonly string[];
};

type NewKey = Pick<KeyRules, "scopes"> & {
  networks?: readonly string[] | undefined;
  deniedNetworks?: readonly string[] | undefined;
  mode: Mode;
  name: string;
  expiresAt?: Date | null | undefined;
};

export type CreatedKey = KeyRules & {
  id: string;
  mode: Mode;
  name: string;
  expiresAt: Date | null;
  value: string;
};

/** As the audit trail keeps those of a new key. */
const auditable = ({ scopes, networks, deniedNetworks }: KeyRules) => ({
  scopes: scopes.join(", "),
  ...(networks.length > 0 ? { networks: networks.join(", ") } : {}),
  ...(deniedNetworks.length > 0 ? { deniedNetworks: deniedNetworks.join(", ") } : {}),
});

/**
 * Creates an API key in the caller's transaction. Its value is only in the answer, except that a live key without an end
 * is also stored sealed until it is revoked or set to expire: GET /admin/tenants/:id shows the newest.
 */
export const createKey = async (
  ctx: Ctx,
  db: Db,
  input: NewKey & { tenantId: string },
): Promise<CreatedKey> => {
  const { deps, actor } = ctx;
  const { tenantId, mode, name, expiresAt = null, networks = [], deniedNetworks = [] } = input;
  const rules = {
    scopes: knownScopes(input.scopes),
    networks: [...networks],
    deniedNetworks: [...deniedNetworks],
  };
  const id = newId(deps, "apiKey");
  const value = createApiKey(mode, deps.random(API_KEY_RANDOM_BYTES));
  await insertApiKey(db, {
    ...{ id, tenantId, mode, name, expiresAt, ...rules },
    hash: hashOf(deps, value),
    lastFour: value.slice(-4),
    sealed: mode === "live" && expiresAt === null ? deps.secrets.seal(value, sealedFor("apiKey", id)) : null,
    madeBy: actor.kind === "member" ? actor.memberId : null,
    createdAt: deps.now(),
  });
  const ends = expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() };
  const changes = { mode, name, ...auditable(rules), ...ends };
  await recordAudit(ctx, db, { tenantId, action: "api_key.create", target: id, changes });
  return { id, mode, name, ...rules, expiresAt, value };
};

const MAX_WORKING = 100;

/** @throws CONFLICT: too many active keys. Counted while the tenant's row is locked, so the limit is exact. */
export const requireRoomForKey = async (ctx: MemberCtx, db: Db): Promise<void> => {
  await lockMembers(db, ctx.tenant.id);
  if ((await countWorkingKeys(db, ctx.tenant.id, ctx.deps.now())) < MAX_WORKING) return;
  throw new ServiceError("CONFLICT", `The tenant has ${MAX_WORKING} active keys. Revoke one first.`);
};

/** What a key may do, who gives it that may do at the console. @throws PERMISSION_DENIED */
export const requireRightsOf = (ctx: MemberCtx, scopes: readonly KeyScope[]): void => {
  for (const scope of scopes) {
    const permission = permissionOf(scope);
    if (permission !== null) requirePermission(ctx, permission);
  }
};

/** A key that never worked is of no use. @throws INVALID_REQUEST_BODY */
const requireToCome = (expiresAt: Date | null | undefined, now: Date): void => {
  if (expiresAt && expiresAt <= now) throw invalid("expiresAt", "expected a time to come");
};

type Issued = Omit<NewKey, "scopes"> & { scopes?: readonly KeyScope[] | undefined };

const usualScopes = (mode: Mode): KeyScope[] =>
  mode === "test" ? [...USUAL_SCOPES, "events:listen"] : [...USUAL_SCOPES];

/**
 * Creates a key; its value is in this answer only. A member cannot make one that may do what they may not.
 * @throws PERMISSION_DENIED, CONFLICT; INVALID_REQUEST_BODY: it would have ended already
 */
export const issueKey = (ctx: MemberCtx, input: Issued): Promise<CreatedKey> => {
  const { scopes = usualScopes(input.mode) } = input;
  requirePermission(ctx, "keys.write");
  requireRightsOf(ctx, scopes);
  requireToCome(input.expiresAt, ctx.deps.now());
  return inTransaction(ctx.deps.db, async (db) => {
    await requireRoomForKey(ctx, db);
    return createKey(ctx, db, { tenantId: ctx.tenant.id, ...input, scopes });
  });
};

export const keyNotFound = (): ServiceError => new ServiceError("NOT_FOUND", "There is no such active key.");

/** @throws PERMISSION_DENIED; NOT_FOUND: there is no such key, or it is revoked; CONFLICT: its name is not as it was seen */
export const renameKey = (ctx: MemberCtx, { keyId, name, seen }: RenameKey): Promise<void> => {
  requirePermission(ctx, "keys.write");
  return inTenantTransaction(ctx.deps.db, ctx.tenant.id, async (db) => {
    const key = await findApiKey(db, ctx.tenant.id, keyId);
    if (!key) throw keyNotFound();
    const what = { what: "this key", target: keyId };
    await requireAsSeen(ctx, db, { stored: { name: key.name }, given: { name }, seen, ...what });
    if (!(await renameApiKey(db, ctx.tenant.id, keyId, name))) throw keyNotFound();
    const names = { before: { name: key.name }, after: { name } };
    await recordOwnAudit(ctx, db, { action: "api_key.rename", target: keyId, ...names });
  });
};

/**
 * Revokes a key: at once in this process, everywhere within 10 seconds.
 * @returns false if the tenant has no such active key; then nothing was written
 */
export const revokeKey = async (
  ctx: Ctx,
  { tenantId, keyId }: { tenantId: string; keyId: string },
): Promise<boolean> => {
  const { deps } = ctx;
  const revoked = await inTransaction(deps.db, async (db) => {
    const done = await revokeApiKey(db, tenantId, keyId, deps.now());
    if (done) await recordAudit(ctx, db, { tenantId, action: "api_key.revoke", target: keyId });
    return done;
  });
  forgetCached(deps, keyId);
  return revoked;
};

/**
 * Revokes a key after its name was typed to confirm it.
 * @throws PERMISSION_DENIED, NOT_FOUND, INVALID_REQUEST_BODY: the name is not the key's
 */
export const revokeKeyByName = async (
  ctx: MemberCtx,
  input: { keyId: string; name: string },
): Promise<void> => {
  requirePermission(ctx, "keys.write");
  const key = await findApiKey(ctx.deps.db.orm, ctx.tenant.id, input.keyId);
  if (!key || key.revokedAt !== null) throw keyNotFound();
  if (key.name !== input.name) throw invalid("name", "expected the key's name, exactly as shown");
  if (!(await revokeKey(ctx, { tenantId: ctx.tenant.id, keyId: input.keyId }))) throw keyNotFound();
};
