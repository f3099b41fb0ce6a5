import type { OAuthConfig } from "next-auth/providers/oauth";
import type { Deps } from "#services/context.ts";

type SignInSettings = NonNullable<Deps["identity"]>["signIn"];

/** The last part of the redirect address: /api/auth/callback/oidc. */
export const PROVIDER_ID = "oidc";

const TIMEOUT_MS = 8_000;

type Claims = { sub: string };

/** The provider as next-auth wants it: authorization code with PKCE, state and nonce (RFC 9700 §2.1). */
export const consoleProvider = (settings: SignInSettings): OAuthConfig<Claims> => ({
  id: PROVIDER_ID,
  name: settings.name,
  type: "oauth",
  wellKnown: settings.wellKnown,
  clientId: settings.clientId,
  clientSecret: settings.clientSecret,
  idToken: true,
  checks: ["pkce", "state", "nonce"],
  authorization: { params: { ...settings.params } },
  token: { params: { ...settings.tokenParams } },
  httpOptions: { timeout: TIMEOUT_MS },
  profile: ({ sub }) => ({ id: sub }),
});
