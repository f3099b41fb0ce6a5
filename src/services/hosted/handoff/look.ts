import { handoffState } from "#core/handoff.ts";
import { effectiveStatus, isFinal, type Mode } from "#core/verification.ts";
import { findHandoffByCode } from "#data/handoffs.ts";
import { findVerification } from "#data/verifications.ts";
import type { Ctx } from "../../context.ts";
import { type Brand, brandOf } from "../brand.ts";
import { hashOf, isHandoffCode } from "./code.ts";
import { limitCodes } from "./limit-codes.ts";

/** Who asks, for a phone that has just read the code; what is asked comes after. */
export type HandoffOffer = { brand: Brand; mode: Mode; minimumAge: number };

/**
 * What a code leads to. Looking uses nothing up: cameras and messengers open addresses by themselves.
 * @param address the network address that asks
 * @returns null for a code that is unknown, used, over or taken back: one answer for all of them
 * @throws RATE_LIMIT_EXCEEDED
 */
export const lookAtHandoff = async (
  { deps }: Ctx,
  code: string,
  address: string,
): Promise<HandoffOffer | null> => {
  await limitCodes(deps, address);
  const db = deps.db.orm;
  const found = isHandoffCode(code) ? await findHandoffByCode(db, hashOf(deps, code)) : null;
  if (!found || handoffState(found, deps.now()) !== "waiting") return null;
  const verification = await findVerification(db, found.tenantId, found.verificationId);
  if (!verification || isFinal(effectiveStatus(verification, deps.now()))) return null;
  return {
    brand: await brandOf(deps, found.tenantId),
    mode: verification.mode,
    minimumAge: verification.minimumAge,
  };
};
