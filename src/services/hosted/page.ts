import type { Handoff } from "#core/handoff.ts";
import type { Verification } from "#core/verification.ts";
import { currentHandoff, findHandoffByPhoneSecret } from "#data/handoffs.ts";
import { findVerification, findVerificationBySecret } from "#data/verifications.ts";
import type { Deps } from "../context.ts";
import { isSessionSecret } from "../verifications/session-secret.ts";
import { hashOf } from "./handoff/code.ts";

/** One address of a verification's hosted page: the one that the tenant got, or the one of a phone that took over. */
export type Page = {
  verification: Verification;
  device: "first" | "phone";
  handoff: Handoff | null;
};

/** The page with this secret; null for an unknown or malformed one. */
export const findPage = async (deps: Deps, secret: string): Promise<Page | null> => {
  if (!isSessionSecret(secret)) return null;
  const db = deps.db.orm;
  const secretHash = hashOf(deps, secret);
  const verification = await findVerificationBySecret(db, secretHash);
  if (verification)
    return { verification, device: "first", handoff: await currentHandoff(db, verification.id) };
  const handoff = await findHandoffByPhoneSecret(db, secretHash);
  const handedOn = handoff && (await findVerification(db, handoff.tenantId, handoff.verificationId));
  return handedOn && { verification: handedOn, device: "phone", handoff };
};

/** The verification whose hosted page has this secret; null for an unknown one and for a phone's that was ended. */
export const findBySecret = async (deps: Deps, secret: string): Promise<Verification | null> => {
  const page = await findPage(deps, secret);
  return page?.device === "phone" && page.handoff?.endedAt ? null : (page?.verification ?? null);
};
