import { idsOfDays } from "#core/day.ts";
import { memberNames } from "#data/members/members.ts";
import { insertAuditEntry, listAuditEntries, targetNames } from "#data/service/audit.ts";
import type { Db } from "#data/service/client.ts";
import { actorName, type Ctx, type MemberCtx, newId, requirePermission } from "#services/context.ts";

export type AuditLine = {
  id: string;
  at: Date;
  /** "member:mem_…", "tenant:key_…", "admin", "system". */
  actor: string;
  /** Where the actor is a member who is still known. */
  actorName: string | null;
  action: string;
  target: string;
  /** What the target is called, where it has a name. */
  targetName: string | null;
  changes: unknown;
  requestId: string;
};

export type AuditPage = { entries: AuditLine[]; nextCursor: string | null };

const memberIn = (actor: string): string | null => /^member:(.+)$/.exec(actor)?.[1] ?? null;

/** Who did what in the tenant, newest first. @throws PERMISSION_DENIED */
export const listAudit = async (
  ctx: MemberCtx,
  input: {
    limit: number;
    cursor?: string | undefined;
    actor?: string | undefined;
    action?: string | undefined;
    /** Days of UTC, both inside. */
    from?: string | undefined;
    to?: string | undefined;
  },
): Promise<AuditPage> => {
  requirePermission(ctx, "audit.read");
  const db = ctx.deps.db.orm;
  const { limit, cursor, from, to, actor, action } = input;
  const filter = { actor, action, ...idsOfDays("audit", { from, to }) };
  const found = await listAuditEntries(db, ctx.tenant.id, limit + 1, filter, cursor);
  const page = found.slice(0, limit);
  const [names, targets] = await Promise.all([
    memberNames(
      db,
      page.flatMap(({ actor }) => memberIn(actor) ?? []),
    ),
    targetNames(
      db,
      ctx.tenant.id,
      page.map(({ target }) => target),
    ),
  ]);
  return {
    entries: page.map(({ createdAt, tenantId: _ours, ...row }) => ({
      ...row,
      at: createdAt,
      targetName: targets.get(row.target) ?? null,
      actorName: names.get(memberIn(row.actor) ?? "") ?? null,
    })),
    nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
};

type Shown = string | number | boolean | null;

type Change = {
  tenantId: string | null;
  /** What was done, as noun.verb: `tenant.update`. */
  action: string;
  /** The id of what it was done to. */
  target: string;
  /** The new values that may be shown, and under `before` those that they replace; never a secret. */
  changes?: Record<string, Shown | Record<string, Shown>>;
};

/** Appends to the audit trail in the transaction of the change itself: both or neither. */
export const recordAudit = (ctx: Ctx, db: Db, change: Change): Promise<void> =>
  insertAuditEntry(db, {
    id: newId(ctx.deps, "audit"),
    tenantId: change.tenantId,
    actor: actorName(ctx.actor),
    action: change.action,
    target: change.target,
    changes: change.changes ?? {},
    requestId: ctx.requestId,
    createdAt: ctx.deps.now(),
  });
