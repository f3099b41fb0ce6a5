import type { OAuthConfig } from "next-auth/providers/oauth";
import { ServiceError } from "#core/errors.ts";
import type { Deps } from "#services/context.ts";
import { type Attempt, noting } from "./attempt.ts";
import { requireIdentity } from "./bearer.ts";

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
export const consoleProvider = (
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
