import type { Deps } from "#services/context.ts";
import { endSessionOfCookie } from "#services/sessions/end.ts";
import { newAttempt } from "./attempt.ts";
import {
  callbackCookieName,
  cookiesOf,
  endedFormerCookies,
  endedWayCookies,
  sessionCookieName,
} from "./cookies.ts";
import { callNextAuth } from "./next-auth-call.ts";
import { authOptions } from "./options.ts";
import { providerErrorCode } from "./provider-error.ts";
import { PROVIDER_ID } from "./providers.ts";
import { logRefusal, refusedUrl } from "./refused.ts";

/**
 * GET /api/auth/callback/oidc: where the provider sends the browser back to. On to where the person was going, signed
 * in; or to the sign-in page, with the reason why not.
 */
export const finishSignIn = async (deps: Deps, request: Request, requestId: string): Promise<Response> => {
  const headers = new Headers({ "Cache-Control": "no-store" });
  const cookies = cookiesOf(request);
  const goTo = (url: string): Response => {
    headers.set("Location", url);
    for (const cookie of endedWayCookies(deps)) headers.append("Set-Cookie", cookie);
    for (const cookie of endedFormerCookies(request)) headers.append("Set-Cookie", cookie);
    return new Response(null, { status: 302, headers });
  };
  const refuse = (code: Parameters<typeof logRefusal>[1]): Response => {
    logRefusal(deps, code, requestId);
    return goTo(refusedUrl(deps, code, cookies[callbackCookieName(deps)]));
  };
  const error = new URL(request.url).searchParams.get("error");
  if (error !== null) return refuse(providerErrorCode(error));
  const attempt = newAttempt(request, requestId);
  const answer = await callNextAuth(authOptions(deps, attempt, null), request, ["callback", PROVIDER_ID], {});
  const { memberId, sessionId, signedIn } = attempt;
  // Before it calls our client next-auth looks for the cookies of the way; without them it goes no further.
  if (memberId === null || sessionId === null) return refuse(attempt.refusal ?? "state_lost");
  for (const cookie of answer.cookies) headers.append("Set-Cookie", cookie);
  for (const note of signedIn?.notes ?? []) deps.log.warn("sign-in", { code: note, memberId, requestId });
  deps.log.info("sign-in", { code: "signed_in", memberId, sessionId, requestId });
  // The browser forgets the session that it had; nobody else has its cookie.
  await endSessionOfCookie(deps, cookies[sessionCookieName(deps)] ?? null);
  return goTo(answer.url ?? deps.settings.publicUrl);
};
