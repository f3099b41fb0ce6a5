import { dueAfter, type ErasureRequestStatus } from "#core/erasure-request.ts";
import { required, ServiceError } from "#core/errors.ts";
import { isFinal, type MetadataPairs, type Mode, metadataPairs } from "#core/verification.ts";
import { inTransaction } from "#data/service/client.ts";
import { lastActors, namesOf } from "#data/tenants/audit.ts";
import { findSettings, findTenant } from "#data/tenants/tenants.ts";
import {
  countOpenRequests,
  endRequest,
  findRequestAbout,
  holdOpenRequest,
  insertRequest,
  listRequests as listRows,
  requestsAtOnce,
} from "#data/verifications/erasure-requests.ts";
import { metadataOf } from "#data/verifications/verifications.ts";
import { idOfActor } from "#services/actor.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import { actingPage, statusOf } from "#services/check/page.ts";
import type { Ctx, MemberCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { everyRow, type PageInput, pageOf } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";
import { hashOf } from "#services/sealing.ts";
import { doneRequest } from "./kept-data.ts";
import { redactVerification } from "./redact.ts";
import { mailErasureRequest } from "./request-mail.ts";

// A person asks for erasure on the page of their check: docs/erasure.md. The tenant is the controller and answers, or
// has set that requests need no answer.

type Asked = { tenantId: string; verificationId: string };

const erase = (ctx: Ctx, { tenantId, verificationId }: Asked, reason: string | null): Promise<unknown> =>
  redactVerification(ctx, { tenantId, verificationId, mode: null, cause: "person", reason });

/** Whether an erasure can be tried again in a moment. */
const isBusy = (error: unknown): boolean =>
  error instanceof ServiceError && error.code === "DELIVERY_IN_PROGRESS";

/**
 * The end user asks to be erased: this happens at once where the tenant has set that, or by the worker if a
 * delivery is under way; else the request waits for a member. No member of a closed tenant can answer, so it
 * happens at once there too. Asking again changes nothing.
 * @throws VERIFICATION_NOT_FOUND; VERIFICATION_NOT_FINAL: the check is still open
 */
export const askForErasure = async (ctx: Ctx, secret: string): Promise<Asked> => {
  const found = await actingPage(ctx, secret);
  if (!found) {
    // A second press, after the first one erased the page.
    const done = await doneRequest(ctx, secret);
    if (done) return { tenantId: done.tenantId, verificationId: done.verificationId };
    throw new ServiceError("VERIFICATION_NOT_FOUND");
  }
  const { deps } = ctx;
  const { id, tenantId, mode, appealOf } = found.page.verification;
  if (!isFinal(statusOf(found))) throw new ServiceError("VERIFICATION_NOT_FINAL");
  // An appeal is erased with what it appeals.
  const asked = { tenantId, verificationId: appealOf ?? id };
  const db = deps.db.orm;
  const { erasesAtOnce } = required(await findSettings(db, tenantId), "TENANT_NOT_FOUND");
  const atOnce = erasesAtOnce || !(await findTenant(db, tenantId))?.isActive;
  const createdAt = deps.now();
  const row = {
    ...asked,
    id: newId(deps, "erasureRequest", createdAt),
    mode,
    secretHash: hashOf(deps, secret),
    atOnce,
    createdAt,
    dueAt: dueAfter(createdAt),
  };
  await inTransaction(deps.db, async (tx) => {
    const isNew = await insertRequest(tx, row);
    // What happens by itself needs no answer; a test is the tenant's own.
    if (isNew && !atOnce && mode === "live") await mailErasureRequest(ctx, tx, row);
  });
  const kept = await findRequestAbout(db, tenantId, asked.verificationId);
  if (kept?.status === "open" && atOnce)
    await erase(ctx, asked, null).catch((error: unknown) => {
      if (!isBusy(error)) throw error;
    });
  return asked;
};

/**
 * Carries out the requests that need no member and were not carried out when they were made, page by page:
 * those that cannot be erased yet do not hold up the others.
 * @param limit how many per page
 * @param signal when the worker stops: none begins after it
 * @returns how many were erased
 */
export const eraseAtOnce = async (ctx: Ctx, limit: number, signal?: AbortSignal): Promise<number> => {
  let done = 0;
  const waiting = (after: string) => requestsAtOnce(ctx.deps.db.orm, limit, after);
  for await (const { tenantId, verificationId } of everyRow(limit, waiting)) {
    if (signal?.aborted) break;
    try {
      await erase(ctx, { tenantId, verificationId }, null);
      done += 1;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
    }
  }
  return done;
};

type ListedRequest = {
  id: string;
  verificationId: string;
  mode: Mode;
  status: ErasureRequestStatus;
  createdAt: Date;
  /** When the tenant must have answered. */
  dueAt: Date;
  isOverdue: boolean;
  endedAt: Date | null;
  /** What the member who declined wrote to the person. */
  reply: string | null;
  /**
   * What the tenant's backend gave with the verification, such as an order number; null: nothing, or it was
   * erased.
   */
  metadata: MetadataPairs | null;
  /** The member, key or operator that answered; null while it is open. The actor is as in the audit trail. */
  answeredBy: { actor: string; name: string | null } | null;
};

type ListInput = PageInput & { status?: ErasureRequestStatus | undefined };

/** What people asked for, newest first. @throws PERMISSION_DENIED */
export const listRequests = async (
  ctx: MemberCtx,
  { limit, cursor, status }: ListInput,
): Promise<{ requests: ListedRequest[]; nextCursor: string | null }> => {
  requirePermission(ctx, "verifications.read");
  const { deps, tenant } = ctx;
  const { page, nextCursor } = await pageOf(limit, (rows) =>
    listRows(deps.db.orm, tenant.id, rows, { after: cursor, status }),
  );
  const now = deps.now();
  const { orm } = deps.db;
  const ids = page.map(({ verificationId }) => verificationId);
  const [metadata, actors] = await Promise.all([
    metadataOf(orm, tenant.id, ids),
    lastActors(orm, tenant.id, ["erasure_request.decline", "verification.redact"], ids),
  ]);
  const names = await namesOf(
    orm,
    tenant.id,
    [...actors.values()].flatMap((actor) => idOfActor(actor) ?? []),
  );
  const answeredBy = (verificationId: string): ListedRequest["answeredBy"] => {
    const actor = actors.get(verificationId);
    return actor === undefined ? null : { actor, name: names.get(idOfActor(actor) ?? "") ?? null };
  };
  const requests = page.map(({ id, mode, verificationId, status, createdAt, dueAt, endedAt, reply }) => ({
    ...{ id, mode, verificationId, status, createdAt, dueAt, endedAt, reply },
    isOverdue: status === "open" && dueAt <= now,
    metadata: metadataPairs(metadata.get(verificationId) ?? null),
    answeredBy: status === "open" ? null : answeredBy(verificationId),
  }));
  return { requests, nextCursor };
};

/** Requests that wait for a member, and when the first of them is due. @throws PERMISSION_DENIED */
export const openRequests = (ctx: MemberCtx): Promise<{ count: number; earliestDueAt: Date | null }> => {
  requirePermission(ctx, "verifications.read");
  return countOpenRequests(ctx.deps.db.orm, ctx.tenant.id);
};

const noSuchRequest = (): ServiceError =>
  new ServiceError("NOT_FOUND", "There is no such request, or it was answered already.");

/**
 * Erases what a person asked to be erased.
 * @throws PERMISSION_DENIED, TENANT_CLOSED; NOT_FOUND; DELIVERY_IN_PROGRESS with `retryAfterSeconds`
 */
export const carryOutRequest = async (ctx: MemberCtx, requestId: string): Promise<void> => {
  requirePermission(ctx, "verifications.erase");
  const { deps, tenant } = ctx;
  const found = await inTransaction(deps.db, (db) => holdOpenRequest(db, tenant.id, requestId));
  if (!found) throw noSuchRequest();
  await erase(ctx, { tenantId: tenant.id, ...found }, "asked for by the person");
};

/**
 * Declines a request. The person reads the reply on their page.
 * @throws PERMISSION_DENIED, TENANT_CLOSED; NOT_FOUND
 */
export const declineRequest = async (
  ctx: MemberCtx,
  { requestId, reply }: { requestId: string; reply: string },
): Promise<void> => {
  requirePermission(ctx, "verifications.erase");
  const { deps, tenant } = ctx;
  await inTransaction(deps.db, async (db) => {
    const found = await holdOpenRequest(db, tenant.id, requestId);
    if (!found) throw noSuchRequest();
    await endRequest(db, found.verificationId, { status: "declined", reply }, deps.now());
    await recordOwnAudit(ctx, db, {
      action: "erasure_request.decline",
      target: found.verificationId,
      changes: { request: requestId },
    });
  });
};
