import { entryFor } from "#core/json.ts";
import type { SignInRefusalCode } from "#core/sign-in-refusal.ts";
import { type Call, seeOther } from "#http/respond.ts";
import type { Deps } from "#services/context.ts";
import { endSessionOfCookie } from "#services/sessions/sessions.ts";
import { requireIdentity } from "./bearer.ts";
import {
  callbackCookieName,
  cookiesOf,
  endedFormerCookies,
  endedWayCookies,
  sessionCookieName,
} from "./cookies.ts";
import { callNextAuth, formOf } from "./next-auth-call.ts";
import { authOptions, newAttempt, ownAddress, PROVIDER_ID, refusalOf, SIGN_IN_PAGE } from "./options.ts";

// These need no investigation: the person changed their mind or was too slow.
const HARMLESS: readonly SignInRefusalCode[] = ["cancelled", "state_lost", "state_mismatch"];

/** Logs a failed sign-in: a fixed code, and nothing from the request. */
export const logRefusal = (deps: Pick<Deps, "log">, code: SignInRefusalCode, requestId: string): void =>
  deps.log[HARMLESS.includes(code) ? "info" : "warn"]("sign-in", { code, requestId });

/** The sign-in page's address, with the reason and the page that the person wanted. */
const refusedUrl = (
  { settings }: Pick<Deps, "settings">,
  code: SignInRefusalCode,
  callbackUrl: string | undefined,
): string => {
  const url = new URL(SIGN_IN_PAGE, settings.publicUrl);
  url.searchParams.set("error", code);
  const { pathname, search } = new URL(ownAddress(settings.publicUrl, callbackUrl ?? "/console"));
  if (pathname !== "/console") url.searchParams.set("callbackUrl", `${pathname}${search}`);
  return url.href;
};

const isSamePlace = (one: string, other: string): boolean => {
  const [{ origin, pathname }, wanted] = [new URL(one), new URL(other)];
  return origin === wanted.origin && pathname === wanted.pathname;
};

/**
 * POST /api/auth/signin/oidc, with the token from /api/auth/csrf: returns the provider's address, as JSON for
 * the page's script (`json=true`) or as a redirect.
 */
export const startSignIn = async ({ ctx, request, headers }: Call): Promise<Response> => {
  const { deps, requestId } = ctx;
  const form = await formOf(request);
  const goTo = (url: string): Response => {
    if (form.json === "true") return Response.json({ url }, { headers });
    headers.set("Location", url);
    return new Response(null, { status: 302, headers });
  };
  const refuse = (code: SignInRefusalCode): Response => {
    logRefusal(deps, code, requestId);
    return goTo(refusedUrl(deps, code, form.callbackUrl));
  };
  try {
    const authorization = await requireIdentity(deps).authorization();
    const options = authOptions(deps, newAttempt(request, requestId), authorization);
    const { url, cookies } = await callNextAuth(options, request, ["signin", PROVIDER_ID], form);
    for (const cookie of cookies) headers.append("Set-Cookie", cookie);
    // next-auth sends a browser elsewhere if its cookies are gone or its page was not ours.
    return url !== null && isSamePlace(url, authorization.url) ? goTo(url) : refuse("state_lost");
  } catch (error) {
    return refuse(refusalOf(deps, error, requestId));
  }
};

// RFC 6749 §4.1.2.1, OpenID Connect Core 1.0 §3.1.2.6 and RFC 8707 §2.
const CODES: Readonly<Record<string, SignInRefusalCode>> = {
  access_denied: "cancelled",
  server_error: "provider_error",
  temporarily_unavailable: "provider_error",
  invalid_request: "request_refused",
  unauthorized_client: "request_refused",
  unsupported_response_type: "request_refused",
  invalid_scope: "request_refused",
  invalid_target: "request_refused",
  request_not_supported: "request_refused",
  // GitHub's own.
  redirect_uri_mismatch: "request_refused",
  application_suspended: "request_refused",
};

/** Maps a provider's `error`. Anyone can write one into an address, so the text itself is never used. */
const providerErrorCode = (error: string): SignInRefusalCode => entryFor(CODES, error) ?? "provider_denied";

/**
 * GET /api/auth/callback/oidc: the provider sends the browser back here. Redirects to the page that the person wanted,
 * or to the sign-in page with the reason for the failure.
 */
export const finishSignIn = async ({ ctx, request, ...call }: Call): Promise<Response> => {
  const { deps, requestId } = ctx;
  // A copy, so that the error of a failure after the sign-in does not carry the session.
  const headers = new Headers(call.headers);
  const cookies = cookiesOf(request);
  const goTo = (url: string): Response => {
    headers.set("Location", url);
    for (const cookie of endedWayCookies(deps)) headers.append("Set-Cookie", cookie);
    for (const cookie of endedFormerCookies(request)) headers.append("Set-Cookie", cookie);
    return new Response(null, { status: 302, headers });
  };
  const refuse = (code: SignInRefusalCode): Response => {
    logRefusal(deps, code, requestId);
    return goTo(refusedUrl(deps, code, cookies[callbackCookieName(deps)]));
  };
  const error = new URL(request.url).searchParams.get("error");
  if (error !== null) return refuse(providerErrorCode(error));
  const attempt = newAttempt(request, requestId);
  const answer = await callNextAuth(authOptions(deps, attempt, null), request, ["callback", PROVIDER_ID], {});
  const { memberId, sessionId, signedIn } = attempt;
  // next-auth checks its cookies before it calls our client; without them, it stops.
  if (memberId === null || sessionId === null) return refuse(attempt.refusal ?? "state_lost");
  for (const cookie of answer.cookies) headers.append("Set-Cookie", cookie);
  for (const note of signedIn?.notes ?? []) deps.log.warn("sign-in", { code: note, memberId, requestId });
  deps.log.info("sign-in", { code: "signed_in", memberId, sessionId, requestId });
  // The new session replaces the browser's previous one; no other browser has that cookie.
  await endSessionOfCookie(deps, cookies[sessionCookieName(deps)] ?? null);
  return goTo(answer.url ?? deps.settings.publicUrl);
};

// RFC 6749 §4.1.2 and RFC 9207 §2; other fields of the form are ignored.
const ANSWER = ["code", "state", "iss", "error"] as const;

/**
 * POST /api/auth/callback/oidc: the provider's answer as a form (OAuth 2.0 Form Post Response Mode), which
 * some providers send unasked. It arrives cross-site and therefore without our cookies (SameSite=Lax); after
 * a redirect to GET the browser sends them.
 */
export const answerByForm = async ({ ctx, request, headers }: Call): Promise<Response> => {
  const form = await formOf(request);
  const url = new URL(new URL(request.url).pathname, ctx.deps.settings.publicUrl);
  for (const name of ANSWER) {
    const value = form[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return seeOther(url.href, headers);
};
