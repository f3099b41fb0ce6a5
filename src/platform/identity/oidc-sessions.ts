import { SignInRefusal } from "#core/sign-in-refusal.ts";
import { type OwnBearers, readAccessToken } from "./bearers.ts";
import type { KeySet, ProviderMetadata } from "./discovery.ts";
import type { OidcKind, ProviderOptions, ProviderSession } from "./identity-provider.ts";
import { type IdTokenClaims, readIdToken, requireIdToken } from "./profile.ts";
import type { GrantedTokens } from "./token-endpoint.ts";

// Common proxies pass on header lines of up to 8 kB, and a token with 200 groups is longer.
const MAX_BEARER_CHARACTERS = 4_096;

type Bearer = Pick<ProviderSession, "bearer" | "bearerExpiresAt">;

export type OidcOptions = ProviderOptions & {
  kind: OidcKind;
  /** What access tokens are for; null: they are opaque, and the id_token is the bearer. */
  audience: string | null;
  /** Other clients of the provider whose access tokens for that audience are also bearers. */
  clientIds: readonly string[];
};

/** Turns the tokens of an OpenID Connect provider into a console session, and checks the bearers of such sessions. */
export const createOidcSessions = (options: OidcOptions & { bearers: OwnBearers; keySet: KeySet }) => {
  const { issuer, clientId, audience, bearers, keySet, now } = options;
  const clientIds = [clientId, ...options.clientIds];
  const idTokenOf = (provider: ProviderMetadata) => ({
    issuer,
    clientId,
    algorithms: provider.id_token_signing_alg_values_supported,
    now,
  });

  const claimsOf = (
    provider: ProviderMetadata,
    tokens: GrantedTokens,
    nonce: string | null,
  ): Promise<IdTokenClaims> => requireIdToken({ ...tokens, nonce }, keySet(provider), idTokenOf(provider));

  const accessBearer = async (
    provider: ProviderMetadata,
    accessToken: string | null,
    subject: string,
    wanted: string,
  ): Promise<Bearer> => {
    if (accessToken === null) throw new SignInRefusal("access_token_missing");
    if (accessToken.split(".").length !== 3) throw new SignInRefusal("access_token_opaque");
    const expected = { issuer, audience: wanted, clientIds, now };
    const read = await readAccessToken(accessToken, keySet(provider), expected);
    if (read.fault !== null) throw new SignInRefusal(`access_token_${read.fault}`);
    if (read.jwt.subject !== subject) throw new SignInRefusal("access_token_other_subject");
    return { bearer: accessToken, bearerExpiresAt: read.jwt.payload.exp ?? 0 };
  };

  /** The provider's JWT where it fits into a header, else one that this service signs and that holds only the subject. */
  const fitting = async (theirs: Bearer | null, subject: string): Promise<Bearer> =>
    theirs && theirs.bearer.length <= MAX_BEARER_CHARACTERS ? theirs : bearers.issue(subject);

  /** @param claims of a checked id_token; null: a refresh returned none (OpenID Connect Core 1.0 §12.2) */
  const sessionOf = async (
    provider: ProviderMetadata,
    tokens: GrantedTokens,
    claims: IdTokenClaims | null,
    subject: string,
  ): Promise<ProviderSession> => {
    const { idToken, accessToken, refreshToken } = tokens;
    if (audience !== null) {
      const theirs = await accessBearer(provider, accessToken, subject, audience);
      return { subject, ...(await fitting(theirs, subject)), refreshToken, idToken };
    }
    const theirs = claims && idToken !== null ? { bearer: idToken, bearerExpiresAt: claims.exp } : null;
    // An id_token that serves as the bearer must not go into an address: addresses are logged.
    return { subject, ...(await fitting(theirs, subject)), refreshToken, idToken: null };
  };

  return {
    claimsOf,
    /** The session of a sign-in. @throws SignInRefusal access_token_… */
    begin: (
      provider: ProviderMetadata,
      tokens: GrantedTokens,
      claims: IdTokenClaims,
    ): Promise<ProviderSession> => sessionOf(provider, tokens, claims, claims.sub),
    /** The session after a refresh; null when the tokens are about another person. @throws SignInRefusal */
    goOn: async (
      provider: ProviderMetadata,
      tokens: GrantedTokens,
      { subject, idToken }: ProviderSession,
    ): Promise<ProviderSession | null> => {
      const claims = tokens.idToken === null ? null : await claimsOf(provider, tokens, null);
      if (claims && claims.sub !== subject) return null;
      return sessionOf(provider, { ...tokens, idToken: tokens.idToken ?? idToken }, claims, subject);
    },
    /** The bearer's subject; null for a text that is not a valid bearer. */
    subjectOf: async (provider: ProviderMetadata, bearer: string): Promise<string | null> => {
      const keys = keySet(provider);
      const read =
        audience === null
          ? await readIdToken(bearer, keys, idTokenOf(provider))
          : await readAccessToken(bearer, keys, { issuer, audience, clientIds, now });
      return read.fault === null ? read.jwt.subject : null;
    },
  };
};
