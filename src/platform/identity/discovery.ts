import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { ServiceError } from "#core/errors.ts";
import { jsonIn } from "#core/json.ts";
import { SignInRefusal } from "#core/sign-in-refusal.ts";
import type { AskHttp } from "#platform/http.ts";
import type { TokenEndpoint } from "./token-endpoint.ts";

// OpenID Connect Discovery 1.0 §3, RP-Initiated Logout 1.0 §2.1, RFC 8414 §2 and RFC 9207 §3.
const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  revocation_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});

export type ProviderMetadata = z.infer<typeof metadata>;

export const tokenEndpointOf = (provider: ProviderMetadata): TokenEndpoint => ({
  url: provider.token_endpoint,
  methods: provider.token_endpoint_auth_methods_supported,
});

/** Every host that a sign-in leads to or sends something to. */
export const hostsOf = (provider: ProviderMetadata): string[] => {
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = provider;
  const addresses = [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint ?? []].flat();
  return [...new Set(addresses.map((address) => new URL(address).host))].sort();
};

/** The provider's metadata. @throws ServiceError: the provider is away; SignInRefusal discovery_invalid */
type Discover = () => Promise<ProviderMetadata>;

const KEEP_MS = 3_600_000;
// Long enough that many callers ask once, short enough that none waits for a provider that is back.
const KEEP_FAILURE_MS = 2_000;

const wellKnownOf = (issuer: string): string =>
  `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;

const load = async (issuer: string, http: AskHttp): Promise<ProviderMetadata> => {
  const answer = await http(wellKnownOf(issuer), { headers: { accept: "application/json" } });
  const found = metadata.safeParse(jsonIn(answer.text));
  // Discovery §4.3: it must be exactly the issuer that was asked.
  if (answer.isOk && found.success && found.data.issuer === issuer) return found.data;
  throw new SignInRefusal("discovery_invalid");
};

/**
 * Metadata that all callers share, read again every hour. When that fails, the old metadata stays in use; if
 * the first read fails, its failure is repeated for two seconds.
 */
export const createDiscovery = (options: { issuer: string; http: AskHttp; now: () => Date }): Discover => {
  let current: { until: number; loading: Promise<ProviderMetadata> } | undefined;
  let last: ProviderMetadata | undefined;
  return () => {
    const now = options.now().getTime();
    if (current && now < current.until) return current.loading;
    const asked = { until: now + KEEP_MS, loading: load(options.issuer, options.http) };
    asked.loading = asked.loading.then(
      (found) => {
        last = found;
        return found;
      },
      (error: unknown) => {
        asked.until = now + KEEP_FAILURE_MS;
        if (last && error instanceof ServiceError) return last;
        throw error;
      },
    );
    current = asked;
    return asked.loading;
  };
};

const CACHE_MS = 600_000;
const COOLDOWN_MS = 10_000;
// Key names come with tokens, and some tokens come from browsers: only a few names may cost a look-up.
const MOST_LOOK_UPS = 5;

export type KeySet = (provider: Pick<ProviderMetadata, "jwks_uri">) => JWTVerifyGetKey;

/**
 * The provider's published keys, one set for id_tokens, access tokens and userinfo. They are cached; a new `kid` is
 * looked up once, so that keys can be rotated at any time.
 * @param options.cooldownMs ten seconds by default; within it, unknown keys are looked up five times at most
 */
export const createKeySet = (options: { http: AskHttp; cooldownMs?: number }): KeySet => {
  const { http, cooldownMs = COOLDOWN_MS } = options;
  const sets = new Map<string, JWTVerifyGetKey>();
  const lookingUp = (uri: string): JWTVerifyGetKey => {
    const published = createRemoteJWKSet(new URL(uri), {
      cacheMaxAge: CACHE_MS,
      cooldownDuration: cooldownMs,
      [customFetch]: async (url, { headers }) => {
        const { status, text } = await http(url, { headers });
        return new Response(text, { status });
      },
    });
    const lookedUp = new Set<string | undefined>();
    return async (header, token) => {
      const { kid } = header;
      const isCooling = published.coolingDown;
      if (!isCooling) lookedUp.clear();
      try {
        return await published(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || lookedUp.has(kid)) throw error;
        if (lookedUp.size >= MOST_LOOK_UPS) throw error;
        lookedUp.add(kid);
        if (!isCooling) throw error; // just looked up
        await published.reload();
        return published(header, token);
      }
    };
  };
  return ({ jwks_uri: uri }) => {
    const known = sets.get(uri) ?? lookingUp(uri);
    sets.set(uri, known);
    return known;
  };
};
