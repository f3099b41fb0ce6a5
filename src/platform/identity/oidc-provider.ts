import { decodeJwt } from "jose";
import { createTtlCache } from "../ttl-cache.ts";
import { createBearerVerifier } from "./bearer-verifier.ts";
import { createDiscovery, wellKnownOf } from "./discovery.ts";
import type { GrantedTokens, IdentityProvider, ProviderSession } from "./identity-provider.ts";
import { type OidcKind, PRESETS } from "./presets.ts";
import { createTokenEndpoint } from "./token-endpoint.ts";

// Many tabs find the same old bearer at once. A refresh token may be good for one use only, and a second use may
// end the whole grant (RFC 9700 §4.14.2), so for a while all of them share the answer.
const SHARED_MS = 60_000;
const MAX_SHARED = 5_000;

/** The `exp` of a JWT that somebody else checks; null for a text that is none. */
const expiryOf = (jwt: string): number | null => {
  try {
    return decodeJwt(jwt).exp ?? null;
  } catch {
    return null;
  }
};

/**
 * @param options.audience what access tokens are for; null: they are opaque, and the id_token is the bearer
 */
export const createOidcProvider = (options: {
  kind: OidcKind;
  issuer: string;
  clientId: string;
  clientSecret: string;
  audience: string | null;
  fetch: typeof fetch;
  now: () => Date;
}): IdentityProvider => {
  const { kind, issuer, clientId, clientSecret, audience, now } = options;
  const discover = createDiscovery(options);
  const endpoint = createTokenEndpoint({ ...options, discover });
  const verify = createBearerVerifier({ ...options, discover, audience: audience ?? clientId });
  // RFC 8707 §2: the resource that the access token shall be for.
  const resource: Record<string, string> = audience === null ? {} : { resource: audience };

  const begin = async (tokens: GrantedTokens): Promise<ProviderSession | null> => {
    const bearer = audience === null ? tokens.idToken : tokens.accessToken;
    const bearerExpiresAt = bearer === null ? null : expiryOf(bearer);
    if (bearer === null || bearerExpiresAt === null || (await verify(bearer)) === null) return null;
    return { bearer, bearerExpiresAt, refreshToken: tokens.refreshToken, idToken: tokens.idToken };
  };

  const renewed = createTtlCache<string, ProviderSession>({
    foundMs: SHARED_MS,
    missingMs: SHARED_MS,
    maxFound: MAX_SHARED,
    maxMissing: MAX_SHARED,
    now,
  });

  return {
    signIn: {
      name: PRESETS[kind].name,
      issuer,
      way: { kind: "oidc", wellKnown: wellKnownOf(issuer) },
      clientId,
      clientSecret,
      params: { ...PRESETS[kind].params, ...resource },
      tokenParams: resource,
    },
    verify,
    begin,
    renew: async ({ refreshToken, idToken }) =>
      refreshToken === null
        ? null
        : renewed.get(refreshToken, async () => {
            const tokens = await endpoint.refresh(refreshToken, resource);
            // OpenID Connect Core 1.0 §12.2: a refresh may bring no new id_token.
            return tokens && begin({ ...tokens, idToken: tokens.idToken ?? idToken });
          }),
    revoke: async ({ refreshToken }) => {
      if (refreshToken !== null) await endpoint.revoke(refreshToken);
    },
    signOutUrl: async (session, returnTo) => {
      const { end_session_endpoint } = await discover();
      if (!end_session_endpoint) return null;
      const url = new URL(end_session_endpoint);
      url.searchParams.set("client_id", clientId);
      url.searchParams.set("post_logout_redirect_uri", returnTo);
      // RP-Initiated Logout 1.0 §2. Not where the id_token is the bearer: addresses are written into logs.
      if (audience !== null && session?.idToken) url.searchParams.set("id_token_hint", session.idToken);
      return url.href;
    },
  };
};
