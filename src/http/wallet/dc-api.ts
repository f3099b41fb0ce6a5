import { hostedAnswer } from "#contracts/hosted.ts";
import { ServiceError } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";
import { MAX_ANSWER_BYTES } from "#services/wallet/answer.ts";
import { answerDcApi, originOf, startDcApi } from "#services/wallet/dc-api.ts";
import { readBytes } from "../body.ts";
import { clientAddress, errorResponse, wireValue } from "../respond.ts";
import { takeUploadPlace } from "../upload-places.ts";
import { logged } from "./logged.ts";

const REQUESTS = "/v/[secret]/wallet/requests";
const CREDENTIAL = "/v/[secret]/wallet/credential/[id]";

/**
 * Fetch Standard §3.1: browsers put the origin on every POST, and no page can forge another's. The transcript names our
 * origin too; this refuses earlier, and everything.
 */
const refuseForeign = (deps: Deps, request: Request): void => {
  if (request.headers.get("origin") !== originOf(deps.settings.publicUrl)) {
    throw new ServiceError("CROSS_SITE_REFUSED");
  }
};

/** What one call of the Digital Credentials API offers; the page fetches it before the click. */
export const walletRequests = (
  deps: Deps,
  request: Request,
  { secret = "" }: Record<string, string>,
): Promise<Response> =>
  logged(
    { deps, request, path: REQUESTS, event: "wallet.requests" },
    async ({ ctx, headers }) => {
      refuseForeign(deps, request);
      return Response.json(await startDcApi(ctx, secret), { headers });
    },
    (error, { ctx, headers }) => errorResponse(error, ctx.requestId, headers),
  );

/** The page hands over what the wallet gave the browser: `{protocol, data}`. It is judged and dropped. */
export const walletCredential = (
  deps: Deps,
  request: Request,
  { secret = "", id = "" }: Record<string, string>,
): Promise<Response> =>
  logged(
    { deps, request, path: CREDENTIAL, event: "wallet.credential" },
    async ({ ctx, headers, about }) => {
      refuseForeign(deps, request);
      const view = await answerDcApi(ctx, { secret, id }, async (verificationId) => {
        const leave = takeUploadPlace("wallet", verificationId, clientAddress(request));
        return readBytes(request, MAX_ANSWER_BYTES).finally(leave);
      });
      about(view.verificationId);
      return Response.json(hostedAnswer.parse(wireValue(view)), { headers });
    },
    (error, { ctx, headers }) => errorResponse(error, ctx.requestId, headers),
  );
