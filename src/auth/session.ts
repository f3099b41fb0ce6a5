import { ServiceError } from "#core/errors.ts";
import { respond } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { endSessionsOf, type OpenSession, openSession, renewedSession } from "#services/sessions/sessions.ts";
import { requireIdentity } from "./bearer.ts";
import { cookiesOf, endedFormerCookies, endedSessionCookies, sessionCookieName } from "./cookies.ts";
import { SIGN_IN_PAGE } from "./options.ts";
import { requireSameOrigin } from "./same-origin.ts";

/** The session that the request's cookie names, not renewed; null: signed out, ended or expired. */
export const readSession = (deps: Deps, request: Request): Promise<OpenSession | null> =>
  openSession(deps, cookiesOf(request)[sessionCookieName(deps)] ?? null);

/**
 * POST /api/console/token: gives the console's page the access token of its session, renewed when due. A
 * cookie authenticates the call, so only a script from the same origin may make it.
 */
export const accessToken = (deps: Deps, request: Request): Promise<Response> =>
  respond({ deps, site: null }, request, { event: "console.token" }, async ({ headers }) => {
    requireSameOrigin(deps, request);
    const found = await readSession(deps, request);
    const session = found && (await renewedSession(deps, requireIdentity(deps), found));
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
    // By its person, a page notices that another tab has signed in with another account.
    const { memberId } = session;
    return Response.json({ accessToken: session.grant.bearer, expiresAt, memberId }, { headers });
  });

/**
 * POST /api/console/sign-out: ends the session here, with its cookie and bearer tokens, revokes its refresh
 * token (RFC 7009) and returns the address that ends it at the provider (OpenID Connect RP-Initiated Logout
 * 1.0), for the page to go to.
 */
export const signOut = (deps: Deps, request: Request): Promise<Response> =>
  respond({ deps, site: null }, request, { event: "console.sign_out" }, async ({ headers }) => {
    requireSameOrigin(deps, request);
    const identity = requireIdentity(deps);
    const home = `${deps.settings.publicUrl}${SIGN_IN_PAGE}`;
    const session = await readSession(deps, request);
    if (session) await endSessionsOf(deps, { memberId: session.memberId, id: session.id });
    for (const cookie of endedSessionCookies(deps, request)) headers.append("Set-Cookie", cookie);
    const url = await identity.signOutUrl(session?.grant ?? null, home).catch(() => null);
    return Response.json({ url: url ?? home }, { headers });
  });
