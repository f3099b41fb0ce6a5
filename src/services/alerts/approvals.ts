import { type Approvals, approvalLevel } from "#core/alerts/approval.ts";
import { addDays, dayOf, firstIdAt } from "#core/day.ts";
import { approvalsOf } from "#data/alerts/conditions.ts";
import type { Ctx } from "#services/context.ts";

const RECENT = 300;
const RECENT_DAYS = 1;
const USUAL_DAYS = 28;

type ApprovalNow = { level: ReturnType<typeof approvalLevel>; recent: Approvals; usual: Approvals };

/** How a tenant's last live verifications were decided, compared with what is usual there. */
export const approvalNow = async ({ deps }: Ctx, tenantId: string): Promise<ApprovalNow> => {
  const now = deps.now();
  const before = dayOf(now);
  const found = await approvalsOf(deps.db.orm, {
    tenantId,
    firstId: firstIdAt("verification", addDays(now, -RECENT_DAYS)),
    limit: RECENT,
    from: addDays(before, -USUAL_DAYS),
    before,
  });
  return { ...found, level: approvalLevel(found.recent, found.usual) };
};
