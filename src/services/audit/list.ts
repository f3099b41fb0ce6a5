import { idsOfDays } from "#core/day.ts";
import { listAuditEntries } from "#data/audit.ts";
import { targetNames } from "#data/audit-targets.ts";
import { memberNames } from "#data/members.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";

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
