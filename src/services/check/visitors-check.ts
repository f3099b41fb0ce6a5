import { limitsOf } from "#core/billing/plan.ts";
import { ceilingOf, monthIsFull } from "#core/billing/quota.ts";
import { required } from "#core/errors.ts";
import { findTenant } from "#data/tenants/tenants.ts";
import { countStep } from "#data/verifications/start-verification.ts";
import type { Method } from "#methods/method.ts";
import type { Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { type CheckCtx, requireOffered } from "./page.ts";
import { newSessionSecret } from "./page-secret.ts";

// What a person does on the page, as opposed to what led a browser there. A tenant's backend knows whom it starts a check for;
// at a gate, or with "Sign in with age", anyone can have one started, so it counts when a method is first used.

/**
 * A check that a visitor begins, and not the tenant's backend: nothing is counted before the first step on its page (`takeMethod`).
 */
export type VisitorsCheck = {
  /** An address of this service that the browser returns to, instead of one of the tenant's. */
  returnTo: string;
  id: string;
  /** The page's. */
  secret: string;
};

/** The id and the secret of a check that is yet to be started. */
export const newVisitorsCheck = (deps: Pick<Deps, "random" | "now">): Omit<VisitorsCheck, "returnTo"> => ({
  id: newId(deps, "verification", deps.now()),
  secret: newSessionSecret(deps),
});

/**
 * The method that a person takes on the page, which makes the check of a visitor a start that is counted.
 * @throws METHOD_UNAVAILABLE: as requireOffered; QUOTA_EXCEEDED, HARD_LIMIT_EXCEEDED: a visitor's check, and its month is
 *   full
 */
export const takeMethod = async (ctx: CheckCtx, id: string): Promise<Method> => {
  const method = await requireOffered(ctx, id);
  const { verification } = ctx.page;
  if (!verification.uncounted) return method;
  const { orm } = ctx.deps.db;
  const { plan, overrides } = required(
    await findTenant(orm, verification.tenantId),
    "VERIFICATION_NOT_FOUND",
  );
  const limits = limitsOf(plan, overrides);
  const { mode, createdAt } = verification;
  if (!(await countStep(orm, verification, ceilingOf(limits, mode))))
    throw monthIsFull(limits, mode, createdAt);
  return method;
};
