import { verify } from "#contracts/index.ts";
import { completeVerification } from "#services/verifications/complete.ts";
import { startVerification } from "#services/verifications/start.ts";
import { verificationStatus } from "#services/verifications/status.ts";
import { submitVerification } from "#services/verifications/submit.ts";
import { route } from "../route.ts";

export const start = route(verify.start)(({ ctx, body }) => startVerification(ctx, body));

export const complete = route(verify.complete)(({ ctx, body }) => completeVerification(ctx, body));

export const submit = route(verify.submit)(({ ctx, body }) => submitVerification(ctx, body));

export const status = route(verify.status)(({ ctx, query }) => verificationStatus(ctx, query.verificationId));
