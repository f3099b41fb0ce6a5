import { effectiveStatus, isFinal } from "#core/verification.ts";
import { claimHandoff, findHandoffByCode } from "#data/handoffs.ts";
import { findVerification } from "#data/verifications.ts";
import type { Ctx } from "../../context.ts";
import { newSessionSecret } from "../../verifications/session-secret.ts";
import { hashOf, isHandoffCode } from "./code.ts";
import { limitCodes } from "./limit-codes.ts";

/**
 * A phone takes the check over: it gets a page of its own, which the first device can end.
 * @param address the network address that asks
 * @returns the secret of the phone's page; null when the code is unknown, over, or another phone was first
 * @throws RATE_LIMIT_EXCEEDED
 */
export const acceptHandoff = async (
  { deps }: Ctx,
  code: string,
  address: string,
): Promise<{ secret: string; verificationId: string; tenantId: string } | null> => {
  await limitCodes(deps, address);
  if (!isHandoffCode(code)) return null;
  const db = deps.db.orm;
  const offered = await findHandoffByCode(db, hashOf(deps, code));
  const verification = offered && (await findVerification(db, offered.tenantId, offered.verificationId));
  // Who photographed the code learns nothing of a check that has ended.
  if (!verification || isFinal(effectiveStatus(verification, deps.now()))) return null;
  const secret = newSessionSecret(deps);
  const claimed = await claimHandoff(db, {
    codeHash: hashOf(deps, code),
    phoneSecretHash: hashOf(deps, secret),
    now: deps.now(),
  });
  return claimed && { secret, verificationId: claimed.verificationId, tenantId: claimed.tenantId };
};
