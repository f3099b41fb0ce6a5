import type { AuditAction } from "#core/audit.ts";
import { type ErrorCode, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import type { LostEntry, LostLines } from "#core/operator/restored.ts";
import { endEverySession } from "#data/members/console-sessions.ts";
import { knownEntries, tenantOfVerification } from "#data/operator/restored.ts";
import { inTransaction } from "#data/service/client.ts";
import { revokeToken } from "#data/verifications/tokens.ts";
import { recordAudit } from "#services/audit-log.ts";
import type { Ctx } from "#services/context.ts";
import { type ErasureCause, type NotedRestore, noteRestore, receiptOf } from "#services/erasure/receipts.ts";
import { redactVerification } from "#services/erasure/redact.ts";
import { revokeAdminKey } from "#services/keys/admin-keys.ts";
import { revokeKey } from "#services/keys/keys.ts";
import { exchangeKeys } from "#services/oidc/keys.ts";
import { deletePerson, expelMember, withdrawInvitation } from "#services/tenants/people.ts";

// After a restore from a backup: docs/operations.md. The operator alone calls it, at a command line.

/** What was done about a restored database before its processes start. */
export type BegunAgain = {
  /** Where the chain of receipts ended, and the number of its note. */
  receipts: NotedRestore;
  /** How many sessions at the console were running. */
  sessions: number;
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
  // First: from here on, every erasure gets a number that was never given.
  const receipts = await noteRestore(ctx, { lastNumber });
  await exchangeKeys(deps, { from: deps.now(), isStolen: true });
  const sessions = await inTransaction(deps.db, async (db) => {
    const ended = await endEverySession(db, deps.now());
    await recordAudit(ctx, db, {
      ...{ tenantId: null, action: "deployment.restore", target: "deployment" },
      changes: { sessionsEnded: ended, lastReceipt: receipts.after, noteOfRestore: receipts.number },
    });
    return ended;
  });
  return { receipts, sessions };
};

/**
 * Those that this database does not have. An entry of before the backup is no order: a member who was removed then may have been
 * invited again since.
 */
export const lostEntries = async ({ deps }: Ctx, entries: readonly LostEntry[]): Promise<LostEntry[]> => {
  const ids = entries.map(({ id }) => id);
  const known = await knownEntries(deps.db.orm, ids);
  return entries.filter(({ id }) => !known.has(id));
};

/**
 * `done`: it was done again; `nothing`: there is nothing of it in this database, or it was done already; `by_hand`: no command
 * does it; `left`: it could not be done now, for the reason that the code names.
 */
export type Redone = { is: "done" | "nothing" | "by_hand" } | { is: "left"; code: ErrorCode };

const ABSENT: readonly ErrorCode[] = [
  "INVITATION_NOT_FOUND",
  "MEMBER_NOT_FOUND",
  "NOT_FOUND",
  "TENANT_NOT_FOUND",
  "VERIFICATION_NOT_FOUND",
];

/** @param work false: there was nothing to do; null: no command does it */
const outcomeOf = async (work: () => Promise<boolean | null>): Promise<Redone> => {
  try {
    const isDone = await work();
    return { is: isDone === null ? "by_hand" : isDone ? "done" : "nothing" };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return ABSENT.includes(error.code) ? { is: "nothing" } : { is: "left", code: error.code };
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
      await withdrawInvitation(ctx, { tenantId, id: target });
      return true;
    default:
      return null;
  }
};

const eraseById = async (ctx: Ctx, verificationId: string): Promise<boolean> => {
  const tenantId = await tenantOfVerification(ctx.deps.db.orm, verificationId);
  return tenantId === null
    ? false
    : eraseAgain(ctx, { tenantId, verificationId, cause: "request", reason: null });
};

/** Does again what one entry of the time after the backup says was done. */
const redoEntry = (ctx: Ctx, entry: LostEntry): Promise<Redone> =>
  outcomeOf(async () => {
    const { tenantId, action, target } = entry;
    if (tenantId !== null) return redoInTenant(ctx, tenantId, entry);
    // A line that a tenant kept does not say whose it is.
    return action === "verification.redact" ? eraseById(ctx, target) : redoOwn(ctx, entry);
  });

/**
 * Does all of it again, oldest first. A second call finds nothing left, except of what could not be done.
 * @param onDone gets the outcome of each when it is done
 */
export const redoAll = async (
  ctx: Ctx,
  { entries, erasedIds }: Pick<LostLines, "entries" | "erasedIds">,
  onDone: (what: { action: AuditAction; target: string; tenantId: string | null }, redone: Redone) => void,
): Promise<void> => {
  const inOrder = entries.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const entry of inOrder) onDone(entry, await redoEntry(ctx, entry));
  for (const id of erasedIds)
    onDone(
      { action: "verification.redact", target: id, tenantId: null },
      await outcomeOf(() => eraseById(ctx, id)),
    );
};
