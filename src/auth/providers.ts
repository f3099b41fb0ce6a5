import type { OAuthConfig } from "next-auth/providers/oauth";
import type { Deps } from "#services/context.ts";

type SignInSettings = NonNullable<Deps["identity"]>["signIn"];
type Claims = { sub: string };
type Endpoints = Omit<Partial<OAuthConfig<Claims>>, "profile">;

/** The last part of the redirect address: /api/auth/callback/oidc. */
export const PROVIDER_ID = "oidc";

const TIMEOUT_MS = 8_000;

const endpointsOf = ({ way, params, tokenParams }: SignInSettings): Endpoints =>
  way.kind === "oidc"
    ? {
        wellKnown: way.wellKnown,
        idToken: true,
        checks: ["pkce", "state", "nonce"],
        authorization: { params: { ...params } },
        token: { params: { ...tokenParams } },
      }
    : {
        issuer: way.responseIssuer,
        checks: ["pkce", "state"],
        authorization: { url: way.authorizationUrl, params: { ...params } },
        token: { url: way.tokenUrl, params: { ...tokenParams } },
        userinfo: {
          request: ({ tokens }: { tokens: { access_token?: string } }) =>
            way.claimsOf(tokens.access_token ?? ""),
        },
      };

/** The provider as next-auth wants it: authorization code with PKCE and state, and a nonce (RFC 9700 §2.1). */
export const consoleProvider = (settings: SignInSettings): OAuthConfig<Claims> => ({
  id: PROVIDER_ID,
  name: settings.name,
  type: "oauth",
  clientId: settings.clientId,
  clientSecret: settings.clientSecret,
  ...endpointsOf(settings),
  httpOptions: { timeout: TIMEOUT_MS },
  profile: ({ sub }) => ({ id: sub }),
});
