import { ServiceError } from "#core/errors.ts";
import { hasStatement, isSettled, monthName } from "#core/statement.ts";
import { type FrozenStatement, findStatement } from "#data/statements.ts";
import type { MemberCtx } from "../context.ts";
import { requirePermission } from "../require-permission.ts";
import { computeStatement, freezeStatement } from "./freeze-statement.ts";

export type Statement = FrozenStatement;

/**
 * One month's bill with its days, also as CSV. A month that is over is frozen, at the latest by this, and is the same
 * for ever; one that runs is billed by the plan and the prices of now.
 * @param month "2026-11"
 * @throws PERMISSION_DENIED
 * @throws NOT_FOUND: the month is still to come, or was over when the tenant was created
 */
export const usageStatement = async (ctx: MemberCtx, month: string): Promise<Statement> => {
  requirePermission(ctx, "usage.read");
  const { deps, tenant } = ctx;
  const now = deps.now();
  const start = new Date(`${month}-01T00:00:00Z`);
  if (!hasStatement(start, tenant.createdAt, now)) {
    const first = monthName(tenant.createdAt);
    throw new ServiceError(
      "NOT_FOUND",
      `There is no statement for ${month}. Statements begin with ${first} and end with ${monthName(now)}.`,
    );
  }
  if (isSettled(start, now)) return freezeStatement(deps, tenant, start);
  // Another process may have frozen it, by a clock that is ahead of this one.
  const frozen = await findStatement(deps.db.orm, tenant.id, start);
  return frozen ?? computeStatement(deps, tenant, start, false);
};
