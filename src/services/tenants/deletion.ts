import { addDays } from "#core/day.ts";
import { invalidParameter, required, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import type { TenantDeletion } from "#core/practice/of-tenant.ts";
import { memberIdsOf } from "#data/members/members.ts";
import { type Db, inTransaction } from "#data/service/client.ts";
import { notErased } from "#data/service/retention.ts";
import {
  countVerifications,
  deleteErased,
  deleteRows,
  deleteTenantRow,
  endOpenVerifications,
  findDeletion,
  holdDeletion,
  insertDeletion,
  isBeingDeleted,
  openDeletions,
  shutDoors,
} from "#data/tenants/tenant-deletions.ts";
import { lockTenant } from "#data/tenants/tenants.ts";
import { recordAudit } from "#services/audit-log.ts";
import { forgetCached } from "#services/cached.ts";
import type { Ctx } from "#services/context.ts";
import { writeReceipt } from "#services/erasure/receipts.ts";
import { redactVerification } from "#services/erasure/redact.ts";
import { forgetOutsiders } from "#services/members/members.ts";
import { isMetered } from "#services/usage/meters.ts";
import { freezeForDeletion } from "#services/usage/statements.ts";

// A tenant is deleted permanently: docs/exports.md. It is shut at once; the worker erases its verifications one by one, each with
// its receipt, and then deletes its rows, in transactions of which each can be the last before the worker is killed.

/** After 10 seconds no process knows its keys from before; a webhook's lease and the log's last batch are over as well. */
const SETTLED_MS = 30_000;
const TENANTS_AT_ONCE = 20;

/** What is deleted and what stays, as the receipt of the tenant calls it. */
const ERASED = "tenant";
const KEPT = ["statements", "receipts", "audit_entries_of_operators", "usage_reported"] as const;

/** @throws CONFLICT: the tenant is being deleted. Call it with the tenant's row held. */
export const refuseDeleted = async (db: Db, tenantId: string): Promise<void> => {
  if (await isBeingDeleted(db, tenantId))
    throw new ServiceError("CONFLICT", "This tenant is being deleted. Nothing about it can be changed.");
};

/**
 * Begins to delete a closed tenant. At once, its keys, sites, gates, hosts, members, invitations, directory, alerts, mails and
 * webhooks are gone and its open checks have ended; it cannot be opened again. A repeat says how far the worker is.
 * @param input.name the tenant's, typed to confirm it
 * @throws TENANT_NOT_FOUND: also once it is deleted; INVALID_PARAMETERS: a different name; CONFLICT: it is open
 */
export const deleteTenant = async (
  ctx: Ctx,
  { tenantId, name }: { tenantId: string; name: string },
): Promise<TenantDeletion> => {
  const { deps } = ctx;
  if (!isId("tenant", tenantId)) throw new ServiceError("TENANT_NOT_FOUND");
  const begun = await inTransaction(deps.db, async (db) => {
    const tenant = required(await lockTenant(db, tenantId), "TENANT_NOT_FOUND");
    if (name !== tenant.name)
      throw invalidParameter("name", "expected the tenant's name, exactly as it is shown");
    if (tenant.isActive)
      throw new ServiceError(
        "CONFLICT",
        "This tenant is open. Close it first: only a closed one is deleted.",
      );
    if (!(await isBeingDeleted(db, tenantId))) {
      const now = deps.now();
      await insertDeletion(db, tenantId, now);
      const people = await memberIdsOf(db, tenantId);
      await shutDoors(db, tenantId, now);
      await forgetOutsiders(ctx, db, people);
      await endOpenVerifications(db, tenantId, now);
      const changes = { name, verifications: await countVerifications(db, tenantId) };
      await recordAudit(ctx, db, { tenantId: null, action: "tenant.delete", target: tenantId, changes });
    }
    return findDeletion(db, tenantId);
  });
  forgetCached(deps, tenantId);
  return required(begun, "TENANT_NOT_FOUND");
};

type Deletion = { tenantId: string; askedAt: Date };
type Limits = { erased: number; rows: number };

/** @returns how many were erased, and how many could not be yet, because a webhook about them is under way */
const eraseSome = async (
  ctx: Ctx,
  { tenantId }: Deletion,
  limit: number,
  signal: AbortSignal | undefined,
) => {
  const { deps } = ctx;
  const now = deps.now();
  // A process that knew the tenant as open until a moment ago may have started one.
  await endOpenVerifications(deps.db.orm, tenantId, now);
  const found = { erased: 0, refused: 0 };
  const due = await notErased(deps.db.orm, { tenantId, before: addDays(now, 1), after: "" }, limit);
  const by = { tenantId, mode: null, cause: "request", reason: "the tenant is being deleted" } as const;
  for (const { id: verificationId } of due) {
    if (signal?.aborted) break;
    await redactVerification(ctx, { ...by, verificationId }).then(
      () => {
        found.erased += 1;
      },
      (error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        found.refused += 1;
      },
    );
  }
  return found;
};

/** Deletes the tenant's row, with a receipt for the tenant and the last entry about it. */
const finish = async (ctx: Ctx, tenantId: string): Promise<void> => {
  const { deps } = ctx;
  await inTransaction(deps.db, async (db) => {
    const held = await holdDeletion(db, tenantId);
    if (!held || (await countVerifications(db, tenantId)) > 0) return;
    const now = deps.now();
    const { name, verifications } = held;
    await deleteTenantRow(db, tenantId, now);
    await recordAudit(ctx, db, {
      ...{ tenantId: null, action: "tenant.finish_deletion", target: tenantId },
      changes: { name, verifications },
    });
    const erased = [{ category: ERASED }, { category: "verifications", rows: verifications }];
    await writeReceipt(ctx, db, { tenantId, verification: null, cause: "request", erased, kept: KEPT }, now);
  });
  forgetCached(deps, tenantId);
};

/** One piece of a tenant's deletion. @returns how much was done; 0: it has ended, or waits for something outside */
const deleteSome = async (
  ctx: Ctx,
  deletion: Deletion,
  limits: Limits,
  signal: AbortSignal | undefined,
): Promise<number> => {
  const { deps } = ctx;
  const { tenantId, askedAt } = deletion;
  const { erased, refused } = await eraseSome(ctx, deletion, limits.erased, signal);
  if (erased + refused > 0 || signal?.aborted) return erased;
  // While what it used can still be counted.
  await freezeForDeletion(deps, tenantId, askedAt);
  const verifications = await inTransaction(deps.db, (db) => deleteErased(db, tenantId, limits.rows));
  if (verifications > 0) return verifications;
  // Those of which a vendor has yet to erase its part, for up to three days.
  if ((await countVerifications(deps.db.orm, tenantId)) > 0) return 0;
  if (!(await isMetered(ctx, tenantId, askedAt))) return 0;
  const rows = await inTransaction(deps.db, (db) => deleteRows(db, tenantId, limits.rows));
  if (rows > 0) return rows;
  await finish(ctx, tenantId);
  return 0;
};

/**
 * Goes on with the deletions that have begun, a piece of each. Several workers can run it at once, and it can be killed at any
 * moment: what was done stays done, and the next run goes on.
 * @param limits verifications to erase and rows to delete in one piece
 * @param signal when the worker stops: no piece begins after it
 * @returns how much was done
 */
export const deleteTenants = async (ctx: Ctx, limits: Limits, signal?: AbortSignal): Promise<number> => {
  const { deps } = ctx;
  const askedBefore = new Date(deps.now().getTime() - SETTLED_MS);
  let done = 0;
  for (const deletion of await openDeletions(deps.db.orm, askedBefore, TENANTS_AT_ONCE)) {
    if (signal?.aborted) break;
    done += await deleteSome(ctx, deletion, limits, signal).catch((error: unknown) => {
      const { tenantId } = deletion;
      deps.log.warn("a tenant could not be deleted yet and will be tried again", { tenantId, error });
      return 0;
    });
  }
  return done;
};
