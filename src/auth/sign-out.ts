import { errorResponse, requestIdOf, toServiceError } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { endSessionsOf } from "#services/sessions/end.ts";
import { requireIdentity } from "./bearer.ts";
import { endedSessionCookies } from "./cookies.ts";
import { SIGN_IN_PAGE } from "./options.ts";
import { readSession } from "./read-session.ts";
import { requireSameOrigin } from "./same-origin.ts";

/**
 * POST /api/console/sign-out: ends the session here, with its cookie and its bearers, takes back its refresh token
 * (RFC 7009), and answers with the address that ends it at the provider (OpenID Connect RP-Initiated Logout 1.0); the
 * page goes there.
 */
export const signOut = async (deps: Deps, request: Request): Promise<Response> => {
  const requestId = requestIdOf(deps, request);
  const headers = new Headers({ "Cache-Control": "no-store", "X-Request-Id": requestId });
  try {
    requireSameOrigin(deps, request);
    const identity = requireIdentity(deps);
    const home = `${deps.settings.publicUrl}${SIGN_IN_PAGE}`;
    const session = await readSession(deps, request);
    if (session) await endSessionsOf(deps, { memberId: session.memberId, id: session.id });
    for (const cookie of endedSessionCookies(deps, request)) headers.append("Set-Cookie", cookie);
    const url = await identity.signOutUrl(session?.grant ?? null, home).catch(() => null);
    return Response.json({ url: url ?? home }, { headers });
  } catch (thrown) {
    return errorResponse(toServiceError(thrown, deps.log.with({ requestId })), requestId, headers);
  }
};
