import { claimNames, claimsIn } from "#core/operator/operators.ts";
import { SignInRefusal } from "#core/sign-in-refusal.ts";
import { createProviderHttp, providerAway } from "#platform/http.ts";
import { createOwnBearers } from "./bearers.ts";
import { createDiscovery, createKeySet, type ProviderMetadata, tokenEndpointOf } from "./discovery.ts";
import { type IdentityProvider, PRESETS } from "./identity-provider.ts";
import { createOidcSessions, type OidcOptions } from "./oidc-sessions.ts";
import { askUserinfo, type Claims, isThin, profileOf } from "./profile.ts";
import { codeOf, type GrantedTokens, postAsClient, requestTokens } from "./token-endpoint.ts";

// Every hop limits the length of addresses, and a provider manages without the hint.
const MAX_HINT_CHARACTERS = 2_048;

/**
 * One client of an OpenID Connect provider: one discovery, one key set and one rule for JWTs, from sign-in to the
 * bearer of each call.
 */
export const createOidcProvider = (options: OidcOptions): IdentityProvider => {
  const { kind, issuer, clientId, clientSecret, audience, publicUrl, now } = options;
  const http = createProviderHttp(options.fetch);
  const discover = createDiscovery({ issuer, http, now });
  const keySet = createKeySet({ http });
  const bearers = createOwnBearers({ seeds: options.bearerSeeds, issuer: `${publicUrl}/console`, now });
  const sessions = createOidcSessions({ ...options, bearers, keySet });
  const client = { clientId, clientSecret };
  const isMicrosoft = kind === "microsoft";
  const { operatorClaims = [] } = options;
  const asked = claimNames(operatorClaims);
  // RFC 8707 §2: the resource that the access token should be for.
  const resource: Record<string, string> = audience === null ? {} : { resource: audience };

  // Only a sign-in distinguishes a broken description from a provider that is away.
  const known = (): Promise<ProviderMetadata> =>
    discover().catch((error: unknown) => {
      throw providerAway(error);
    });

  const refresh = async (
    provider: ProviderMetadata,
    refreshToken: string,
    params: Record<string, string>,
  ): Promise<GrantedTokens> => {
    const form = { ...params, grant_type: "refresh_token", refresh_token: refreshToken };
    const tokens = await requestTokens(http, tokenEndpointOf(provider), client, form);
    return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
  };

  /** Userinfo with whichever token it accepts, and the refresh token that is valid afterwards. */
  const lookUp = async (provider: ProviderMetadata, tokens: GrantedTokens, subject: string) => {
    const { userinfo_endpoint: url } = provider;
    const ask = (token: string | null) =>
      url === undefined || token === null
        ? null
        : askUserinfo(http, url, token, keySet(provider), { issuer, clientId, subject, now });
    const found = await ask(tokens.accessToken);
    if (found !== "refused") return { found, refreshToken: tokens.refreshToken };
    // Userinfo need not accept a token for the console's audience (RFC 8707 §2.2): the same grant yields
    // another.
    if (audience === null || tokens.refreshToken === null)
      return { found: null, refreshToken: tokens.refreshToken };
    const other = await refresh(provider, tokens.refreshToken, {}).catch(() => null);
    const again = other ? await ask(other.accessToken) : null;
    return {
      found: again === "refused" ? null : again,
      refreshToken: other?.refreshToken ?? tokens.refreshToken,
    };
  };

  return {
    signIn: { name: PRESETS[kind].name, issuer, clientId, hasNonce: true },
    authorization: async () => ({
      url: (await discover()).authorization_endpoint,
      params: { ...PRESETS[kind].params, ...resource },
    }),
    exchange: async (answer) => {
      const provider = await discover();
      const code = codeOf(answer, {
        responseIssuer: issuer,
        isIssuerPromised: provider.authorization_response_iss_parameter_supported === true,
      });
      const tokens = await requestTokens(http, tokenEndpointOf(provider), client, {
        ...resource,
        grant_type: "authorization_code",
        code,
        redirect_uri: answer.redirectUri,
        code_verifier: answer.codeVerifier,
      });
      const claims = await sessions.claimsOf(provider, tokens, answer.nonce);
      // Before userinfo: a sign-in that is refused needs no more data.
      await sessions.begin(provider, tokens, claims);
      const sources: Claims[] = [claims];
      let refreshToken = tokens.refreshToken;
      let isUnavailable = false;
      if (isThin(claims, isMicrosoft) || asked.some((name) => claims[name] === undefined)) {
        const looked = await lookUp(provider, tokens, claims.sub);
        if (looked.found) sources.push(looked.found);
        isUnavailable = looked.found === null && provider.userinfo_endpoint !== undefined;
        refreshToken = looked.refreshToken;
      }
      return {
        profile: {
          ...profileOf({ issuer, subject: claims.sub }, sources, isMicrosoft),
          claims: claimsIn(operatorClaims, sources),
        },
        session: await sessions.begin(provider, { ...tokens, refreshToken }, claims),
        notes: isUnavailable ? ["userinfo_unavailable"] : [],
      };
    },
    verify: async (bearer) => {
      if (bearers.isOurs(bearer)) {
        const subject = await bearers.verify(bearer);
        return subject === null ? null : { issuer, subject };
      }
      const subject = await sessions.subjectOf(await known(), bearer);
      return subject === null ? null : { issuer, subject };
    },
    renew: async (session) => {
      if (session.refreshToken === null) return null;
      const provider = await known();
      try {
        const tokens = await refresh(provider, session.refreshToken, resource);
        return await sessions.goOn(provider, tokens, session);
      } catch (error) {
        if (!(error instanceof SignInRefusal)) throw error;
        // If the provider has already changed the secret, the operator has to update it; no session ends.
        if (error.code === "client_refused") throw providerAway();
        return null;
      }
    },
    revoke: async ({ refreshToken }) => {
      const { revocation_endpoint: url, token_endpoint_auth_methods_supported: methods } = await discover();
      if (url === undefined || refreshToken === null) return;
      await postAsClient(http, { url, methods }, client, {
        token: refreshToken,
        token_type_hint: "refresh_token",
      });
    },
    signOutUrl: async (session, returnTo) => {
      const { end_session_endpoint } = await discover();
      if (!end_session_endpoint) return null;
      const url = new URL(end_session_endpoint);
      url.searchParams.set("client_id", clientId);
      url.searchParams.set("post_logout_redirect_uri", returnTo);
      // RP-Initiated Logout 1.0 §2.
      const hint = session?.idToken;
      if (hint && hint.length <= MAX_HINT_CHARACTERS) url.searchParams.set("id_token_hint", hint);
      return url.href;
    },
  };
};
