import { ServiceError } from "#core/errors.ts";
import { isFinal } from "#core/verification.ts";
import type { Ctx } from "../context.ts";
import { failWith } from "../verifications/end.ts";
import { inEndingTransaction } from "../verifications/ending.ts";
import { requirePage, statusOf } from "./page.ts";
import { type HostedView, viewHostedPage } from "./view.ts";

/**
 * The end user does not want to do this: the verification is `failed` with CANCELLED_BY_USER. One that has ended
 * stays as it ended, so that a second click changes nothing; a check that still runs comes too late.
 * @throws VERIFICATION_NOT_FOUND
 */
export const cancelVerification = async (ctx: Ctx, secret: string): Promise<HostedView> => {
  const found = await requirePage(ctx, secret);
  if (!isFinal(statusOf(found))) {
    const cancelled = { errorCode: "CANCELLED_BY_USER", reason: null };
    await inEndingTransaction(ctx, (db) => failWith(ctx, db, found.page.verification, cancelled));
  }
  const view = await viewHostedPage(ctx, secret);
  if (!view) throw new ServiceError("VERIFICATION_NOT_FOUND");
  return view;
};
