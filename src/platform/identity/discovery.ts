import { z } from "zod";
import { ServiceError } from "#core/errors.ts";

// OpenID Connect Discovery 1.0 §3, RP-Initiated Logout 1.0 §2.1 and RFC 8414 §2.
const metadata = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  token_endpoint: z.url(),
  revocation_endpoint: z.url().optional(),
  end_session_endpoint: z.url().optional(),
});

export type ProviderMetadata = z.infer<typeof metadata>;

export const providerAway = (): ServiceError =>
  new ServiceError("SERVICE_UNAVAILABLE", "The identity provider does not answer. Try again in a moment.", {
    retryAfterSeconds: 5,
  });

const TIMEOUT_MS = 5_000;
const KEEP_MS = 3_600_000;

export const wellKnownOf = (issuer: string): string =>
  `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;

const load = async (issuer: string, fetcher: typeof fetch): Promise<ProviderMetadata> => {
  try {
    const response = await fetcher(wellKnownOf(issuer), {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "error",
    });
    const found = metadata.parse(await response.json());
    // OpenID Connect Discovery 1.0 §4.3: it must be the very issuer that was asked.
    if (response.ok && found.issuer === issuer) return found;
  } catch {
    // Away, or no provider: the same to whoever waits for it.
  }
  throw providerAway();
};

/** The provider's description of itself, read again every hour. */
export const createDiscovery = (options: {
  issuer: string;
  fetch: typeof fetch;
  now: () => Date;
}): (() => Promise<ProviderMetadata>) => {
  let known: { at: number; loading: Promise<ProviderMetadata> } | undefined;
  return () => {
    const now = options.now().getTime();
    if (known && now - known.at < KEEP_MS) return known.loading;
    const loading = load(options.issuer, options.fetch);
    const current = { at: now, loading };
    known = current;
    loading.catch(() => {
      if (known === current) known = undefined; // a failure is not kept
    });
    return loading;
  };
};
