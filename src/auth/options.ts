import type { AuthOptions } from "next-auth";
import type { Adapter } from "next-auth/adapters";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { ServiceError } from "#core/errors.ts";
import { CERTIFICATE_WORDS, certificateFaultOf } from "#core/identity/certificate-fault.ts";
import { clientName } from "#core/identity/client-name.ts";
import { SignInRefusal, type SignInRefusalCode } from "#core/sign-in-refusal.ts";
import type { Deps } from "#services/context.ts";
import { signIn } from "#services/members/identify.ts";
import { newSessionSecret } from "#services/sessions/session-grant.ts";
import { beginSession } from "#services/sessions/sessions.ts";
import { requireIdentity } from "./bearer.ts";
import { authCookies } from "./cookies.ts";

type Identity = NonNullable<Deps["identity"]>;

/** The outcome of one sign-in: next-auth only tells its caller that something went wrong. */
type Attempt = {
  requestId: string;
  userAgent: string;
  signedIn: Awaited<ReturnType<Identity["exchange"]>> | null;
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

/** Why a sign-in ended, from the error thrown. Unexpected errors and faults of a certificate are also logged. */
export const refusalOf = (deps: Pick<Deps, "log">, error: unknown, requestId: string): SignInRefusalCode => {
  if (error instanceof SignInRefusal) return error.code;
  if (error instanceof ServiceError && error.code === "SERVICE_UNAVAILABLE") {
    const fault = certificateFaultOf(error);
    if (fault === null) return "provider_away";
    const why = CERTIFICATE_WORDS[fault];
    deps.log.warn("the identity provider's certificate is not trusted", { why, requestId });
    return "provider_certificate";
  }
  deps.log.error("an unexpected error", { error, requestId });
  return "service_error";
};

/** Runs part of the sign-in for next-auth and records why it failed. */
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

type Authorization = Awaited<ReturnType<Identity["authorization"]>>;
type Claims = { sub: string };

/** The last part of the redirect address: /api/auth/callback/oidc. */
export const PROVIDER_ID = "oidc";

type Checks = { state?: string; nonce?: string; code_verifier?: string };

const textOr = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/**
 * The provider as next-auth expects it: authorization code with PKCE, state and a nonce (RFC 9700 §2.1). next-auth makes
 * and stores these and compares nothing else; our own client reads and checks the answer.
 * @param authorization where to send the browser; null on the way back
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
          // next-auth's type omits the nonce.
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
        if (!attempt.signedIn) throw new ServiceError("INTERNAL_ERROR");
        return { sub: attempt.signedIn.profile.subject };
      },
    },
    profile: ({ sub }) => ({ id: sub }),
  };
};

/**
 * next-auth's access to the database, for sign-in only. Our own use cases look up, renew and end sessions: see
 * docs/adr/0017.
 */
const sessionAdapter = (deps: Deps, attempt: Attempt): Adapter => {
  const ctx = { deps, site: null, actor: { kind: "system" }, requestId: attempt.requestId } as const;
  return {
    // A person whom the provider signed in has become a member by now, so next-auth never creates or links a
    // user.
    getUserByAccount: () =>
      noting(deps, attempt, async () => {
        if (!attempt.signedIn) return null;
        const { profile, notes } = attempt.signedIn;
        attempt.memberId ??= (await signIn(ctx, profile, notes.includes("userinfo_unavailable"))).id;
        return { id: attempt.memberId, email: "", emailVerified: null };
      }),
    // A sign-in always begins a new session: the browser's previous session may be someone else's.
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

/**
 * Where to go after signing in: to the page asked for if it is ours, otherwise to the console.
 * "//evil.example" is not ours.
 */
export const ownAddress = (publicUrl: string, url: string): string => {
  const target = URL.canParse(url, publicUrl) ? new URL(url, publicUrl) : null;
  return target?.origin === new URL(publicUrl).origin ? target.href : `${publicUrl}/console`;
};

// next-auth's log texts contain tokens, codes and anything a stranger put into an address. sign-in.ts logs
// each sign-in with a fixed code instead.
const silent = { error: () => {}, warn: () => {}, debug: () => {} };

/** next-auth's settings for one request. */
export const authOptions = (
  deps: Deps,
  attempt: Attempt,
  authorization: Authorization | null,
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
