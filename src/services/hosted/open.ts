import { effectiveStatus, statesLeftBy } from "#core/verification.ts";
import { moveVerification } from "#data/verifications.ts";
import type { Ctx } from "../context.ts";
import { findPage } from "./page.ts";
import { type HostedView, hostedViewOf } from "./view.ts";

/**
 * The end user opens the hosted page: a pending verification is in progress from now on.
 * @returns null when there is no such page
 */
export const openHostedPage = async ({ deps }: Ctx, secret: string): Promise<HostedView | null> => {
  const page = await findPage(deps, secret);
  if (!page) return null;
  const { verification } = page;
  const now = deps.now();
  if (effectiveStatus(verification, now) !== "pending") return hostedViewOf(deps, page, secret);
  const moved = await moveVerification(
    deps.db.orm,
    verification.tenantId,
    verification.id,
    statesLeftBy("open"),
    { status: "in_progress", openedAt: now },
    now,
  );
  // Somebody else moved it between the two statements: show what it is now.
  const current = moved ? { ...page, verification: moved } : await findPage(deps, secret);
  return current && hostedViewOf(deps, current, secret);
};
