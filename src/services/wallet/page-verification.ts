import { ServiceError } from "#core/errors.ts";
import { effectiveStatus, isFinal, type Verification } from "#core/verification.ts";
import type { Ctx } from "../context.ts";
import { findBySecret } from "../hosted/page.ts";

/**
 * The open verification of a hosted page.
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED
 */
export const openVerificationOf = async ({ deps }: Ctx, secret: string): Promise<Verification> => {
  const verification = await findBySecret(deps, secret);
  if (!verification) throw new ServiceError("VERIFICATION_NOT_FOUND");
  const status = effectiveStatus(verification, deps.now());
  if (!isFinal(status)) return verification;
  throw new ServiceError(
    "VERIFICATION_ALREADY_COMPLETED",
    `The verification has already ended: it is ${status}.`,
  );
};
