import type { AuditAction, ReplacingAction } from "#core/audit.ts";
import type { Db } from "#data/service/client.ts";
import { defined } from "#data/service/columns.ts";
import { insertAuditEntry } from "#data/tenants/audit.ts";
import { actorName } from "./actor.ts";
import type { Ctx, MemberCtx } from "./context.ts";
import { newId } from "./ids.ts";

// What is written into the audit trail; services/audit reads it.

/**
 * In the `changes` of what a key did: who made the key, as an actor, because it can outlive their membership.
 */
export const MADE_BY = "keyMadeBy";

/** In `changes`, too: what the target was called when it happened, where that can change. */
export const TARGET_NAME = "targetName";

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
