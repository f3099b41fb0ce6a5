import { hostedAnswer } from "#contracts/hosted.ts";
import { ServiceError } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";
import { openHostedPage } from "#services/hosted/open.ts";
import { errorResponse, requestIdOf, toServiceError, wireValue } from "./respond.ts";

/** What the hosted page would show now, for a page that is open. Not logged: every one asks every few seconds. */
export const hostedState = async (
  deps: Deps,
  request: Request,
  { secret = "" }: Record<string, string>,
): Promise<Response> => {
  const requestId = requestIdOf(deps, request);
  const headers = new Headers({ "Cache-Control": "no-store", "X-Request-Id": requestId });
  try {
    const view = await openHostedPage({ deps, actor: { kind: "end_user" }, requestId }, secret);
    if (!view) throw new ServiceError("VERIFICATION_NOT_FOUND");
    return Response.json(hostedAnswer.parse(wireValue(view)), { headers });
  } catch (thrown) {
    return errorResponse(toServiceError(thrown, deps.log.with({ requestId })), requestId, headers);
  }
};
