import { ServiceError } from "#core/errors.ts";
import { effectiveStatus, isFinal } from "#core/verification.ts";
import type { Ctx } from "../context.ts";
import { failWith } from "../verifications/end.ts";
import { inEndingTransaction } from "../verifications/ending.ts";
import { findBySecret, findPage } from "./page.ts";
import { type HostedView, hostedViewOf } from "./view.ts";

/**
 * The end user does not want to do this: the verification is `failed` with CANCELLED_BY_USER. One that has ended
 * stays as it ended, so that a second click changes nothing; a check that still runs comes too late.
 * @throws VERIFICATION_NOT_FOUND
 */
export const cancelVerification = async (ctx: Ctx, secret: string): Promise<HostedView> => {
  const { deps } = ctx;
  const found = await findBySecret(deps, secret);
  if (found && !isFinal(effectiveStatus(found, deps.now()))) {
    const cancelled = { errorCode: "CANCELLED_BY_USER", reason: null };
    await inEndingTransaction(ctx, (db) => failWith(ctx, db, found, cancelled));
  }
  const page = found && (await findPage(deps, secret));
  if (!page) throw new ServiceError("VERIFICATION_NOT_FOUND");
  return hostedViewOf(deps, page, secret);
};
