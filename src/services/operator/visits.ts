import { addDays, HOUR_MS } from "#core/day.ts";
import { ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import { ANSWER_DAYS, stateOfVisit, type VisitState } from "#core/operator/visit.ts";
import { inTenantTransaction } from "#data/members/members.ts";
import {
  allVisits,
  endVisit as endRow,
  grantVisit as grantRow,
  hasOpenVisit,
  insertVisit,
  longestVisit,
  type VisitRow,
  visitsOfTenant,
} from "#data/operator/visits.ts";
import { inTransaction } from "#data/service/client.ts";
import { actorName } from "#services/actor.ts";
import { recordAudit, recordOwnAudit } from "#services/audit-log.ts";
import type { MemberCtx, OperatorCtx } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { type PageInput, pageOf } from "#services/paging.ts";
import { requirePermission } from "#services/permissions.ts";
import { requireTenant } from "#services/tenants/tenants.ts";
import { mailQuestion } from "./visit-mail.ts";

// An operator's look into a tenant's console: read-only, for some hours, and only with the consent of the tenant, which
// can end it at any time. What it allows is in core/access/permissions.ts, and who enters by it in members/identify.ts.

/** A visit as the tenant sees it. */
export type Visit = Pick<
  VisitRow,
  "id" | "reason" | "askedAt" | "hours" | "grantedAt" | "expiresAt" | "endedAt"
> & {
  state: VisitState;
  /** The member who let the operator in; null: no one has. */
  grantedBy: string | null;
};

const shown = (row: VisitRow, now: Date): Visit => {
  const { id, reason, askedAt, hours, grantedBy, grantedAt, expiresAt, endedAt } = row;
  return {
    id,
    reason,
    askedAt,
    hours,
    grantedBy,
    grantedAt,
    expiresAt,
    endedAt,
    state: stateOfVisit(row, now),
  };
};

const notFound = (): ServiceError => new ServiceError("NOT_FOUND", "There is no such visit, or it is over.");

const requireVisitId = (id: string): void => {
  if (!isId("visit", id)) throw notFound();
};

/** A visit as operators see it. */
type OperatorsVisit = Visit & {
  tenantId: string;
  tenantName: string;
  operator: { id: string; name: string; isYou: boolean };
};

/** Every operator's visits and questions, newest first. */
export const listVisits = async (
  { deps, member }: OperatorCtx,
  { limit, cursor }: PageInput,
): Promise<{ visits: OperatorsVisit[]; nextCursor: string | null }> => {
  const { page, nextCursor } = await pageOf(limit, (rows) => allVisits(deps.db.orm, rows, cursor));
  const visits = page.map((row) => ({
    ...shown(row, deps.now()),
    tenantId: row.tenantId,
    tenantName: row.tenant.name,
    operator: { id: row.memberId, name: row.member.name, isYou: row.memberId === member.id },
  }));
  return { visits, nextCursor };
};

/**
 * Asks a tenant to let this operator read its console.
 * @throws TENANT_NOT_FOUND; CONFLICT: they have asked already, or are visiting
 */
export const askToVisit = async (
  ctx: OperatorCtx,
  { tenantId, reason, hours }: { tenantId: string; reason: string; hours: number },
): Promise<Visit> => {
  const { deps, member } = ctx;
  const tenant = await requireTenant(ctx, tenantId);
  const now = deps.now();
  const visit: VisitRow = {
    ...{ id: newId(deps, "visit"), tenantId, memberId: member.id, reason, hours, askedAt: now },
    ...{ grantedBy: null, grantedAt: null, endedAt: null, endedBy: null },
    expiresAt: addDays(now, ANSWER_DAYS),
  };
  await inTenantTransaction(deps.db, tenantId, async (db) => {
    if (await hasOpenVisit(db, tenantId, member.id, now))
      throw new ServiceError("CONFLICT", "You have asked this tenant already, or are visiting it.");
    await insertVisit(db, visit);
    const changes = { reason, hours };
    await recordAudit(ctx, db, { tenantId, action: "operator_visit.ask", target: visit.id, changes });
    await mailQuestion(ctx, db, { id: visit.id, tenant, reason, hours });
  });
  return shown(visit, now);
};

/** Ends the operator's own visit, or withdraws their question. @throws NOT_FOUND: another's, or it is over */
export const endOwnVisit = async (ctx: OperatorCtx, { visitId }: { visitId: string }): Promise<void> => {
  requireVisitId(visitId);
  const { deps, actor, member } = ctx;
  await inTransaction(deps.db, async (db) => {
    const which = { id: visitId, memberId: member.id };
    const row = await endRow(db, which, { endedBy: actorName(actor) }, deps.now());
    if (!row) throw notFound();
    await recordAudit(ctx, db, { tenantId: row.tenantId, action: "operator_visit.end", target: visitId });
  });
};

/** What the operator asked and was allowed in this tenant, newest first. @throws PERMISSION_DENIED */
export const visitsHere = async (
  ctx: MemberCtx,
  { limit, cursor }: PageInput,
): Promise<{ visits: Visit[]; nextCursor: string | null }> => {
  requirePermission(ctx, "operators.admit");
  const { deps, tenant } = ctx;
  const { page, nextCursor } = await pageOf(limit, (rows) =>
    visitsOfTenant(deps.db.orm, tenant.id, rows, cursor),
  );
  return { visits: page.map((row) => shown(row, deps.now())), nextCursor };
};

/** Until when an operator may read this console; null: no visit runs. Every member may know. */
export const visitNow = async (ctx: MemberCtx): Promise<{ until: Date | null }> => {
  requirePermission(ctx, "overview.read");
  const { deps, tenant } = ctx;
  return { until: (await longestVisit(deps.db.orm, tenant.id, deps.now()))?.expiresAt ?? null };
};

/**
 * Lets the operator read the tenant's console, from now on.
 * @throws PERMISSION_DENIED, NOT_FOUND: it was not asked for, or is answered already
 */
export const grantVisit = async (
  ctx: MemberCtx,
  { visitId, hours }: { visitId: string; hours: number },
): Promise<Visit> => {
  requirePermission(ctx, "operators.admit");
  requireVisitId(visitId);
  const { deps, tenant, member } = ctx;
  const now = deps.now();
  const expiresAt = new Date(now.getTime() + hours * HOUR_MS);
  return inTransaction(deps.db, async (db) => {
    const answer = { tenantId: tenant.id, id: visitId, grantedBy: member.id, expiresAt };
    const row = await grantRow(db, answer, now);
    if (!row) throw notFound();
    await recordOwnAudit(ctx, db, { action: "operator_visit.grant", target: visitId, changes: { hours } });
    return shown(row, now);
  });
};

const endHere = async (ctx: MemberCtx, visitId: string, isGranted: boolean): Promise<void> => {
  requirePermission(ctx, "operators.admit");
  requireVisitId(visitId);
  const { deps, tenant, actor } = ctx;
  await inTransaction(deps.db, async (db) => {
    const which = { id: visitId, tenantId: tenant.id };
    if (!(await endRow(db, which, { isGranted, endedBy: actorName(actor) }, deps.now()))) throw notFound();
    const action = isGranted ? "operator_visit.end" : "operator_visit.decline";
    await recordOwnAudit(ctx, db, { action, target: visitId });
  });
};

/** @throws PERMISSION_DENIED, NOT_FOUND: it was not asked for, or is answered already */
export const declineVisit = (ctx: MemberCtx, { visitId }: { visitId: string }): Promise<void> =>
  endHere(ctx, visitId, false);

/** Ends a visit: the operator's next call is refused. @throws PERMISSION_DENIED, NOT_FOUND: none runs */
export const endVisitHere = (ctx: MemberCtx, { visitId }: { visitId: string }): Promise<void> =>
  endHere(ctx, visitId, true);
