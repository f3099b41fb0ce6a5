import type { AuthOptions } from "next-auth";
import type { Adapter } from "next-auth/adapters";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { clientName } from "#core/client-name.ts";
import { ServiceError } from "#core/errors.ts";
import { SignInRefusal, type SignInRefusalCode } from "#core/sign-in-refusal.ts";
import type { Deps } from "#services/context.ts";
import { signIn } from "#services/members/identify.ts";
import { newSessionSecret } from "#services/sessions/session-grant.ts";
import { beginSession } from "#services/sessions/sessions.ts";
import { requireIdentity } from "./bearer.ts";
import { authCookies } from "./cookies.ts";

type SignedIn = Awaited<ReturnType<NonNullable<Deps["identity"]>["exchange"]>>;

/** What became of one sign-in: next-auth tells its caller no more than that something went wrong. */
type Attempt = {
  requestId: string;
  userAgent: string;
  signedIn: SignedIn | null;
  memberId: string | null;
  sessionId: string | null;
  refusal: SignInRefusalCode | null;
};

export const newAttempt = (request: Request, requestId: string): Attempt => ({
  requestId,
  userAgent: request.headers.get("user-agent") ?? "",
  signedIn: null,
  memberId: null,
  sessionId: null,
  refusal: null,
});

/** Why a sign-in ended, by whatever was thrown. What nobody foresaw is logged besides. */
export const refusalOf = (deps: Pick<Deps, "log">, error: unknown, requestId: string): SignInRefusalCode => {
  if (error instanceof SignInRefusal) return error.code;
  if (error instanceof ServiceError && error.code === "SERVICE_UNAVAILABLE") return "provider_away";
  deps.log.error("an unexpected error", { error, requestId });
  return "service_error";
};

/** Does a part of the sign-in for next-auth, and remembers why it failed. */
const noting = async <Result>(
  deps: Pick<Deps, "log">,
  attempt: Attempt,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    attempt.refusal = refusalOf(deps, error, attempt.requestId);
    throw error;
  }
};

type Identity = NonNullable<Deps["identity"]>;
type Authorization = Awaited<ReturnType<Identity["authorization"]>>;
type Claims = { sub: string };

/** The last part of the redirect address: /api/auth/callback/oidc. */
export const PROVIDER_ID = "oidc";

type Checks = { state?: string; nonce?: string; code_verifier?: string };

const textOr = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const missing = (): ServiceError => new ServiceError("INTERNAL_ERROR");

/**
 * The provider as next-auth wants it: authorization code with PKCE and state, and a nonce (RFC 9700 §2.1). next-auth
 * makes and keeps these and compares nothing else; what comes back is read and checked by our own client.
 * @param authorization where the browser is sent; null on the way back
 */
const consoleProvider = (
  deps: Deps,
  attempt: Attempt,
  authorization: Authorization | null,
): OAuthConfig<Claims> => {
  const identity = requireIdentity(deps);
  const { name, issuer, clientId, hasNonce } = identity.signIn;
  return {
    id: PROVIDER_ID,
    name,
    type: "oauth",
    issuer,
    clientId,
    checks: hasNonce ? ["pkce", "state", "nonce"] : ["pkce", "state"],
    ...(authorization && { authorization: { url: authorization.url, params: { ...authorization.params } } }),
    token: {
      request: ({ params, checks, provider }) =>
        noting(deps, attempt, async () => {
          // The type of next-auth's leaves the nonce out.
          const kept: Checks = checks;
          attempt.signedIn = await identity.exchange({
            params: { code: params.code, state: params.state, iss: textOr(params.iss) },
            state: kept.state ?? "",
            nonce: kept.nonce ?? null,
            codeVerifier: kept.code_verifier ?? "",
            redirectUri: provider.callbackUrl,
          });
          return { tokens: {} };
        }),
    },
    userinfo: {
      request: () => {
        if (!attempt.signedIn) throw missing();
        return { sub: attempt.signedIn.profile.subject };
      },
    },
    profile: ({ sub }) => ({ id: sub }),
  };
};

/**
 * next-auth's way to the database, as far as the sign-in goes. Sessions are looked up, renewed and ended by our own use
 * cases: see docs/adr/0017.
 */
const sessionAdapter = (deps: Deps, attempt: Attempt): Adapter => {
  const ctx = { deps, actor: { kind: "system" }, requestId: attempt.requestId } as const;
  return {
    // Whoever the provider signed in is a member from now on, so next-auth never has to make a user or link one.
    getUserByAccount: () =>
      noting(deps, attempt, async () => {
        if (!attempt.signedIn) return null;
        const { profile, notes } = attempt.signedIn;
        attempt.memberId ??= (await signIn(ctx, profile, notes.includes("userinfo_unavailable"))).id;
        return { id: attempt.memberId, email: "", emailVerified: null };
      }),
    // A sign-in always begins a session of its own: one that was in the browser before may be somebody else's.
    getSessionAndUser: async () => null,
    createSession: ({ sessionToken, userId }) =>
      noting(deps, attempt, async () => {
        if (!attempt.signedIn) throw new ServiceError("INTERNAL_ERROR");
        const { id, endsAt } = await beginSession(ctx, {
          memberId: userId,
          secret: sessionToken,
          grant: attempt.signedIn.session,
          client: clientName(attempt.userAgent),
        });
        attempt.sessionId = id;
        return { sessionToken, userId, expires: endsAt };
      }),
  };
};

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
