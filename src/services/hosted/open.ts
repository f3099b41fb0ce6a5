import { effectiveStatus, statesLeftBy, type Verification } from "#core/verification.ts";
import { isDatabaseError } from "#data/errors.ts";
import { findVerification, moveVerification } from "#data/verifications.ts";
import type { Ctx, Deps } from "../context.ts";
import { findPage } from "./page.ts";
import { type HostedView, hostedViewOf } from "./view.ts";

/** Somebody is there: a pending verification is in progress from now on. Any other stays as it is. */
export const markOpened = async (deps: Deps, found: Verification): Promise<Verification> => {
  const now = deps.now();
  if (effectiveStatus(found, now) !== "pending") return found;
  const moved = await moveVerification(
    deps.db.orm,
    found.tenantId,
    found.id,
    statesLeftBy("open"),
    { status: "in_progress", openedAt: now },
    now,
  );
  // Somebody else moved it between the two statements: what it is now.
  return moved ?? (await findVerification(deps.db.orm, found.tenantId, found.id)) ?? found;
};

/**
 * What the hosted page shows. Reading it moves nothing: previews of links fetch pages that nobody opens.
 * @returns null when there is no such page
 */
export const viewHostedPage = async ({ deps }: Ctx, secret: string): Promise<HostedView | null> => {
  const page = await findPage(deps, secret);
  return page && hostedViewOf(deps, page, secret);
};

/**
 * The same, or that the database is away. That is an answer and not a throw: a page that throws is empty for whoever
 * runs no scripts.
 */
export const viewOrAway = async (
  ctx: Ctx,
  secret: string,
): Promise<{ view: HostedView | null } | { failure: unknown }> => {
  try {
    return { view: await viewHostedPage(ctx, secret) };
  } catch (failure) {
    if (isDatabaseError(failure)) return { failure };
    throw failure;
  }
};

/**
 * The same, asked by the page's own script: the end user has opened it.
 * @returns null when there is no such page
 */
export const openHostedPage = async ({ deps }: Ctx, secret: string): Promise<HostedView | null> => {
  const page = await findPage(deps, secret);
  if (!page) return null;
  const verification = await markOpened(deps, page.verification);
  return hostedViewOf(deps, { ...page, verification }, secret);
};
