import { firstIdAt } from "#core/day.ts";
import { type ErrorCode, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { isJsonObject } from "#core/json.ts";
import type { LostEntry } from "#core/operator/restored.ts";
import { endEverySession } from "#data/members/console-sessions.ts";
import { knownEntries, newestEntryAt, newestRestore, tenantOfVerification } from "#data/operator/restored.ts";
import { inTransaction } from "#data/service/client.ts";
import { revokeToken } from "#data/verifications/tokens.ts";
import { recordAudit } from "#services/audit-log.ts";
import type { Ctx } from "#services/context.ts";
import { type ErasureCause, type NotedRestore, noteRestore, receiptOf } from "#services/erasure/receipts.ts";
import { redactVerification } from "#services/erasure/redact.ts";
import { revokeAdminKey } from "#services/keys/admin-keys.ts";
import { revokeKey } from "#services/keys/keys.ts";
import { exchangeKeys } from "#services/oidc/keys.ts";
import { deletePerson, expelMember, withdrawByOperator } from "#services/tenants/people.ts";

// After a restore from a backup: docs/operations.md. The operator alone calls it, at a command line.

/** What was done about a restored database before its processes start. */
export type BegunAgain = {
  /** Where the chain of receipts ended, and the number of its note. */
  receipts: NotedRestore;
  /** How many sessions at the console were running. */
  sessions: number;
};

/** In the changes of `deployment.restore`: when the newest entry of the backup was written. */
const NEWEST = "newestEntryAt";

const notedEnd = (changes: unknown): Date | null => {
  const at = isJsonObject(changes) ? changes[NEWEST] : undefined;
  return typeof at === "string" ? new Date(at) : null;
};

/** When the newest audit entry of the backup was written, also where this restore was begun before; null: there is none. */
const endOfBackup = async ({ deps }: Ctx): Promise<Date | null> => {
  const before = await newestRestore(deps.db.orm);
  return before?.isLast ? notedEnd(before.changes) : newestEntryAt(deps.db.orm);
};

/**
 * Does what needs no knowledge of the time after the backup. No receipt's number is signed a second time; keys of "Sign in with
 * age" that were deleted as stolen, and are back, are deleted; sessions that had ended, and are back, end.
 * @param input.lastNumber the highest number of a receipt that anyone was given; null: not known
 */
export const beginAgain = async (
  ctx: Ctx,
  { lastNumber }: { lastNumber: number | null },
): Promise<BegunAgain> => {
  const { deps } = ctx;
  const end = await endOfBackup(ctx);
  // First: from here on, every erasure gets a number that was never given.
  const receipts = await noteRestore(ctx, { lastNumber });
  await exchangeKeys(deps, { from: deps.now(), isStolen: true });
  const sessions = await inTransaction(deps.db, async (db) => {
    const ended = await endEverySession(db, deps.now());
    await recordAudit(ctx, db, {
      ...{ tenantId: null, action: "deployment.restore", target: "deployment" },
      changes: {
        ...{ sessionsEnded: ended, lastReceipt: receipts.after, noteOfRestore: receipts.number },
        ...(end === null ? {} : { [NEWEST]: end.toISOString() }),
      },
    });
    return ended;
  });
  return { receipts, sessions };
};

/** An entry can be older than the newest of the backup and still be lost: by a long transaction, or a clock that is behind. */
const LATE_MS = 10 * 60_000;

/** What was lost with this restore, and how many of the entries were not: those that the database has, and those from before the backup. */
export type Lost = { entries: LostEntry[]; known: number; earlier: number; since: Date | null };

/**
 * The entries from after the backup that this database does not have. One from before it is not an order: it was known and lost in an
 * earlier restore, and a member who was removed then may have been invited again since.
 * @param since takes those since then; null: since the end of the backup, as `beginAgain` noted it
 */
export const lostEntries = async (
  { deps }: Ctx,
  entries: readonly LostEntry[],
  since: Date | null,
): Promise<Lost> => {
  const db = deps.db.orm;
  const ids = entries.map(({ id }) => id);
  const known = await knownEntries(db, ids);
  const end = since === null ? notedEnd((await newestRestore(db))?.changes) : null;
  const from = end === null ? since : new Date(end.getTime() - LATE_MS);
  const unknown = entries.filter(({ id }) => !known.has(id));
  const lost = unknown.filter(({ id }) => from === null || id >= firstIdAt("audit", from));
  return {
    ...{ entries: lost, known: entries.length - unknown.length, earlier: unknown.length - lost.length },
    since: from,
  };
};

/**
 * `done`: it was done again; `nothing`: there is nothing of it in this database, or it was done already; `foreign`: the verification is
 * not that of the tenant that named it; `by_hand`: no command does it, or it was refused for the reason that the code names;
 * `left`: it could not be done now, for the reason that the code names, which passes by itself.
 */
export type Redone =
  | { is: "done" | "nothing" | "foreign" }
  | { is: "by_hand"; code: ErrorCode | null }
  | { is: "left"; code: ErrorCode };

const ABSENT: readonly ErrorCode[] = [
  "INVITATION_NOT_FOUND",
  "MEMBER_NOT_FOUND",
  "NOT_FOUND",
  "TENANT_NOT_FOUND",
  "VERIFICATION_NOT_FOUND",
];

const PASSING: readonly ErrorCode[] = ["DELIVERY_IN_PROGRESS", "VERIFICATION_NOT_FINAL"];

/** @param work false: there was nothing to do; null: no command does it */
const outcomeOf = async (work: () => Promise<boolean | null>): Promise<Redone> => {
  try {
    const isDone = await work();
    if (isDone === null) return { is: "by_hand", code: null };
    return { is: isDone ? "done" : "nothing" };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code } = error;
    if (ABSENT.includes(code)) return { is: "nothing" };
    return PASSING.includes(code) ? { is: "left", code } : { is: "by_hand", code };
  }
};

type Erased = { tenantId: string; verificationId: string; cause: ErasureCause; reason: string | null };

const eraseAgain = async (ctx: Ctx, erased: Erased): Promise<boolean> => {
  const { deps } = ctx;
  if (await receiptOf(deps, deps.db.orm, erased.tenantId, erased.verificationId)) return false;
  await redactVerification(ctx, { ...erased, mode: null });
  return true;
};

const revokeTokenAgain = (ctx: Ctx, tenantId: string, id: string): Promise<boolean> =>
  inTransaction(ctx.deps.db, async (db) => {
    if (!(await revokeToken(db, tenantId, id, ctx.deps.now()))) return false;
    await recordAudit(ctx, db, { tenantId, action: "token.revoke", target: id });
    return true;
  });

/** What the deployment itself had done. */
const redoOwn = async (ctx: Ctx, { action, target }: LostEntry): Promise<boolean | null> => {
  switch (action) {
    case "admin_key.revoke":
      await revokeAdminKey(ctx, { keyId: target });
      return true;
    case "member.delete":
      await deletePerson(ctx, target);
      return true;
    default:
      return null;
  }
};

/** What was done in a tenant. Taking away is done again; nothing is given back, and no secret is made. */
const redoInTenant = async (
  ctx: Ctx,
  tenantId: string,
  { action, target, changes }: LostEntry,
): Promise<boolean | null> => {
  const { cause, reason } = changes;
  switch (action) {
    case "verification.redact":
      return eraseAgain(ctx, {
        ...{ tenantId, verificationId: target },
        cause: cause === "retention" || cause === "person" ? cause : "request",
        reason: typeof reason === "string" ? reason : null,
      });
    case "api_key.revoke":
      return revokeKey(ctx, { tenantId, keyId: target });
    case "token.revoke":
      // The entry of an erased verification names no token any more.
      return isId("token", target) ? revokeTokenAgain(ctx, tenantId, target) : false;
    case "member.remove":
      await expelMember(ctx, { tenantId, memberId: target });
      return true;
    case "invitation.revoke":
      await withdrawByOperator(ctx, { tenantId, id: target });
      return true;
    default:
      return null;
  }
};

/** Erases what a tenant says was erased. */
const eraseOfTenant = async (ctx: Ctx, tenantId: string, verificationId: string): Promise<Redone> => {
  const owner = await tenantOfVerification(ctx.deps.db.orm, verificationId);
  if (owner !== null && owner !== tenantId) return { is: "foreign" };
  return outcomeOf(() => eraseAgain(ctx, { tenantId, verificationId, cause: "request", reason: null }));
};

/** Does again what one entry of the time after the backup says was done. */
const redoEntry = (ctx: Ctx, entry: LostEntry): Promise<Redone> =>
  outcomeOf(() => (entry.tenantId === null ? redoOwn(ctx, entry) : redoInTenant(ctx, entry.tenantId, entry)));

/** What is to be done again. `erased`: what a tenant, and not the operator's own trail, says was erased. */
export type ToRedo = {
  entries: readonly LostEntry[];
  erased: { tenantId: string; ids: readonly string[] } | null;
};

/**
 * Does all of it again, oldest first. A second call finds nothing left, except of what could not be done.
 * @param onDone gets the outcome of each when it is done
 */
export const redoAll = async (
  ctx: Ctx,
  { entries, erased }: ToRedo,
  onDone: (what: Pick<LostEntry, "action" | "target" | "tenantId">, redone: Redone) => void,
): Promise<void> => {
  const inOrder = entries.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const entry of inOrder) onDone(entry, await redoEntry(ctx, entry));
  if (erased === null) return;
  const { tenantId } = erased;
  for (const id of erased.ids)
    onDone({ action: "verification.redact", target: id, tenantId }, await eraseOfTenant(ctx, tenantId, id));
};
