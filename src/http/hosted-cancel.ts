import type { Deps } from "#services/context.ts";
import { cancelVerification } from "#services/hosted/cancel.ts";
import { backToPage, hostedAction } from "./hosted-action.ts";

/** The end user says on the hosted page that they do not want to do this, and has confirmed it. */
export const hostedCancel = (
  deps: Deps,
  request: Request,
  { secret = "" }: Record<string, string>,
): Promise<Response> =>
  hostedAction(deps, request, {
    secret,
    method: null,
    path: "/v/[secret]/cancel",
    event: "hosted.cancel",
    act: (ctx) => cancelVerification(ctx, secret),
  });

/** Who comes to the form's address by the address bar or by going back: to the question. */
export const hostedCancelPage = ({ secret = "" }: Record<string, string>): Response =>
  backToPage(secret, new Headers({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" }), {
    cancel: "1",
  });
