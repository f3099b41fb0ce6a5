import { ServiceError } from "#core/errors.ts";
import { effectiveStatus } from "#core/verification.ts";
import { findVerificationState } from "#data/verifications.ts";
import type { TenantCtx } from "../context.ts";

export const verificationNotFound = (): ServiceError => new ServiceError("VERIFICATION_NOT_FOUND");

/** Says why a verification could not be ended: it is not there, or it has ended already. */
export const explainRefusedEnd = async (ctx: TenantCtx, id: string): Promise<ServiceError> => {
  const found = await findVerificationState(ctx.deps.db, ctx.tenant.id, id);
  if (!found) return verificationNotFound();
  const status = effectiveStatus(found, ctx.deps.now());
  return new ServiceError(
    "VERIFICATION_ALREADY_COMPLETED",
    `The verification has already ended: it is ${status}. Nothing was changed.`,
  );
};
