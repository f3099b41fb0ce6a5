import type { Deps } from "#services/context.ts";
import { submitEvidence } from "#services/hosted/submit-evidence.ts";
import { backToPage, hostedAction } from "./hosted-action.ts";
import { readSubmission } from "./read-submission.ts";

type Params = Record<string, string>;

/** The end user hands in evidence: a picture's bytes, or a form with a field named after what it holds. */
export const hostedEvidence = (
  deps: Deps,
  request: Request,
  { secret = "", method = "" }: Params,
): Promise<Response> =>
  hostedAction(deps, request, {
    secret,
    method,
    path: "/v/[secret]/[method]",
    event: "hosted.evidence",
    act: (ctx) =>
      submitEvidence(ctx, { secret, method }, ({ maxBodyBytes }, verificationId) =>
        readSubmission(request, maxBodyBytes, verificationId),
      ),
  });

/** Who comes to a form's address by the address bar or by going back: to the page of that form. */
export const hostedFormPage = ({ secret = "", method = "" }: Params): Response =>
  backToPage(secret, new Headers({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" }), {
    method,
  });
