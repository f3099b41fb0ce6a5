import type { Deps } from "#services/context.ts";
import { newAttempt, refusalOf } from "./attempt.ts";
import { requireIdentity } from "./bearer.ts";
import { callNextAuth, formOf } from "./next-auth-call.ts";
import { authOptions } from "./options.ts";
import { PROVIDER_ID } from "./providers.ts";
import { logRefusal, refusedUrl } from "./refused.ts";

const isSamePlace = (one: string, other: string): boolean => {
  const [{ origin, pathname }, wanted] = [new URL(one), new URL(other)];
  return origin === wanted.origin && pathname === wanted.pathname;
};

/**
 * POST /api/auth/signin/oidc, with the token of /api/auth/csrf: answers with the provider's address, as JSON for the
 * page's script (`json=true`) or as a redirect.
 */
export const startSignIn = async (deps: Deps, request: Request, requestId: string): Promise<Response> => {
  const form = await formOf(request);
  const headers = new Headers({ "Cache-Control": "no-store" });
  const goTo = (url: string): Response => {
    if (form.json === "true") return Response.json({ url }, { headers });
    headers.set("Location", url);
    return new Response(null, { status: 302, headers });
  };
  const refuse = (code: Parameters<typeof logRefusal>[1]): Response => {
    logRefusal(deps, code, requestId);
    return goTo(refusedUrl(deps, code, form.callbackUrl));
  };
  try {
    const authorization = await requireIdentity(deps).authorization();
    const options = authOptions(deps, newAttempt(request, requestId), authorization);
    const answer = await callNextAuth(options, request, ["signin", PROVIDER_ID], form);
    const { url } = answer;
    for (const cookie of answer.cookies) headers.append("Set-Cookie", cookie);
    // Anywhere else next-auth sends a browser whose cookies are gone, or whose page was not ours.
    return url !== null && isSamePlace(url, authorization.url) ? goTo(url) : refuse("state_lost");
  } catch (error) {
    return refuse(refusalOf(deps, error, requestId));
  }
};
