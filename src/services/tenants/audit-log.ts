import type { AuditAction } from "#core/audit.ts";
import { type DayRange, idsOfDays } from "#core/day.ts";
import { memberNames } from "#data/members/members.ts";
import { insertAuditEntry, listAuditEntries, targetNames } from "#data/service/audit.ts";
import type { Db } from "#data/service/client.ts";
import {
  actorName,
  type Ctx,
  fromReplica,
  type MemberCtx,
  newId,
  type PageInput,
  pageOf,
  requirePermission,
} from "#services/context.ts";

type AuditLine = {
  id: string;
  at: Date;
  /** "member:mem_…", "tenant:key_…", "admin", "system". */
  actor: string;
  /** If the actor is a known member. */
  actorName: string | null;
  action: string;
  target: string;
  /** The target's name, if it has one. */
  targetName: string | null;
  changes: unknown;
  requestId: string;
};

const memberIn = (actor: string): string | null => /^member:(.+)$/.exec(actor)?.[1] ?? null;

/** Who did what in the tenant, newest first. @throws PERMISSION_DENIED */
export const listAudit = async (ctx: MemberCtx, input: AuditInput): Promise<AuditPage> => {
  requirePermission(ctx, "audit.read");
  return fromReplica(ctx, (reading) => pageOfEntries(reading, input));
};

type AuditInput = PageInput & DayRange & { actor?: string | undefined; action?: string | undefined };

type AuditPage = { entries: AuditLine[]; nextCursor: string | null };

const pageOfEntries = async (ctx: MemberCtx, input: AuditInput): Promise<AuditPage> => {
  const db = ctx.deps.db.orm;
  const { limit, cursor, from, to, actor, action } = input;
  const filter = { actor, action, ...idsOfDays("audit", { from, to }) };
  const { page, nextCursor } = await pageOf(limit, (rows) =>
    listAuditEntries(db, ctx.tenant.id, rows, filter, cursor),
  );
  const members = page.flatMap((row) => memberIn(row.actor) ?? []);
  const targetIds = page.map(({ target }) => target);
  const [names, targets] = await Promise.all([
    memberNames(db, members),
    targetNames(db, ctx.tenant.id, targetIds),
  ]);
  return {
    entries: page.map(({ createdAt, tenantId: _ours, ...row }) => ({
      ...row,
      at: createdAt,
      targetName: targets.get(row.target) ?? null,
      actorName: names.get(memberIn(row.actor) ?? "") ?? null,
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
export const recordAudit = (ctx: Ctx, db: Db, change: Change): Promise<void> =>
  insertAuditEntry(db, {
    changes: {},
    ...change,
    id: newId(ctx.deps, "audit"),
    actor: actorName(ctx.actor),
    requestId: ctx.requestId,
    createdAt: ctx.deps.now(),
  });

/** The same for a member's change in their tenant. */
export const recordOwnAudit = (ctx: MemberCtx, db: Db, change: Omit<Change, "tenantId">): Promise<void> =>
  recordAudit(ctx, db, { ...change, tenantId: ctx.tenant.id });
