import type { AuthOptions } from "next-auth";
import type { Deps } from "#services/context.ts";
import { newSessionSecret } from "#services/sessions/grant.ts";
import type { Attempt } from "./attempt.ts";
import { authCookies } from "./cookies.ts";
import { consoleProvider } from "./providers.ts";
import { sessionAdapter } from "./session-adapter.ts";

export const SIGN_IN_PAGE = "/console/sign-in";

/** Where to go after signing in: to a page of ours, or else to the first. "//evil.example" is a page of theirs. */
export const ownAddress = (publicUrl: string, url: string): string => {
  const target = URL.canParse(url, publicUrl) ? new URL(url, publicUrl) : null;
  return target?.origin === new URL(publicUrl).origin ? target.href : `${publicUrl}/console`;
};

// Its texts hold tokens, codes and whatever a stranger wrote into an address. What is to be known of a sign-in is
// logged by handle-auth.ts, by codes of a fixed list.
const silent = { error: () => {}, warn: () => {}, debug: () => {} };

/** next-auth's settings for one request. */
export const authOptions = (
  deps: Deps,
  attempt: Attempt,
  authorization: Parameters<typeof consoleProvider>[2],
): AuthOptions => ({
  secret: deps.secrets.fingerprint("console-session", "v1").toString("base64url"),
  session: { strategy: "database", generateSessionToken: () => newSessionSecret(deps) },
  adapter: sessionAdapter(deps, attempt),
  cookies: authCookies(deps),
  pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE },
  providers: [consoleProvider(deps, attempt, authorization)],
  callbacks: { redirect: ({ url }) => ownAddress(deps.settings.publicUrl, url) },
  logger: silent,
});
