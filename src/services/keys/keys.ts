import { invalid, ServiceError } from "#core/errors.ts";
import type { Mode } from "#core/verification.ts";
import { lockMembers, memberNames } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import {
  type ApiKeySummary,
  countWorkingKeys,
  expireApiKey,
  findApiKey,
  insertApiKey,
  listApiKeys,
  renameApiKey,
  revokeApiKey,
} from "#data/tenants/api-keys.ts";
import { API_KEY_RANDOM_BYTES, createApiKey } from "#platform/api-key.ts";
import { recordAudit, recordOwnAudit } from "#services/audit-log.ts";
import { type Ctx, forgetCached, type MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requirePermission } from "#services/permissions.ts";
import { hashOf } from "#services/sealing.ts";

type NewKey = {
  mode: Mode;
  name: string;
  mayErase: boolean;
  /** Live events from a command line; without it, a test key still listens to test events. */
  mayListen?: boolean | undefined;
};

type CreatedKey = Required<NewKey> & { id: string; value: string };

/**
 * Creates an API key in the caller's transaction. Its value is only in the answer, except that a live key is also
 * stored sealed until it is revoked or set to expire: GET /admin/tenants/:id shows the newest.
 */
export const createKey = async (
  ctx: Ctx,
  db: Db,
  input: NewKey & { tenantId: string },
): Promise<CreatedKey> => {
  const { deps, actor } = ctx;
  const { tenantId, mode, name, mayErase, mayListen = false } = input;
  const id = newId(deps, "apiKey");
  const value = createApiKey(mode, deps.random(API_KEY_RANDOM_BYTES));
  await insertApiKey(db, {
    ...input,
    mayListen,
    id,
    hash: hashOf(deps, value),
    lastFour: value.slice(-4),
    sealed: mode === "live" ? deps.secrets.seal(value, id) : null,
    madeBy: actor.kind === "member" ? actor.memberId : null,
    createdAt: deps.now(),
  });
  const changes = { mode, name, mayErase, mayListen };
  await recordAudit(ctx, db, { tenantId, action: "api_key.create", target: id, changes });
  return { id, ...changes, value };
};

const MAX_WORKING = 100;

/** @throws CONFLICT: too many active keys. Counted while the tenant's row is locked, so the limit is exact. */
export const requireRoomForKey = async (ctx: MemberCtx, db: Db): Promise<void> => {
  await lockMembers(db, ctx.tenant.id);
  if ((await countWorkingKeys(db, ctx.tenant.id, ctx.deps.now())) < MAX_WORKING) return;
  throw new ServiceError("CONFLICT", `The tenant has ${MAX_WORKING} active keys. Revoke one first.`);
};

/** What a key may do, its maker may do: erase, or send live events somewhere. @throws PERMISSION_DENIED */
const requireRightsOf = (ctx: MemberCtx, key: Partial<Pick<NewKey, "mayErase" | "mayListen">>): void => {
  if (key.mayErase) requirePermission(ctx, "verifications.erase");
  if (key.mayListen) requirePermission(ctx, "webhooks.write");
};

/**
 * Creates a key; its value is in this answer only. A member who may not erase cannot make one that may.
 * @throws PERMISSION_DENIED, CONFLICT
 */
export const issueKey = (ctx: MemberCtx, input: NewKey): Promise<CreatedKey> => {
  requirePermission(ctx, "keys.write");
  requireRightsOf(ctx, input);
  return inTransaction(ctx.deps.db, async (db) => {
    await requireRoomForKey(ctx, db);
    return createKey(ctx, db, { tenantId: ctx.tenant.id, ...input });
  });
};

const MAX_LISTED = 500;

type ListedKey = Omit<ApiKeySummary, "madeBy"> & {
  /** The member who created it, without a name if they have left. Null: the operator. */
  maker: { name: string | null } | null;
  /** Its beginning and end: `avk_live_…a1B2`. */
  hint: string;
  state: "active" | "expiring" | "expired" | "revoked";
};

const stateOf = (
  { revokedAt, expiresAt }: Pick<ApiKeySummary, "revokedAt" | "expiresAt">,
  now: Date,
): ListedKey["state"] => {
  if (revokedAt !== null) return "revoked";
  if (expiresAt === null) return "active";
  return expiresAt.getTime() > now.getTime() ? "expiring" : "expired";
};

/** The tenant's keys, newest first, never with their values. @throws PERMISSION_DENIED */
export const listKeys = async (ctx: MemberCtx): Promise<ListedKey[]> => {
  requirePermission(ctx, "keys.read");
  const now = ctx.deps.now();
  const { orm } = ctx.deps.db;
  const keys = await listApiKeys(orm, ctx.tenant.id, MAX_LISTED);
  const names = await memberNames(
    orm,
    keys.flatMap(({ madeBy }) => madeBy ?? []),
  );
  return keys.map(({ madeBy, ...key }) => ({
    ...key,
    maker: madeBy === null ? null : { name: names.get(madeBy) ?? null },
    hint: `avk_${key.mode}_…${key.lastFour}`,
    state: stateOf(key, now),
  }));
};

const keyNotFound = (): ServiceError => new ServiceError("NOT_FOUND", "There is no such active key.");

/** @throws PERMISSION_DENIED, NOT_FOUND: there is no such key, or it is revoked */
export const renameKey = (ctx: MemberCtx, input: { keyId: string; name: string }): Promise<void> => {
  requirePermission(ctx, "keys.write");
  return inTransaction(ctx.deps.db, async (db) => {
    if (!(await renameApiKey(db, ctx.tenant.id, input.keyId, input.name))) throw keyNotFound();
    await recordOwnAudit(ctx, db, {
      action: "api_key.rename",
      target: input.keyId,
      changes: { name: input.name },
    });
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

const HOUR_MS = 3_600_000;

type RotatedKey = CreatedKey & {
  /** When the old key ends. */
  previousEndsAt: Date;
};

/**
 * Replaces a key with one of the same mode, name and rights. The old one still works for
 * `overlapHours`; with 0 it is revoked at once in this process, everywhere within 10 seconds.
 * @throws PERMISSION_DENIED: also for a key that may erase, whose new value would let a member erase who
 *   otherwise may not; NOT_FOUND: there is no such active key; CONFLICT: too many keys
 */
export const rotateKey = async (
  ctx: MemberCtx,
  { keyId, overlapHours }: { keyId: string; overlapHours: number },
): Promise<RotatedKey> => {
  const { deps, tenant } = ctx;
  requirePermission(ctx, "keys.write");
  const rotated = await inTransaction(deps.db, async (db) => {
    const now = deps.now();
    const until = new Date(now.getTime() + overlapHours * HOUR_MS);
    const old = await findApiKey(db, tenant.id, keyId);
    if (old) requireRightsOf(ctx, old);
    await requireRoomForKey(ctx, db);
    const isEnding =
      overlapHours === 0
        ? await revokeApiKey(db, tenant.id, keyId, now)
        : await expireApiKey(db, tenant.id, keyId, until, now);
    if (!old || !isEnding) throw keyNotFound();
    const { mode, name, mayErase, mayListen } = old;
    const key = await createKey(ctx, db, { tenantId: tenant.id, mode, name, mayErase, mayListen });
    const changes = { replacedBy: key.id, overlapHours };
    await recordOwnAudit(ctx, db, { action: "api_key.rotate", target: keyId, changes });
    return { ...key, previousEndsAt: until };
  });
  forgetCached(deps, keyId);
  return rotated;
};
