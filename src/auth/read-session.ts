import type { Deps } from "#services/context.ts";
import type { CookieSession } from "./cookie-session.ts";
import { callNextAuth } from "./next-auth-call.ts";
import { authOptions } from "./options.ts";

export type ReadSession = {
  /** Null: signed out, expired, or ended by the provider. */
  session: CookieSession | null;
  /** What the answer has to set: the cookie with a renewed bearer, or without one. */
  cookies: string[];
};

/**
 * What the request's cookie holds, renewed when it is due.
 * @param renews false where the answer cannot set a cookie, as in a server component
 */
export const readSession = async (deps: Deps, request: Request, renews = true): Promise<ReadSession> => {
  let session: CookieSession | null = null;
  const onSession = (found: CookieSession): void => {
    session = found;
  };
  const answer = await callNextAuth(authOptions(deps, { onSession, renews }), request, ["session"], "GET");
  return { session, cookies: answer.headers.getSetCookie() };
};
