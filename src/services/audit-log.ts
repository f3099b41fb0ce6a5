import type { AuditAction, ReplacingAction } from "#core/audit.ts";
import { type DayRange, idsOfDays } from "#core/day.ts";
import { required } from "#core/errors.ts";
import { isJsonObject } from "#core/json.ts";
import type { Db } from "#data/service/client.ts";
import { defined } from "#data/service/columns.ts";
import { insertAuditEntry, listAuditEntries, namesOf } from "#data/tenants/audit.ts";
import { actorName, type Ctx, fromReplica, idOfActor, type MemberCtx } from "./context.ts";
import { newId } from "./ids.ts";
import { type PageInput, pageOf } from "./paging.ts";
import { requirePermission } from "./permissions.ts";

type AuditLine = {
  id: string;
  at: Date;
  /** "member:mem_…", "tenant:key_…", "admin", "operator:mem_…", "system". */
  actor: string;
  /** Set if the actor is a known member, or a key; never for the operator. */
  actorName: string | null;
  /** For a key that acted: the member who had made it, if one did. */
  keyMaker: { id: string; name: string | null } | null;
  action: string;
  target: string;
  /** The target's name, if it has one: of what can be pointed elsewhere, the one that it had then. */
  targetName: string | null;
  changes: unknown;
  requestId: string;
};

/**
 * In the `changes` of what a key did: who made the key, as an actor, because it can outlive their membership.
 */
const MADE_BY = "keyMadeBy";

/** In `changes`, too: what the target was called when it happened, where that can change. */
const TARGET_NAME = "targetName";

/** Who did what in the tenant, newest first. @throws PERMISSION_DENIED */
export const listAudit = async (ctx: MemberCtx, input: AuditInput): Promise<AuditPage> => {
  requirePermission(ctx, "audit.read");
  return fromReplica(ctx, (reading) => pageOfEntries(reading, input));
};

/** One entry, in full. @throws PERMISSION_DENIED, NOT_FOUND: absent or another tenant's, all alike */
export const auditEntry = async (ctx: MemberCtx, { entryId }: { entryId: string }): Promise<AuditLine> => {
  requirePermission(ctx, "audit.read");
  const { entries } = await pageOfEntries(ctx, { limit: 1, id: entryId });
  return required(entries[0] ?? null, "NOT_FOUND", "There is no such entry in the audit trail.");
};

export type AuditFilter = DayRange & {
  actor?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
};
type AuditInput = PageInput & AuditFilter;

type AuditPage = { entries: AuditLine[]; nextCursor: string | null };

type Stored = Awaited<ReturnType<typeof listAuditEntries>>[number];

const lineOf = ({ id, actor, action, target, requestId, createdAt: at, changes }: Stored) => {
  const { [MADE_BY]: madeBy, [TARGET_NAME]: then, ...others } = isJsonObject(changes) ? changes : {};
  const nameThen = typeof then === "string" ? then : null;
  const makerId = typeof madeBy === "string" ? idOfActor(madeBy) : null;
  const row = { id, actor, action, target, requestId, at, changes: others };
  return { row, nameThen, actorId: idOfActor(actor), makerId };
};

const pageOfEntries = async (ctx: MemberCtx, input: AuditInput & { id?: string }): Promise<AuditPage> => {
  const db = ctx.deps.db.orm;
  const { limit, cursor, from, to, zone, id, actor, action, target } = input;
  const filter = { id, actor, action, target, ...idsOfDays("audit", { from, to, zone }) };
  const { page, nextCursor } = await pageOf(limit, (rows) =>
    listAuditEntries(db, ctx.tenant.id, rows, filter, cursor),
  );
  const lines = page.map(lineOf);
  const ids = lines.flatMap(({ row, actorId, makerId }) => [row.target, actorId ?? [], makerId ?? []].flat());
  const names = await namesOf(db, ctx.tenant.id, ids);
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id) ?? null));
  return {
    entries: lines.map(({ row, nameThen, actorId, makerId }) => ({
      ...row,
      targetName: nameThen ?? nameOf(row.target),
      // The tenant does not learn which of the operator's people it was.
      actorName: row.actor.startsWith("operator:") ? null : nameOf(actorId),
      keyMaker: makerId === null ? null : { id: makerId, name: nameOf(makerId) },
    })),
    nextCursor,
  };
};

type Shown = string | number | boolean | null;

/** A value as a row or an input has it; a list becomes a text, a moment its ISO 8601 form. */
type Field = Shown | undefined | Date | string[] | number[] | Record<string, Shown | undefined>;

/** Never a secret. */
type Fields = Readonly<Record<string, Field>>;

type Told = Record<string, Shown | Record<string, Shown>>;

type Replacement = {
  action: ReplacingAction;
  /** The stored values, also others than those that were changed: the entry has only those. */
  before: Fields;
  /** The new values: of each, the entry has the old one as well. Those that are undefined were not changed. */
  after: Fields;
  /** What else happened, such as that a secret was replaced. */
  also?: Fields;
};

type Deed = { action: Exclude<AuditAction, ReplacingAction>; changes?: Fields };

/** What happened, whatever it was done to. */
export type Happened = Replacement | Deed;

type OwnChange = Happened & {
  /** The id of the changed object. */
  target: string;
  /** What it was called then; absent: what it is called when the entry is read. */
  targetName?: string | undefined;
};

const told = (value: Field): Shown | Record<string, Shown> => {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (one === undefined ? [] : [[name, one]])),
  );
};

const allTold = (fields: Fields): Told =>
  Object.fromEntries(Object.entries(defined(fields)).map(([name, value]) => [name, told(value)]));

/** The new values and, under `before`, the old ones. */
const changesOf = (happened: Happened): Record<string, Shown | Told> => {
  if (!("after" in happened)) return allTold(happened.changes ?? {});
  const { before, after, also = {} } = happened;
  const changed = allTold(after);
  const replaced = Object.fromEntries(Object.keys(changed).map((name) => [name, told(before[name])]));
  return { ...allTold(also), ...changed, before: replaced };
};

/** Appends to the audit trail in the transaction of the change itself: both or neither. */
export const recordAudit = (
  ctx: Ctx,
  db: Db,
  change: OwnChange & { tenantId: string | null },
): Promise<void> => {
  const { deps, actor, requestId } = ctx;
  const { tenantId, action, target, targetName } = change;
  const maker = actor.kind === "tenant" ? actor.madeBy : null;
  const madeBy = maker === null ? {} : { [MADE_BY]: actorName({ kind: "member", memberId: maker }) };
  const named = targetName === undefined ? {} : { [TARGET_NAME]: targetName };
  return insertAuditEntry(db, {
    ...{ tenantId, action, target, requestId },
    changes: { ...changesOf(change), ...named, ...madeBy },
    id: newId(deps, "audit"),
    actor: actorName(actor),
    createdAt: deps.now(),
  });
};

/** Records a member's change in their own tenant, in the transaction of the change. */
export const recordOwnAudit = (ctx: MemberCtx, db: Db, change: OwnChange): Promise<void> =>
  recordAudit(ctx, db, { ...change, tenantId: ctx.tenant.id });
