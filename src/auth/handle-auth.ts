import { ServiceError } from "#core/errors.ts";
import { errorResponse, requestIdOf, toServiceError } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { newAttempt } from "./attempt.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { answerByForm } from "./form-post.ts";
import { limitSignIns } from "./limit-sign-ins.ts";
import { callNextAuth } from "./next-auth-call.ts";
import { authOptions } from "./options.ts";
import { PROVIDER_ID } from "./providers.ts";
import { logRefusal, tooManyPage } from "./refused.ts";
import { startSignIn } from "./start-sign-in.ts";

type Action = {
  path: string;
  method: "GET" | "POST";
  isLimited: boolean;
  run(deps: Deps, request: Request, requestId: string): Promise<Response>;
};

/** The token without which no sign-in starts: another site's page cannot read it. */
const csrf: Action["run"] = async (deps, request, requestId) => {
  const options = authOptions(deps, newAttempt(request, requestId), null);
  const { body, cookies } = await callNextAuth(options, request, ["csrf"], {});
  const headers = new Headers({ "Cache-Control": "no-store", "Content-Type": "application/json" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(body, { headers });
};

/** What there is below /api/auth/. Of next-auth's other actions none is used, so none is there. */
const ACTIONS: readonly Action[] = [
  { path: "csrf", method: "GET", isLimited: false, run: csrf },
  { path: `signin/${PROVIDER_ID}`, method: "POST", isLimited: true, run: startSignIn },
  { path: `callback/${PROVIDER_ID}`, method: "GET", isLimited: true, run: finishSignIn },
  { path: `callback/${PROVIDER_ID}`, method: "POST", isLimited: true, run: answerByForm },
];

const PREFIX = "/api/auth/";

const actionOf = (request: Request): Action => {
  const path = new URL(request.url).pathname.slice(PREFIX.length);
  const actions = ACTIONS.filter((action) => action.path === path);
  if (actions.length === 0) throw new ServiceError("NOT_FOUND");
  const action = actions.find(({ method }) => method === request.method);
  if (action) return action;
  throw new ServiceError("METHOD_NOT_ALLOWED", undefined, { allow: actions.map(({ method }) => method) });
};

/** /api/auth/*: the way to the identity provider and back. */
export const handleAuth = async (deps: Deps, request: Request): Promise<Response> => {
  const requestId = requestIdOf(deps, request);
  const headers = new Headers({ "Cache-Control": "no-store", "X-Request-Id": requestId });
  try {
    const action = actionOf(request);
    if (action.isLimited) await limitSignIns(deps, request);
    const response = await action.run(deps, request, requestId);
    response.headers.set("X-Request-Id", requestId);
    return response;
  } catch (thrown) {
    const error = toServiceError(thrown, deps.log.with({ requestId }));
    if (error.code === "RATE_LIMIT_EXCEEDED") {
      logRefusal(deps, "too_many_attempts", requestId);
      if (request.method === "GET") return tooManyPage(headers, error.details.retryAfterSeconds ?? 60);
    }
    return errorResponse(error, requestId, headers);
  }
};
