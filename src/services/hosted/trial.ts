import { startVerification } from "#services/check/start.ts";
import type { MemberCtx } from "#services/context.ts";
import { requirePermission } from "#services/permissions.ts";

/**
 * Starts a test verification, for a member who wants to see the tenant's hosted page as it looks now. It counts like every
 * other of test mode, which is free and has a limit, and its events go to the endpoints that take those of test mode.
 * @returns the address of the page, which no later answer has
 * @throws PERMISSION_DENIED, TENANT_CLOSED, QUOTA_EXCEEDED; INVALID_REQUEST_BODY: the policy has no rule for a start without
 *   a country, or none of its methods can be offered
 */
export const openTrialPage = async (ctx: MemberCtx): Promise<{ url: string }> => {
  requirePermission(ctx, "settings.write");
  const { deps, site, actor, requestId, tenant } = ctx;
  const { redirectUrl } = await startVerification(
    // Never a live one: that would count and cost.
    { deps, site, actor, requestId, tenant, mode: "test" },
    {},
  );
  return { url: redirectUrl };
};
