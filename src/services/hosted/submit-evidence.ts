import { ServiceError } from "#core/errors.ts";
import { effectiveStatus, isFinal, type Verification } from "#core/verification.ts";
import { claimCheck, releaseCheck } from "#data/checks.ts";
import { findAcceptsVisas } from "#data/tenant-settings.ts";
import type { Method, Submission } from "#methods/method.ts";
import { methodsOffered } from "#methods/registry.ts";
import type { Ctx } from "../context.ts";
import { markOpened } from "./open.ts";
import { findBySecret, findPage } from "./page.ts";
import { recordFinding } from "./record-finding.ts";
import { type HostedView, hostedViewOf } from "./view.ts";

// Longer than any method may take, so that a lease never runs out under a check that still runs.
const CHECK_LEASE_MS = 30_000;

const offeredMethod = (ctx: Ctx, verification: Verification, methodId: string): Method => {
  const method = methodsOffered(ctx.deps.methods, verification).find(({ id }) => id === methodId);
  if (!method || method.isAnswer) throw new ServiceError("METHOD_UNAVAILABLE");
  return method;
};

const refuseEnded = (ctx: Ctx, verification: Verification): void => {
  const status = effectiveStatus(verification, ctx.deps.now());
  if (isFinal(status)) {
    throw new ServiceError(
      "VERIFICATION_ALREADY_COMPLETED",
      `The verification has already ended: it is ${status}.`,
    );
  }
};

const check = async (
  ctx: Ctx,
  verification: Verification,
  method: Method,
  submission: Submission,
): Promise<void> => {
  const { deps } = ctx;
  const startedAt = deps.now();
  const until = new Date(startedAt.getTime() + CHECK_LEASE_MS);
  if (!(await claimCheck(deps.db.orm, verification.id, startedAt, until))) {
    throw new ServiceError("CHECK_IN_PROGRESS");
  }
  try {
    const finding = await method.submit(submission, {
      now: startedAt,
      minimumAge: verification.minimumAge,
      mode: verification.mode,
      acceptsVisas: await findAcceptsVisas(deps.db.orm, verification.tenantId),
    });
    if (finding.kind === "no_decision" && finding.isUnopened) throw new ServiceError(finding.code);
    await recordFinding(ctx, verification, { method: method.id, finding, startedAt, until });
  } catch (error) {
    // Nobody looked at the evidence, or nothing could be written: that is not one of the person's attempts.
    await releaseCheck(deps.db.orm, verification.id, until).catch(() => undefined);
    throw error;
  }
};

/**
 * The end user hands in evidence on the hosted page; the server checks it and decides.
 * @param readSubmission gives the body; called only when there is somebody to check it for
 * @throws VERIFICATION_NOT_FOUND, VERIFICATION_ALREADY_COMPLETED, METHOD_UNAVAILABLE, CHECK_IN_PROGRESS,
 *   SERVICE_UNAVAILABLE (too busy: try again), PAYLOAD_TOO_LARGE and INVALID_REQUEST_BODY from reading,
 *   IMAGE_FORMAT_UNSUPPORTED and IMAGE_TOO_LARGE for a file that was not opened: no attempt is used up
 */
export const submitEvidence = async (
  ctx: Ctx,
  input: { secret: string; method: string },
  readSubmission: (method: Method, verificationId: string) => Promise<Submission>,
): Promise<HostedView> => {
  const { deps } = ctx;
  const verification = await findBySecret(deps, input.secret);
  if (!verification) throw new ServiceError("VERIFICATION_NOT_FOUND");
  refuseEnded(ctx, verification);
  const method = offeredMethod(ctx, verification, input.method);
  // Read before the lease is taken: a slow connection must not hold it.
  const submission = await readSubmission(method, verification.id);
  // A phone whose check was taken back meanwhile decides nothing any more.
  if (!(await findBySecret(deps, input.secret))) throw new ServiceError("VERIFICATION_NOT_FOUND");
  await check(ctx, await markOpened(deps, verification), method, submission);
  const page = await findPage(deps, input.secret);
  if (!page) throw new ServiceError("VERIFICATION_NOT_FOUND");
  return hostedViewOf(deps, page, input.secret);
};
