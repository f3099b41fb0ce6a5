import type { Deps } from "#services/context.ts";
import { type OpenSession, openSession } from "#services/sessions/open.ts";
import { renewedSession } from "#services/sessions/renew.ts";
import { requireIdentity } from "./bearer.ts";
import { cookiesOf, sessionCookieName } from "./cookies.ts";

/** The session of the request's cookie as it is; null: signed out, ended or expired. */
export const readSession = (deps: Deps, request: Request): Promise<OpenSession | null> =>
  openSession(deps, cookiesOf(request)[sessionCookieName(deps)] ?? null);

/** The same, with its bearer renewed when that is due; null also where the provider has ended it. */
export const readFreshSession = async (deps: Deps, request: Request): Promise<OpenSession | null> => {
  const session = await readSession(deps, request);
  return session && renewedSession(deps, requireIdentity(deps), session);
};
