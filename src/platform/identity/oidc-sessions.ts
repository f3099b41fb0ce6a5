import type { JWTVerifyGetKey } from "jose";
import { SignInRefusal } from "#core/sign-in-refusal.ts";
import { type OwnBearers, readAccessToken } from "./bearers.ts";
import type { ProviderMetadata } from "./discovery.ts";
import type { ProviderSession } from "./identity-provider.ts";
import { type IdTokenClaims, readIdToken, requireIdToken } from "./profile.ts";
import type { GrantedTokens } from "./token-endpoint.ts";

// A header line of 8 kB is the most that common proxies pass on, and a token of 200 groups is longer than that.
const MAX_BEARER_CHARACTERS = 4_096;

type Bearer = Pick<ProviderSession, "bearer" | "bearerExpiresAt">;

/** The tokens of an OpenID Connect provider as a console session, and the check of the bearers that come of them. */
export const createOidcSessions = (options: {
  issuer: string;
  clientId: string;
  clientIds: readonly string[];
  audience: string | null;
  bearers: OwnBearers;
  now: () => Date;
}) => {
  const { issuer, clientId, audience, bearers, now } = options;
  const clientIds = [clientId, ...options.clientIds];
  const idTokenOf = (provider: ProviderMetadata) => ({
    issuer,
    clientId,
    algorithms: provider.id_token_signing_alg_values_supported,
    now,
  });

  const claimsOf = (
    provider: ProviderMetadata,
    keys: JWTVerifyGetKey,
    tokens: GrantedTokens,
    nonce: string | null,
  ): Promise<IdTokenClaims> => requireIdToken({ ...tokens, nonce }, keys, idTokenOf(provider));

  const accessBearer = async (
    keys: JWTVerifyGetKey,
    accessToken: string | null,
    subject: string,
    wanted: string,
  ): Promise<Bearer> => {
    if (accessToken === null) throw new SignInRefusal("access_token_missing");
    if (accessToken.split(".").length !== 3) throw new SignInRefusal("access_token_opaque");
    const read = await readAccessToken(accessToken, keys, { issuer, audience: wanted, clientIds, now });
    if (read.fault !== null) throw new SignInRefusal(`access_token_${read.fault}`);
    if (read.jwt.subject !== subject) throw new SignInRefusal("access_token_other_subject");
    return { bearer: accessToken, bearerExpiresAt: read.jwt.payload.exp ?? 0 };
  };

  /** The provider's JWT where it fits, or else one of our own, which says no more than who it is. */
  const fitting = async (theirs: Bearer | null, subject: string): Promise<Bearer> =>
    theirs && theirs.bearer.length <= MAX_BEARER_CHARACTERS ? theirs : bearers.issue(subject);

  /** @param claims of an id_token that is checked; null: a refresh brought none (OpenID Connect Core 1.0 §12.2) */
  const sessionOf = async (
    keys: JWTVerifyGetKey,
    tokens: GrantedTokens,
    claims: IdTokenClaims | null,
    subject: string,
  ): Promise<ProviderSession> => {
    const { idToken, accessToken, refreshToken } = tokens;
    if (audience !== null) {
      const theirs = await accessBearer(keys, accessToken, subject, audience);
      return { subject, ...(await fitting(theirs, subject)), refreshToken, idToken };
    }
    const theirs = claims && idToken !== null ? { bearer: idToken, bearerExpiresAt: claims.exp } : null;
    // Where the id_token is the bearer it is in no address: those are written into logs.
    return { subject, ...(await fitting(theirs, subject)), refreshToken, idToken: null };
  };

  return {
    claimsOf,
    /** The session of a sign-in. @throws SignInRefusal access_token_… */
    begin: (keys: JWTVerifyGetKey, tokens: GrantedTokens, claims: IdTokenClaims): Promise<ProviderSession> =>
      sessionOf(keys, tokens, claims, claims.sub),
    /** The session after a refresh; null where the tokens are about somebody else. @throws SignInRefusal */
    goOn: async (
      provider: ProviderMetadata,
      keys: JWTVerifyGetKey,
      tokens: GrantedTokens,
      { subject, idToken }: ProviderSession,
    ): Promise<ProviderSession | null> => {
      const claims = tokens.idToken === null ? null : await claimsOf(provider, keys, tokens, null);
      if (claims && claims.sub !== subject) return null;
      return sessionOf(keys, { ...tokens, idToken: tokens.idToken ?? idToken }, claims, subject);
    },
    /** Whose bearer it is; null for one that is none. */
    subjectOf: async (
      provider: ProviderMetadata,
      keys: JWTVerifyGetKey,
      bearer: string,
    ): Promise<string | null> => {
      const read =
        audience === null
          ? await readIdToken(bearer, keys, idTokenOf(provider))
          : await readAccessToken(bearer, keys, { issuer, audience, clientIds, now });
      return read.fault === null ? read.jwt.subject : null;
    },
  };
};
