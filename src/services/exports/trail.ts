import { firstIdAt } from "#core/day.ts";
import { foreignCursor, ServiceError } from "#core/errors.ts";
import { type ExportLine, factsOf } from "#core/exports/line.ts";
import { isId } from "#core/ids.ts";
import { inTransaction } from "#data/service/client.ts";
import {
  type EntryFilter,
  type ExportedEntry,
  entriesAfter,
  entriesBefore,
  hasUnnumberedEntries,
  lastExported,
  numberEntries,
} from "#data/service/export-order.ts";
import { type Ctx, fromReplica, type TenantCtx } from "#services/context.ts";
import { pageOf } from "#services/paging.ts";
import { beginAgain, numberAt, placesOf, type Reading } from "./place.ts";

// The audit trail for programs: newest first by pages, or oldest first from a place on, so that a collector that keeps its
// place misses nothing. Ids, no names: docs/exports.md.

/** Milliseconds to a second or two; more than any page. */
export const NUMBERED_AT_ONCE = 5_000;

const LINES_AT_ONCE = 1_000;

type Asked = {
  actor?: string | undefined;
  action?: string | undefined;
  /** RFC 3339, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
};

export type TrailInput = Asked & {
  limit: number;
  /** Newest first: the `nextCursor` of the page before. */
  cursor?: string | undefined;
  /** Oldest first: the `nextCursor` of the page before, or "0". */
  after?: string | undefined;
};

/** An entry as it leaves the service. */
export type TrailEntry = {
  id: string;
  at: Date;
  action: string;
  /** "member:mem_…", "tenant:key_…", "admin", "system". */
  actor: string;
  target: string;
  changes: unknown;
  requestId: string;
};

type OperatorsEntry = TrailEntry & { tenantId: string | null };

export type TrailPage<Entry> = { entries: Entry[]; nextCursor: string | null; hasMore: boolean };

const entryOf = ({
  id,
  createdAt,
  action,
  actor,
  target,
  changes,
  requestId,
}: ExportedEntry): TrailEntry => ({
  id,
  at: createdAt,
  action,
  actor,
  target,
  changes,
  requestId,
});

const operatorsEntryOf = (row: ExportedEntry): OperatorsEntry => {
  const { id, at, ...others } = entryOf(row);
  return { id, at, tenantId: row.tenantId, ...others };
};

const filterOf = ({ actor, action, from, to }: Asked, tenantId: string | undefined): EntryFilter => ({
  tenantId,
  actor,
  action,
  ...(from !== undefined && { fromId: firstIdAt("audit", new Date(from)) }),
  ...(to !== undefined && { beforeId: firstIdAt("audit", new Date(Date.parse(to) + 1)) }),
});

/** Entries after a number; those that were just committed get theirs now. */
const readOn = async ({ deps }: Ctx, filter: EntryFilter, after: bigint, limit: number) => {
  const db = deps.db.orm;
  let found = await entriesAfter(db, filter, after, limit);
  // With a filter, what gets a number now may all be others': until there is enough, or nothing left.
  while (found.length < limit && (await hasUnnumberedEntries(db))) {
    const numbered = await inTransaction(deps.db, (tx) => numberEntries(tx, NUMBERED_AT_ONCE));
    found = await entriesAfter(db, filter, after, limit);
    if (numbered === 0) break; // an erasure holds them
  }
  return found;
};

/** @throws INVALID_PARAMETERS: a place beyond the last entry, as after a restored backup */
export const refuseAhead = async ({ deps }: Ctx, { stream }: Reading, after: bigint): Promise<void> => {
  if (after > (await lastExported(deps.db.orm, stream)))
    throw beginAgain("is ahead, as after a restored backup");
};

const pageFrom = async <Entry>(
  ctx: Ctx,
  reading: Reading,
  { limit, cursor, after, ...asked }: TrailInput & { tenantId?: string | undefined },
  shown: (row: ExportedEntry) => Entry,
): Promise<TrailPage<Entry>> => {
  const filter = filterOf(asked, reading.tenantId ?? asked.tenantId);
  if (after === undefined) {
    if (cursor !== undefined && !isId("audit", cursor)) throw foreignCursor();
    const { page, nextCursor } = await fromReplica(ctx, ({ deps }) =>
      pageOf(limit, (rows) => entriesBefore(deps.db.orm, filter, cursor, rows)),
    );
    return { entries: page.map(shown), nextCursor, hasMore: nextCursor !== null };
  }
  const from = numberAt(ctx.deps, reading, after);
  const found = await readOn(ctx, filter, from, limit + 1);
  if (found.length === 0) await refuseAhead(ctx, reading, from);
  const page = found.slice(0, limit);
  const nextCursor = placesOf(ctx.deps, reading)(page.at(-1)?.number ?? from);
  return { entries: page.map(shown), nextCursor, hasMore: found.length > limit };
};

async function* linesFrom(
  ctx: Ctx,
  reading: Reading,
  filter: EntryFilter,
  after: bigint,
  shown: (row: ExportedEntry) => object,
): AsyncGenerator<string> {
  const placeOf = placesOf(ctx.deps, reading);
  for (let from = after; ; ) {
    const found = await readOn(ctx, filter, from, LINES_AT_ONCE);
    if (found.length > 0)
      yield found
        .map((row) => `${JSON.stringify({ ...shown(row), cursor: placeOf(row.number) })}\n`)
        .join("");
    from = found.at(-1)?.number ?? from;
    if (found.length < LINES_AT_ONCE) return;
  }
}

const allLines = async (
  ctx: Ctx,
  reading: Reading,
  { after, ...asked }: TrailInput & { tenantId?: string | undefined },
  shown: (row: ExportedEntry) => object,
): Promise<AsyncGenerator<string>> => {
  const from = numberAt(ctx.deps, reading, after);
  await refuseAhead(ctx, reading, from);
  return linesFrom(ctx, reading, filterOf(asked, reading.tenantId ?? asked.tenantId), from, shown);
};

const ofTenant = (ctx: TenantCtx): Reading => {
  if (ctx.mode !== "live")
    throw new ServiceError(
      "PERMISSION_DENIED",
      "A test key cannot read the audit trail, which is about live keys and settings as well: use a live key.",
    );
  return { stream: "audit", tenantId: ctx.tenant.id };
};

/**
 * A page of the tenant's audit trail, for its backend.
 * @throws PERMISSION_DENIED: a test key; INVALID_PARAMETERS: a cursor that is not ours
 */
export const tenantTrail = async (ctx: TenantCtx, input: TrailInput): Promise<TrailPage<TrailEntry>> =>
  pageFrom(ctx, ofTenant(ctx), input, entryOf);

/** All of it after a place, oldest first, as JSON lines, a page at a time. @throws as tenantTrail, before the first */
export const tenantTrailLines = async (ctx: TenantCtx, input: TrailInput): Promise<AsyncGenerator<string>> =>
  allLines(ctx, ofTenant(ctx), input, entryOf);

const OPERATORS: Reading = { stream: "audit", tenantId: null };

type OperatorsInput = TrailInput & { tenantId?: string | undefined };

/** A page of every tenant's audit trail and the deployment's own. @throws INVALID_PARAMETERS: a cursor that is not ours */
export const operatorsTrail = (ctx: Ctx, input: OperatorsInput): Promise<TrailPage<OperatorsEntry>> =>
  pageFrom(ctx, OPERATORS, input, operatorsEntryOf);

/** All of these entries after a place as JSON lines, oldest first. @throws as operatorsTrail, before the first */
export const operatorsTrailLines = (ctx: Ctx, input: OperatorsInput): Promise<AsyncGenerator<string>> =>
  allLines(ctx, OPERATORS, input, operatorsEntryOf);

/** Entries after a number as they are pushed: as in operatorsTrailLines. */
export const entriesToPush = async (ctx: Ctx, after: bigint, limit: number): Promise<ExportLine[]> => {
  const placeOf = placesOf(ctx.deps, OPERATORS);
  return (await readOn(ctx, {}, after, limit)).map((row) => {
    const { id, tenantId, action, actor, target, requestId, number, createdAt: at } = row;
    const text = JSON.stringify({ ...operatorsEntryOf(row), cursor: placeOf(number) });
    const facts = factsOf({ tenantId, action, actor, target, requestId });
    return { stream: "audit", id, number, at, isError: false, text, facts };
  });
};

/** Numbers what was committed, for readers to come. @returns how many entries */
export const numberTrail = async ({ deps }: Ctx): Promise<number> =>
  (await hasUnnumberedEntries(deps.db.orm))
    ? inTransaction(deps.db, (db) => numberEntries(db, NUMBERED_AT_ONCE))
    : 0;

/** For the console: a tenant's entries that match, as lines; the caller has asked for the permission. */
export const trailLines = (ctx: Ctx, tenantId: string, filter: EntryFilter): AsyncGenerator<string> =>
  linesFrom(ctx, { stream: "audit", tenantId }, { ...filter, tenantId }, 0n, entryOf);
