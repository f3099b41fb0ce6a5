import { errorResponse, toServiceError } from "#http/errors.ts";
import { requestIdOf } from "#http/request-id.ts";
import type { Deps } from "#services/context.ts";
import { callNextAuth } from "./next-auth-call.ts";
import { authOptions } from "./options.ts";

const PREFIX = "/api/auth/";

/** /api/auth/*: next-auth's own pages and callbacks. What it says of a session holds no token. */
export const handleAuth = async (deps: Deps, request: Request): Promise<Response> => {
  const requestId = requestIdOf(deps, request);
  try {
    const action = new URL(request.url).pathname.slice(PREFIX.length).split("/");
    return await callNextAuth(authOptions(deps), request, action);
  } catch (thrown) {
    const headers = new Headers({ "Cache-Control": "no-store", "X-Request-Id": requestId });
    return errorResponse(toServiceError(thrown, deps.log.with({ requestId })), requestId, headers);
  }
};
