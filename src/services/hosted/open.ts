import { effectiveStatus, statesLeftBy, type Verification } from "#core/verification.ts";
import { findVerificationBySecret, moveVerification } from "#data/verifications.ts";
import type { Ctx, Deps } from "../context.ts";
import { isSessionSecret } from "../verifications/session-secret.ts";
import { type HostedView, hostedViewOf } from "./view.ts";

/** The verification whose hosted page has this secret; null for an unknown or malformed one. */
export const findBySecret = async (deps: Deps, secret: string): Promise<Verification | null> =>
  isSessionSecret(secret)
    ? findVerificationBySecret(deps.db.orm, new Uint8Array(deps.secrets.hash(secret)))
    : null;

/**
 * The end user opens the hosted page: a pending verification is in progress from now on.
 * @returns null when there is no such page
 */
export const openHostedPage = async ({ deps }: Ctx, secret: string): Promise<HostedView | null> => {
  const found = await findBySecret(deps, secret);
  if (!found) return null;
  const now = deps.now();
  if (effectiveStatus(found, now) !== "pending") return hostedViewOf(deps, found);
  const moved = await moveVerification(
    deps.db.orm,
    found.tenantId,
    found.id,
    statesLeftBy("open"),
    { status: "in_progress", openedAt: now },
    now,
  );
  // Somebody else moved it between the two statements: show what it is now.
  const current = moved ?? (await findBySecret(deps, secret));
  return current && hostedViewOf(deps, current);
};
