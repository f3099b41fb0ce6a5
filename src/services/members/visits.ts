import { VISITOR } from "#core/access/permissions.ts";
import { hourOf } from "#core/day.ts";
import { notePage, runningVisit, runningVisitsOf } from "#data/operator/visits.ts";
import { inTransaction } from "#data/service/client.ts";
import { recordOwnAudit } from "#services/audit-log.ts";
import type { MemberCtx, PersonCtx } from "#services/context.ts";
import { isOperator } from "#services/operators.ts";

// What a tenant's consent opens to an operator. The questions and answers are in services/operator/visits.ts.

/**
 * Whether an operator may read this tenant now: OPERATORS names them, and a visit runs. Asked with every call, in every
 * process, so it ends at once when any of the two does.
 */
export const isVisiting = async (person: PersonCtx, tenantId: string): Promise<boolean> => {
  const { deps, member } = person;
  if ((await runningVisit(deps.db.orm, tenantId, member.id, deps.now())) === null) return false;
  return isOperator(person);
};

/** The tenants that a person can read as an operator now. */
export const visitsOf = async (person: PersonCtx) => {
  const { deps, member } = person;
  if (!(await isOperator(person))) return [];
  const rows = await runningVisitsOf(deps.db.orm, member.id, deps.now());
  const visitor: typeof VISITOR = VISITOR;
  return rows.map(({ id: visitId, tenantId, tenant: { name, isActive, listMetadataKey }, expiresAt }) => ({
    ...{ visitId, tenantId, tenantName: name, isActive, listMetadataKey, expiresAt },
    role: visitor,
  }));
};

/**
 * Notes in the tenant's audit trail which part of its console a visitor reads: once an hour for each part. Does nothing
 * for members.
 * @param path of the procedure: "verifications.list" is a look at the verifications, "reports.usage" at the usage
 */
export const noteLook = async (ctx: MemberCtx, path: string): Promise<void> => {
  const { deps, tenant, member, role } = ctx;
  if (role !== VISITOR) return;
  const now = deps.now();
  const router = path.slice(0, path.indexOf("."));
  // The reports are as many pages as there are of them.
  const page = router === "reports" ? path : router;
  const hour = hourOf(now);
  await inTransaction(deps.db, async (db) => {
    const visit = await runningVisit(db, tenant.id, member.id, now);
    if (!visit || !(await notePage(db, { visitId: visit.id, page, hour }))) return;
    await recordOwnAudit(ctx, db, { action: "operator_visit.look", target: visit.id, changes: { page } });
  });
};
