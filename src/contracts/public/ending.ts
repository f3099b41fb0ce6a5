import { z } from "zod";
import { SANDBOX_OUTCOMES } from "#core/verification.ts";
import { failure, timestamp, verificationId, verificationStatus } from "./common.ts";
import { tenantEndpoint } from "./endpoint.ts";
import { report } from "./verification-report.ts";

// How a tenant's backend ends a verification that it has no evidence for.

export const cancel = tenantEndpoint("POST", "/verify/cancel", {
  id: "verify.cancel",
  scope: "verifications:write",
  summary: "Cancel a verification",
  description:
    "Ends an open verification without a decision: its status is `failed`, its error `CANCELLED`, and `verification.failed` is sent. An open page says so within seconds, wallets and vendors can no longer answer, and there is no token. A live verification stays counted.",
  body: z.strictObject({ verificationId }),
  response: z.object({
    verificationId,
    status: verificationStatus,
    completedAt: timestamp,
    error: failure,
  }),
  errors: ["VERIFICATION_NOT_FOUND", "VERIFICATION_ALREADY_COMPLETED"],
});

export const simulate = tenantEndpoint("POST", "/verify/simulate", {
  id: "verify.simulate",
  scope: "verifications:write",
  summary: "Choose the outcome of a test",
  description:
    "Does what the buttons of a test's page do; everything after the choice is the live path: attempts, events, tokens. `poor_document` and `provider_error` use up one attempt each, and the last one ends the verification. Only for keys of test mode: a live key gets `PERMISSION_DENIED`. Returns the status afterwards.",
  body: z.strictObject({
    verificationId,
    outcome: z
      .enum(SANDBOX_OUTCOMES)
      .describe("`under_age` is one year below the minimum age; `expire` ends the time now"),
  }),
  response: report,
  errors: [
    "PERMISSION_DENIED",
    "VERIFICATION_NOT_FOUND",
    "VERIFICATION_ALREADY_COMPLETED",
    "CHECK_IN_PROGRESS",
  ],
});
