import { claimHandoff } from "#data/handoffs.ts";
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
  const secret = newSessionSecret(deps);
  const claimed = await claimHandoff(deps.db.orm, {
    codeHash: hashOf(deps, code),
    phoneSecretHash: hashOf(deps, secret),
    now: deps.now(),
  });
  return claimed && { secret, verificationId: claimed.verificationId, tenantId: claimed.tenantId };
};
