import type { AuthOptions, Profile as ClaimedProfile } from "next-auth";
import { ServiceError } from "#core/errors.ts";
import type { Profile } from "#core/member.ts";
import type { Deps } from "#services/context.ts";
import { signIn } from "#services/members/sign-in.ts";
import { newId } from "#services/new-id.ts";
import { requireIdentity } from "./bearer.ts";
import { type CookieSession, fromJwt, toJwt } from "./cookie-session.ts";
import { consoleProvider } from "./providers.ts";

const SESSION_SECONDS = 12 * 60 * 60;
const RENEW_BEFORE_SECONDS = 60;

export const SIGN_IN_PAGE = "/console/sign-in";

const textIn = (claims: object, name: string): string | null => {
  const value: unknown = Reflect.get(claims, name);
  return typeof value === "string" && value !== "" ? value : null;
};

/** OpenID Connect Core 1.0 §5.1. An address counts only where the provider says that it is theirs. */
const profileOf = (claims: ClaimedProfile, issuer: string): Profile => {
  const email = textIn(claims, "email");
  return {
    issuer,
    subject: textIn(claims, "sub") ?? "",
    name: textIn(claims, "name") ?? textIn(claims, "preferred_username") ?? email ?? "",
    email: Reflect.get(claims, "email_verified") === true ? email : null,
  };
};

/** Where to go after signing in: to a page of ours, or else to the first. "//evil.example" is a page of theirs. */
const ownAddress = (publicUrl: string, url: string): string => {
  const target = URL.canParse(url, publicUrl) ? new URL(url, publicUrl) : null;
  return target?.origin === new URL(publicUrl).origin ? target.href : `${publicUrl}/console`;
};

const renewIfDue = async (deps: Deps, session: CookieSession): Promise<CookieSession | null> => {
  const dueAtMs = (session.bearerExpiresAt - RENEW_BEFORE_SECONDS) * 1000;
  if (deps.now().getTime() < dueAtMs) return session;
  try {
    return await requireIdentity(deps).renew(session);
  } catch (error) {
    // A provider that is away has ended nothing: the session waits for it.
    if (error instanceof ServiceError) return session;
    throw error;
  }
};

export type SessionUse = {
  /** Is shown what the cookie holds; what the page may fetch of it is said elsewhere. */
  onSession?: (session: CookieSession) => void;
  /**
   * Whether the answer can set the cookie. Where it cannot, nothing is renewed: the provider would give a new
   * refresh token that gets lost, and take the old one's next use for a theft (RFC 9700 §4.14.2).
   */
  renews?: boolean;
};

/** next-auth's settings: sessions are encrypted cookies, so there is nothing to look up and no table. */
export const authOptions = (
  deps: Deps,
  { onSession = () => {}, renews = true }: SessionUse = {},
): AuthOptions => ({
  secret: deps.secrets.fingerprint("console-session", "v1").toString("base64url"),
  session: { strategy: "jwt", maxAge: SESSION_SECONDS },
  pages: { signIn: SIGN_IN_PAGE, error: SIGN_IN_PAGE },
  providers: [consoleProvider(requireIdentity(deps).signIn)],
  callbacks: {
    redirect: ({ url }) => ownAddress(deps.settings.publicUrl, url),
    jwt: async ({ token, account, profile }) => {
      const identity = requireIdentity(deps);
      if (account && profile) {
        const session = await identity.begin({
          accessToken: account.access_token ?? null,
          idToken: account.id_token ?? null,
          refreshToken: account.refresh_token ?? null,
        });
        if (!session) throw new Error("the provider gave no token that this console would take");
        const ctx = { deps, actor: { kind: "system" }, requestId: newId(deps, "request") } as const;
        await signIn(ctx, profileOf(profile, identity.signIn.issuer));
        return toJwt(session);
      }
      const session = fromJwt(token);
      const renewed = session && renews ? await renewIfDue(deps, session) : session;
      // next-auth takes the cookie away when this throws.
      if (!renewed) throw new Error("the provider has ended the session");
      return toJwt(renewed);
    },
    session: ({ session, token }) => {
      const kept = fromJwt(token);
      if (kept) onSession(kept);
      return { expires: session.expires };
    },
  },
  logger: {
    // Their details hold tokens and codes; the names say enough.
    error: (code, details) =>
      deps.log.warn("sign-in", { code, reason: details instanceof Error ? details.name : "error" }),
    warn: () => {},
    debug: () => {},
  },
});
