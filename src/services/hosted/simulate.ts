import { required, ServiceError } from "#core/errors.ts";
import { isId } from "#core/ids.ts";
import type { MethodId } from "#core/policy/method-id.ts";
import type { SandboxOutcome } from "#core/verification.ts";
import { verificationNotFound } from "#services/check/end.ts";
import { loadPageOf, requireOpen } from "#services/check/page.ts";
import { takeMethod } from "#services/check/visitors-check.ts";
import type { TenantCtx } from "#services/context.ts";
import { verificationStatus } from "#services/verifications/submit.ts";
import { checkUnderLease } from "./submit.ts";

const SANDBOX = "sandbox" satisfies MethodId;

/** A verification that has just ended takes no lease either. @returns null for CHECK_IN_PROGRESS */
const asInProgress = (error: unknown): null => {
  if (error instanceof ServiceError && error.code === "CHECK_IN_PROGRESS") return null;
  throw error;
};

/**
 * The tenant's backend chooses the outcome of a test, as the person at its page would.
 * @returns the status afterwards
 * @throws PERMISSION_DENIED: a live key; VERIFICATION_NOT_FOUND: absent, malformed, live or another tenant's, all alike;
 *   VERIFICATION_ALREADY_COMPLETED; CHECK_IN_PROGRESS: the page is choosing at this moment
 */
export const simulateOutcome = async (
  ctx: TenantCtx,
  { verificationId, outcome }: { verificationId: string; outcome: SandboxOutcome },
) => {
  if (ctx.mode !== "test") {
    const message =
      "A live key cannot choose an outcome. Use a test key, and a verification that it started.";
    throw new ServiceError("PERMISSION_DENIED", message);
  }
  const target = { tenantId: ctx.tenant.id, verificationId };
  const found = isId("verification", verificationId) ? await loadPageOf(ctx, target) : null;
  if (found?.page.verification.mode !== ctx.mode) throw verificationNotFound();
  requireOpen(found);
  const method = await takeMethod(found, SANDBOX);
  const submission = { contentType: "text/plain", body: new TextEncoder().encode(outcome) };
  const taken = await checkUnderLease(found, { method, submission, key: null }).catch(asInProgress);
  if (taken === null) {
    // Something else was faster: if it ended the verification, that is what the caller has to know.
    requireOpen(required(await loadPageOf(ctx, target), "VERIFICATION_NOT_FOUND"));
    throw new ServiceError("CHECK_IN_PROGRESS");
  }
  return verificationStatus(ctx, verificationId);
};
