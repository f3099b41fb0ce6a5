import { insertAuditEntry } from "#data/audit.ts";
import type { Db } from "#data/client.ts";
import { actorName, type Ctx } from "../context.ts";
import { newId } from "../new-id.ts";

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
