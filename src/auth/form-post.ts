import type { Deps } from "#services/context.ts";
import { formOf } from "./next-auth-call.ts";

// RFC 6749 §4.1.2 and RFC 9207 §2; what else a form holds is not for us.
const ANSWER = ["code", "state", "iss", "error"] as const;

/**
 * POST /api/auth/callback/oidc: the provider's answer as a form (OAuth 2.0 Form Post Response Mode), which some send
 * without being asked. It comes from their site, so without our cookies (SameSite=Lax); the browser is sent here once
 * more by GET, and then it has them.
 */
export const answerByForm = async (deps: Deps, request: Request): Promise<Response> => {
  const form = await formOf(request);
  const url = new URL(new URL(request.url).pathname, deps.settings.publicUrl);
  for (const name of ANSWER) {
    const value = form[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return new Response(null, { status: 303, headers: { Location: url.href, "Cache-Control": "no-store" } });
};
