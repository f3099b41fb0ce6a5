import { createRemoteJWKSet, customFetch } from "jose";
import type { Profile } from "#core/member.ts";
import { checkJwt } from "./check-jwt.ts";
import type { ProviderMetadata } from "./discovery.ts";

// Asymmetric ones only (RFC 8725 §3.1): with HS256 the public key would be the secret, and "none" proves nothing.
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const JWKS = { cacheMaxAge: 600_000, timeoutDuration: 5_000 } as const;
const COOLDOWN_MS = 10_000;

export type BearerVerifier = (bearer: string) => Promise<Pick<Profile, "issuer" | "subject"> | null>;

/**
 * Checks JWTs against the issuer's published keys: signature by an allowed algorithm, issuer, audience, expiry and
 * a subject. Keys are cached; a new `kid` is looked up, at most every ten seconds, so that keys can be rotated.
 */
export const createBearerVerifier = (options: {
  discover: () => Promise<ProviderMetadata>;
  audience: string;
  fetch: typeof fetch;
  now: () => Date;
  /** Between two look-ups of unknown keys. */
  cooldownMs?: number;
}): BearerVerifier => {
  const { discover, audience, now, cooldownMs = COOLDOWN_MS } = options;
  const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();
  const keysAt = (uri: string) => {
    const known =
      keySets.get(uri) ??
      createRemoteJWKSet(new URL(uri), {
        ...JWKS,
        cooldownDuration: cooldownMs,
        [customFetch]: (url, init) => options.fetch(url, init),
      });
    keySets.set(uri, known);
    return known;
  };
  return async (bearer) => {
    const { issuer, jwks_uri } = await discover();
    const expected = { issuer, audience, algorithms: ALGORITHMS, now };
    const subject = await checkJwt(bearer, keysAt(jwks_uri), expected);
    return subject === null ? null : { issuer, subject };
  };
};
