import type { AuditAction } from "#core/audit.ts";
import { type DayRange, idsOfDays } from "#core/day.ts";
import { required } from "#core/errors.ts";
import { isJsonObject } from "#core/json.ts";
import type { Db } from "#data/service/client.ts";
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
  /** The target's name, if it has one. */
  targetName: string | null;
  changes: unknown;
  requestId: string;
};

/**
 * In the `changes` of what a key did: who made the key, as an actor, because it can outlive their membership.
 */
const MADE_BY = "keyMadeBy";

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

const pageOfEntries = async (ctx: MemberCtx, input: AuditInput & { id?: string }): Promise<AuditPage> => {
  const db = ctx.deps.db.orm;
  const { limit, cursor, from, to, zone, id, actor, action, target } = input;
  const filter = { id, actor, action, target, ...idsOfDays("audit", { from, to, zone }) };
  const { page, nextCursor } = await pageOf(limit, (rows) =>
    listAuditEntries(db, ctx.tenant.id, rows, filter, cursor),
  );
  const lines = page.map(({ createdAt, tenantId: _ours, changes, ...row }) => {
    const { [MADE_BY]: madeBy, ...others } = isJsonObject(changes) ? changes : {};
    const makerId = typeof madeBy === "string" ? idOfActor(madeBy) : null;
    const actorId = idOfActor(row.actor);
    return { row: { ...row, at: createdAt, changes: others }, actorId, makerId };
  });
  const ids = lines.flatMap(({ row, actorId, makerId }) => [row.target, actorId ?? [], makerId ?? []].flat());
  const names = await namesOf(db, ctx.tenant.id, ids);
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id) ?? null));
  return {
    entries: lines.map(({ row, actorId, makerId }) => ({
      ...row,
      targetName: nameOf(row.target),
      // The tenant does not learn which of the operator's people it was.
      actorName: row.actor.startsWith("operator:") ? null : nameOf(actorId),
      keyMaker: makerId === null ? null : { id: makerId, name: nameOf(makerId) },
    })),
    nextCursor,
  };
};

type Shown = string | number | boolean | null;

type Change = {
  tenantId: string | null;
  action: AuditAction;
  /** The id of the changed object. */
  target: string;
  /** The new values and, under `before`, the old ones; never a secret. */
  changes?: Record<string, Shown | Record<string, Shown>>;
};

/** Appends to the audit trail in the transaction of the change itself: both or neither. */
export const recordAudit = (ctx: Ctx, db: Db, change: Change): Promise<void> => {
  const { deps, actor, requestId } = ctx;
  const maker = actor.kind === "tenant" ? actor.madeBy : null;
  const madeBy = maker === null ? {} : { [MADE_BY]: actorName({ kind: "member", memberId: maker }) };
  return insertAuditEntry(db, {
    ...change,
    changes: { ...change.changes, ...madeBy },
    id: newId(deps, "audit"),
    actor: actorName(actor),
    requestId,
    createdAt: deps.now(),
  });
};

/** Records a member's change in their own tenant, in the transaction of the change. */
export const recordOwnAudit = (ctx: MemberCtx, db: Db, change: Omit<Change, "tenantId">): Promise<void> =>
  recordAudit(ctx, db, { ...change, tenantId: ctx.tenant.id });
