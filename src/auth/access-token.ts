import { ServiceError } from "#core/errors.ts";
import { errorResponse, requestIdOf, toServiceError } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { endedFormerCookies, endedSessionCookies } from "./cookies.ts";
import { readFreshSession } from "./read-session.ts";
import { requireSameOrigin } from "./same-origin.ts";

/**
 * POST /api/console/token: gives the console's own page the access token of its session, renewed when it is due.
 * A cookie authenticates it, so only a script of the same origin may call it; nobody else can read the answer.
 */
export const accessToken = async (deps: Deps, request: Request): Promise<Response> => {
  const requestId = requestIdOf(deps, request);
  const headers = new Headers({ "Cache-Control": "no-store", "X-Request-Id": requestId });
  try {
    requireSameOrigin(deps, request);
    const session = await readFreshSession(deps, request);
    const over = session ? endedFormerCookies(request) : endedSessionCookies(deps, request);
    for (const cookie of over) headers.append("Set-Cookie", cookie);
    if (!session) throw new ServiceError("UNAUTHENTICATED_MEMBER", "You are signed out. Sign in again.");
    if (session.bearerExpiresAt.getTime() <= deps.now().getTime()) {
      throw new ServiceError(
        "SERVICE_UNAVAILABLE",
        "The identity provider does not answer. Try again in a moment.",
        { retryAfterSeconds: 5 },
      );
    }
    const expiresAt = session.bearerExpiresAt.toISOString();
    return Response.json({ accessToken: session.grant.bearer, expiresAt }, { headers });
  } catch (thrown) {
    return errorResponse(toServiceError(thrown, deps.log.with({ requestId })), requestId, headers);
  }
};
