import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import type { ProviderMetadata } from "./discovery.ts";
import type { ProviderHttp } from "./provider-http.ts";

const CACHE_MS = 600_000;
const COOLDOWN_MS = 10_000;

export type KeySet = (provider: Pick<ProviderMetadata, "jwks_uri">) => JWTVerifyGetKey;

/**
 * The provider's published keys, one set for id_tokens, access tokens and userinfo. They are cached; a new `kid` is
 * looked up, at most every ten seconds, so that keys can be rotated.
 * @param options.cooldownMs between two look-ups of unknown keys
 */
export const createKeySet = (options: { http: ProviderHttp; cooldownMs?: number }): KeySet => {
  const { http, cooldownMs = COOLDOWN_MS } = options;
  const sets = new Map<string, JWTVerifyGetKey>();
  return ({ jwks_uri: uri }) => {
    const known =
      sets.get(uri) ??
      createRemoteJWKSet(new URL(uri), {
        cacheMaxAge: CACHE_MS,
        cooldownDuration: cooldownMs,
        [customFetch]: async (url, { headers }) => {
          const { status, text } = await http(url, { headers });
          return new Response(text, { status });
        },
      });
    sets.set(uri, known);
    return known;
  };
};
