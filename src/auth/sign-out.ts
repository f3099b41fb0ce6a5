import { errorResponse, toServiceError } from "#http/errors.ts";
import { requestIdOf } from "#http/request-id.ts";
import type { Deps } from "#services/context.ts";
import { requireIdentity } from "./bearer.ts";
import { SIGN_IN_PAGE } from "./options.ts";
import { readSession } from "./read-session.ts";
import { requireSameOrigin } from "./same-origin.ts";

const SESSION_COOKIE = /^(?:__Secure-)?next-auth\.session-token(?:\.\d+)?$/;

/** Every piece of the session's cookie, ended: long ones come in several. */
const endedCookies = (request: Request): string[] =>
  (request.headers.get("cookie") ?? "")
    .split(";")
    .map((pair) => pair.split("=")[0]?.trim() ?? "")
    .filter((name) => SESSION_COOKIE.test(name))
    .map((name) => {
      const secure = name.startsWith("__Secure-") ? "; Secure" : "";
      return `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`;
    });

/**
 * POST /api/console/sign-out: ends the session here, takes back its refresh token (RFC 7009), and answers with the
 * address that ends it at the provider (OpenID Connect RP-Initiated Logout 1.0); the page goes there.
 */
export const signOut = async (deps: Deps, request: Request): Promise<Response> => {
  const requestId = requestIdOf(deps, request);
  const headers = new Headers({ "Cache-Control": "no-store", "X-Request-Id": requestId });
  try {
    requireSameOrigin(deps, request);
    const identity = requireIdentity(deps);
    const home = `${deps.settings.publicUrl}${SIGN_IN_PAGE}`;
    // Ours ends whatever the provider says or does not say.
    const { session } = await readSession(deps, request).catch(() => ({ session: null }));
    if (session) await identity.revoke(session).catch(() => undefined);
    const url = await identity.signOutUrl(session, home).catch(() => null);
    for (const cookie of endedCookies(request)) headers.append("Set-Cookie", cookie);
    return Response.json({ url: url ?? home }, { headers });
  } catch (thrown) {
    return errorResponse(toServiceError(thrown, deps.log.with({ requestId })), requestId, headers);
  }
};
