import type { AllAuditQuery, AuditQuery } from "#contracts/public/account.ts";
import { firstIdAt } from "#core/day.ts";
import { foreignCursor, ServiceError } from "#core/errors.ts";
import { type ExportLine, factsOf } from "#core/exports/line.ts";
import { isId } from "#core/ids.ts";
import type { AuditEntryRow, AuditFilter } from "#data/tenants/audit.ts";
import { type Ctx, fromReplica, type TenantCtx } from "#services/context.ts";
import { numberAt, placesOf, type Reading, refuseAhead } from "#services/export-place.ts";
import { newestEntries, readOn } from "./trail.ts";

// The audit trail for programs: newest first by pages, or oldest first from a place on, so that a collector that keeps its
// place misses nothing. Ids, no names: docs/exports.md.

const LINES_AT_ONCE = 1_000;

/** An entry as it leaves the service. */
type TrailEntry = {
  id: string;
  at: Date;
  action: string;
  /** "member:mem_…", "tenant:key_…", "admin", "system". */
  actor: string;
  target: string;
  changes: unknown;
  requestId: string;
};

type WholeTrailEntry = TrailEntry & { tenantId: string | null };

type TrailPage<Entry> = { entries: Entry[]; nextCursor: string | null; hasMore: boolean };

const entryOf = (row: AuditEntryRow): TrailEntry => {
  const { id, createdAt: at, action, actor, target, changes, requestId } = row;
  return { id, at, action, actor, target, changes, requestId };
};

const wholeEntryOf = (row: AuditEntryRow): WholeTrailEntry => {
  const { id, createdAt: at, tenantId, action, actor, target, changes, requestId } = row;
  return { id, at, tenantId, action, actor, target, changes, requestId };
};

/** What is read, and what its reader sees of an entry. */
type Reader<Entry extends object> = { reading: Reading; shown: (row: AuditEntryRow) => Entry };

const OPERATOR: Reader<WholeTrailEntry> = {
  reading: { stream: "audit", tenantId: null },
  shown: wholeEntryOf,
};

const readerOf = (tenantId: string): Reader<TrailEntry> => ({
  reading: { stream: "audit", tenantId },
  shown: entryOf,
});

const tenantReader = (ctx: TenantCtx): Reader<TrailEntry> => {
  if (ctx.mode !== "live")
    throw new ServiceError(
      "PERMISSION_DENIED",
      "A test key cannot read the audit trail, which is about live keys and settings as well: use a live key.",
    );
  return readerOf(ctx.tenant.id);
};

const filterOf = ({ actor, action, from, to }: AuditQuery): AuditFilter => ({
  actor,
  action,
  ...(from !== undefined && { fromId: firstIdAt("audit", new Date(from)) }),
  ...(to !== undefined && { beforeId: firstIdAt("audit", new Date(Date.parse(to) + 1)) }),
});

/** @param tenantId whose entries; null: every tenant's, and the deployment's own */
const pageFor = async <Entry extends object>(
  ctx: Ctx,
  { reading, shown }: Reader<Entry>,
  tenantId: string | null,
  input: AuditQuery,
): Promise<TrailPage<Entry>> => {
  const { limit, cursor, after } = input;
  const filter = filterOf(input);
  if (after === undefined) {
    if (cursor !== undefined && !isId("audit", cursor)) throw foreignCursor();
    const { page, nextCursor } = await fromReplica(ctx, (replica) =>
      newestEntries(replica, tenantId, { ...filter, limit, cursor }),
    );
    return { entries: page.map(shown), nextCursor, hasMore: nextCursor !== null };
  }
  const from = numberAt(ctx.deps, reading, after);
  const found = await readOn(ctx, tenantId, filter, from, limit + 1);
  if (found.length === 0) await refuseAhead(ctx, reading, from);
  const page = found.slice(0, limit);
  const nextCursor = placesOf(ctx.deps, reading)(page.at(-1)?.number ?? from);
  return { entries: page.map(shown), nextCursor, hasMore: found.length > limit };
};

async function* linesFrom<Entry extends object>(
  ctx: Ctx,
  { reading, shown }: Reader<Entry>,
  tenantId: string | null,
  filter: AuditFilter,
  after: bigint,
): AsyncGenerator<string> {
  const placeOf = placesOf(ctx.deps, reading);
  for (let from = after; ; ) {
    const found = await readOn(ctx, tenantId, filter, from, LINES_AT_ONCE);
    if (found.length > 0)
      yield found
        .map((row) => `${JSON.stringify({ ...shown(row), cursor: placeOf(row.number) })}\n`)
        .join("");
    from = found.at(-1)?.number ?? from;
    if (found.length < LINES_AT_ONCE) return;
  }
}

const linesFor = async <Entry extends object>(
  ctx: Ctx,
  reader: Reader<Entry>,
  tenantId: string | null,
  input: AuditQuery,
): Promise<AsyncGenerator<string>> => {
  const from = numberAt(ctx.deps, reader.reading, input.after);
  await refuseAhead(ctx, reader.reading, from);
  return linesFrom(ctx, reader, tenantId, filterOf(input), from);
};

/**
 * A page of the tenant's audit trail, for its backend.
 * @throws PERMISSION_DENIED: a test key; INVALID_PARAMETERS: a cursor that is not ours
 */
export const tenantTrail = async (ctx: TenantCtx, input: AuditQuery): Promise<TrailPage<TrailEntry>> =>
  pageFor(ctx, tenantReader(ctx), ctx.tenant.id, input);

/** All of it after a place, oldest first, as JSON lines, a page at a time. @throws as tenantTrail, before the first */
export const tenantTrailLines = async (ctx: TenantCtx, input: AuditQuery): Promise<AsyncGenerator<string>> =>
  linesFor(ctx, tenantReader(ctx), ctx.tenant.id, input);

/** A page of every tenant's audit trail and the deployment's own. @throws INVALID_PARAMETERS: a cursor that is not ours */
export const wholeTrail = (ctx: Ctx, input: AllAuditQuery): Promise<TrailPage<WholeTrailEntry>> =>
  pageFor(ctx, OPERATOR, input.tenantId ?? null, input);

/** All of these entries after a place as JSON lines, oldest first. @throws as wholeTrail, before the first */
export const wholeTrailLines = (ctx: Ctx, input: AllAuditQuery): Promise<AsyncGenerator<string>> =>
  linesFor(ctx, OPERATOR, input.tenantId ?? null, input);

/** Entries after a number as they are pushed: as in wholeTrailLines. */
export const entriesToPush = async (ctx: Ctx, after: bigint, limit: number): Promise<ExportLine[]> => {
  const { reading, shown } = OPERATOR;
  const placeOf = placesOf(ctx.deps, reading);
  return (await readOn(ctx, null, {}, after, limit)).map((row) => {
    const { id, tenantId, action, actor, target, requestId, number, createdAt: at } = row;
    const text = JSON.stringify({ ...shown(row), cursor: placeOf(number) });
    const facts = factsOf({ tenantId, action, actor, target, requestId });
    return { stream: "audit", id, number, at, isError: false, text, facts };
  });
};

/** For the console: a tenant's entries that match, as lines; the caller has asked for the permission. */
export const trailLines = (ctx: Ctx, tenantId: string, filter: AuditFilter): AsyncGenerator<string> =>
  linesFrom(ctx, readerOf(tenantId), tenantId, filter, 0n);
