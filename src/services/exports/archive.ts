import { required, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { ARCHIVED, archiveRows, LEFT_OUT } from "#data/service/archive.ts";
import { inTransaction } from "#data/service/client.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import { recordAudit } from "#services/audit-log.ts";
import type { Ctx, Deps, MemberCtx } from "#services/context.ts";
import { requirePermission } from "#services/permissions.ts";

// A tenant's whole data as JSON lines: docs/exports.md.

const FORMAT = "lintel-archive/1";

/** Of all tenants' members in a process, one of each tenant: each holds a connection and a snapshot while it is read. */
const MEMBERS_AT_ONCE = 2;
/** In all: tenants leave one to the operator. */
const AT_ONCE = 3;

/** How slowly an archive may be taken, after its first minute: a reader that dawdles would keep others waiting for hours. */
const SLOWEST_BYTES_PER_SECOND = 64 * 1024;
const GRACE_MS = 60_000;

/** An archive's place; `tenantId` null: the operator's. One whose answer is given up before it begins is free after a minute. */
type Running = { tenantId: string | null; readonly takenAt: Date; isRead: boolean };

const archives = new WeakMap<object, Set<Running>>();

const runningIn = ({ db }: Pick<Deps, "db">): Set<Running> => {
  const running = archives.get(db) ?? new Set();
  archives.set(db, running);
  return running;
};

/** @throws RATE_LIMIT_EXCEEDED */
const requirePlace = (running: Set<Running>, { tenantId, takenAt }: Running): void => {
  for (const each of running)
    if (!each.isRead && takenAt.getTime() - each.takenAt.getTime() > GRACE_MS) running.delete(each);
  const ofMembers = [...running].filter((each) => each.tenantId !== null);
  const isOwn = tenantId !== null && ofMembers.some((each) => each.tenantId === tenantId);
  const isFull = running.size >= AT_ONCE || (tenantId !== null && ofMembers.length >= MEMBERS_AT_ONCE);
  if (!isOwn && !isFull) return;
  throw new ServiceError(
    "RATE_LIMIT_EXCEEDED",
    isOwn
      ? "An archive of this tenant is being downloaded. Wait until that download ends, or stop it, and try again."
      : "Archives of other tenants are being downloaded. Try again in a minute.",
    { retryAfterSeconds: 60 },
  );
};

/** Hands pieces on, and ends a reader that takes them too slowly; the time in which they are read does not count. */
async function* atAPace({ deps }: Ctx, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  let waitedMs = 0;
  let bytes = 0;
  for await (const piece of pieces) {
    const from = deps.now().getTime();
    yield piece;
    waitedMs += deps.now().getTime() - from;
    bytes += Buffer.byteLength(piece);
    if (waitedMs > GRACE_MS + (bytes / SLOWEST_BYTES_PER_SECOND) * 1000)
      throw new Error("the reader of an archive was too slow");
  }
}

async function* linesOf(ctx: Ctx, tenantId: string, own: Running): AsyncGenerator<string> {
  const { deps, requestId } = ctx;
  const running = runningIn(deps);
  requirePlace(running, own);
  running.add(own);
  let isWhole = false;
  try {
    // The place is taken before the answer begins: a refusal is an answer then, and not the end of another one.
    yield "";
    own.isRead = true;
    yield* atAPace(ctx, piecesOf(deps, tenantId));
    isWhole = true;
  } finally {
    running.delete(own);
    if (!isWhole) deps.log.warn("an archive was not read to its end", { requestId, tenantId });
  }
}

async function* piecesOf({ db, now }: Deps, tenantId: string): AsyncGenerator<string> {
  const types = ARCHIVED.map(({ type }) => type);
  yield `${JSON.stringify({ type: "manifest", format: FORMAT, tenantId, takenAt: now(), types, leftOut: LEFT_OUT })}\n`;
  const counts: Record<string, number> = Object.fromEntries(types.map((type) => [type, 0]));
  for await (const { type, rows } of archiveRows(db, tenantId)) {
    counts[type] = (counts[type] ?? 0) + rows.length;
    yield rows.map((row) => `${JSON.stringify({ type, ...renamed(row) })}\n`).join("");
  }
  // A file without this line is not complete.
  yield `${JSON.stringify({ type: "end", counts })}\n`;
}

/** An event's type would hide the line's. */
const renamed = ({ type, ...row }: Record<string, unknown>): Record<string, unknown> =>
  type === undefined ? row : { eventType: type, ...row };

const archiveOf = async (ctx: Ctx, tenantId: string, of: string | null): Promise<AsyncGenerator<string>> => {
  const { deps } = ctx;
  const lines = linesOf(ctx, tenantId, { tenantId: of, takenAt: deps.now(), isRead: false });
  await lines.next();
  try {
    await inTransaction(deps.db, (db) =>
      recordAudit(ctx, db, { tenantId, action: "tenant.export", target: tenantId }),
    );
  } catch (error) {
    await lines.return(undefined);
    throw error;
  }
  return lines;
};

/**
 * Everything of a tenant's, live and test, as of one moment, without secrets and hashes; for the operator. It becomes an entry
 * of the tenant's audit trail.
 * @throws TENANT_NOT_FOUND; RATE_LIMIT_EXCEEDED: as many are being written as can be
 */
export const archiveOfTenant = async (ctx: Ctx, tenantId: string): Promise<AsyncGenerator<string>> => {
  required(isId("tenant", tenantId) ? await findTenant(ctx.deps.db.orm, tenantId) : null, "TENANT_NOT_FOUND");
  return archiveOf(ctx, tenantId, null);
};

/**
 * Everything of a member's tenant, for its owners, also of a closed one.
 * @throws PERMISSION_DENIED; RATE_LIMIT_EXCEEDED: its own is being written, or as many as can be
 */
export const exportEverything = async (ctx: MemberCtx): Promise<AsyncGenerator<string>> => {
  requirePermission(ctx, "tenant.export");
  return archiveOf(ctx, ctx.tenant.id, ctx.tenant.id);
};
