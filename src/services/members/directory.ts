import type { UpdateDirectoryRole } from "#contracts/console/members.ts";
import { ROLES, type Role } from "#core/access/permissions.ts";
import { ServiceError } from "#core/errors.ts";
import type { Tenant } from "#core/tenant.ts";
import {
  changeDirectory,
  countPeople,
  type DirectoryRow,
  deleteDirectory,
  findDirectory,
  findDirectoryByToken,
  insertDirectory,
} from "#data/members/directories.ts";
import { inTenantTransaction } from "#data/members/members.ts";
import type { Db } from "#data/service/client.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import { findByEach, hashesOf } from "#platform/secrets.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { Ctx, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { requireWithin } from "#services/limits.ts";
import { requirePermission } from "#services/permissions.ts";
import { hashOf } from "#services/sealing.ts";
import { ANOTHER, requireAsSeen } from "#services/seen.ts";

/** A directory never makes owners: who may connect it stays with the people who already are. */
export type DirectoryRole = Exclude<Role, "owner">;

export const isDirectoryRole = (text: string): text is DirectoryRole =>
  text !== "owner" && ROLES.some((role) => role === text);

const TOKEN_BYTES = 32;
const DIRECTORY_TOKEN = /^avscim_[A-Za-z0-9_-]{43}$/;

/** A call by a tenant's directory. */
export type DirectoryCtx = Ctx & { readonly tenant: Tenant; readonly directory: DirectoryRow };

const CALLS_PER_MINUTE = 1_200;
/** A last use that is newer is not written again. */
const USE_MS = 60_000;

/**
 * The directory that calls with this token.
 * @throws AUTH_INVALID_KEY, RATE_LIMIT_EXCEEDED, CACHE_ERROR
 */
export const authenticateDirectory = async (
  { deps, requestId }: Pick<Ctx, "deps" | "requestId">,
  token: string,
): Promise<DirectoryCtx> => {
  const db = deps.db.orm;
  const hashes = DIRECTORY_TOKEN.test(token) ? hashesOf(deps.secrets, token) : [];
  const directory = await findByEach(hashes, (hash) => findDirectoryByToken(db, hash));
  const tenant = directory && (await findTenant(db, directory.tenantId));
  if (!directory || !tenant) {
    throw new ServiceError("AUTH_INVALID_KEY", "The token is not valid. Make a new one in the console.");
  }
  await requireWithin(
    deps,
    { key: `directory:${directory.id}`, limit: CALLS_PER_MINUTE, windowSeconds: 60 },
    (seconds) => `More than ${CALLS_PER_MINUTE} calls in a minute. Try again in ${seconds} s.`,
  );
  const lastUsedAt = deps.now();
  if (lastUsedAt.getTime() - (directory.lastUsedAt?.getTime() ?? 0) > USE_MS) {
    // Also under today's pepper, should it have been found by the one before.
    await changeDirectory(db, tenant.id, { lastUsedAt, tokenHash: hashOf(deps, token) });
  }
  const actor = { kind: "directory", directoryId: directory.id } as const;
  return { deps, site: null, requestId, actor, tenant, directory };
};

const newToken = ({ deps }: Ctx) => {
  const token = `avscim_${Buffer.from(deps.random(TOKEN_BYTES)).toString("base64url")}`;
  return { token, tokenHash: hashOf(deps, token), lastFour: token.slice(-4) };
};

/** By which members tell tokens apart. */
const hintOf = (lastFour: string): string => `avscim_…${lastFour}`;

/** The address that a directory is given as "tenant URL" or "SCIM base URL". */
const baseUrlOf = ({ settings }: Ctx["deps"]): string => `${settings.publicUrl}/scim/v2`;

/** The tenant's directory, if one is connected, without its token. @throws PERMISSION_DENIED */
export const directoryOf = async (ctx: MemberCtx) => {
  requirePermission(ctx, "members.read");
  const { deps, tenant } = ctx;
  const row = await findDirectory(deps.db.orm, tenant.id);
  const baseUrl = baseUrlOf(deps);
  if (!row) return { baseUrl, directory: null };
  const { id, lastFour, role, createdAt, lastUsedAt } = row;
  const counts = await countPeople(deps.db.orm, tenant.id);
  return { baseUrl, directory: { id, role, createdAt, lastUsedAt, ...counts, hint: hintOf(lastFour) } };
};

/**
 * Connects a directory. Its token is in this answer only.
 * @param input.role of people whom the directory gives none
 * @throws PERMISSION_DENIED, TENANT_CLOSED, CONFLICT: one is connected
 */
export const connectDirectory = (
  ctx: MemberCtx,
  { role }: { role: DirectoryRole },
): Promise<{ baseUrl: string; token: string }> => {
  requirePermission(ctx, "directory.write");
  const { deps, tenant } = ctx;
  return inTenantTransaction(deps.db, tenant.id, async (db) => {
    if (await findDirectory(db, tenant.id)) {
      throw new ServiceError("CONFLICT", "A directory is connected already. Disconnect it first.");
    }
    const id = newId(deps, "directory");
    const { token, ...stored } = newToken(ctx);
    await insertDirectory(db, {
      ...stored,
      id,
      tenantId: tenant.id,
      role,
      createdAt: deps.now(),
      lastUsedAt: null,
    });
    await recordOwnAudit(ctx, db, { action: "directory.connect", target: id, changes: { role } });
    return { baseUrl: baseUrlOf(deps), token };
  });
};

/** Changes the tenant's directory, one member at a time. @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND */
const changing = <Result>(
  ctx: MemberCtx,
  work: (db: Db, row: DirectoryRow) => Promise<Result>,
): Promise<Result> => {
  requirePermission(ctx, "directory.write");
  const { deps, tenant } = ctx;
  return inTenantTransaction(deps.db, tenant.id, async (db) => {
    const row = await findDirectory(db, tenant.id);
    if (!row) throw new ServiceError("NOT_FOUND", "No directory is connected to this tenant.");
    return work(db, row);
  });
};

/** A new token; the old one stops at once. @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND; CONFLICT: not the token that was seen */
export const rotateDirectoryToken = (
  ctx: MemberCtx,
  { seen }: { seen?: { hint?: string | undefined } | undefined } = {},
): Promise<{ baseUrl: string; token: string }> =>
  changing(ctx, async (db, { id, tenantId, lastFour }) => {
    const { token, ...stored } = newToken(ctx);
    const what = { what: "this directory", target: id, told: { hint: "hasNewToken" } };
    const given = { hint: ANOTHER };
    await requireAsSeen(ctx, db, { stored: { hint: hintOf(lastFour) }, given, seen, ...what });
    await changeDirectory(db, tenantId, stored);
    const changes = { hasNewToken: true };
    await recordOwnAudit(ctx, db, { action: "directory.rotate", target: id, changes });
    return { baseUrl: baseUrlOf(ctx.deps), token };
  });

/**
 * Another role for people who join from now on and whom the directory gives none; members keep theirs.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND
 */
export const setDirectoryRole = (ctx: MemberCtx, { role, seen }: UpdateDirectoryRole): Promise<void> =>
  changing(ctx, async (db, { id, tenantId, role: before }) => {
    const what = { what: "this directory", target: id };
    await requireAsSeen(ctx, db, { stored: { role: before }, given: { role }, seen, ...what });
    if (before === role) return;
    await changeDirectory(db, tenantId, { role });
    const roles = { before: { role: before }, after: { role } };
    await recordOwnAudit(ctx, db, { action: "directory.update", target: id, ...roles });
  });

/**
 * Disconnects the directory and forgets its people. Who is a member stays one, until a member removes them.
 * @throws PERMISSION_DENIED, TENANT_CLOSED, NOT_FOUND
 */
export const disconnectDirectory = (ctx: MemberCtx): Promise<void> =>
  changing(ctx, async (db, { id, tenantId }) => {
    await deleteDirectory(db, tenantId);
    await recordOwnAudit(ctx, db, { action: "directory.disconnect", target: id });
  });
