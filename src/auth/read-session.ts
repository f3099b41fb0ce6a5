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

/** What the request's cookie holds, renewed when it is due. */
export const readSession = async (deps: Deps, request: Request): Promise<ReadSession> => {
  let session: CookieSession | null = null;
  const options = authOptions(deps, (found) => {
    session = found;
  });
  const answer = await callNextAuth(options, request, ["session"], "GET");
  return { session, cookies: answer.headers.getSetCookie() };
};
