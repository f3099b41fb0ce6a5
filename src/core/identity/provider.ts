/** How a provider knows that it is us (OpenID Connect Core 1.0 §9). */
export const CLIENT_AUTHS = ["client_secret", "private_key_jwt"] as const;

export type ClientAuth = (typeof CLIENT_AUTHS)[number];

/** The most that one tenant can have switched on. */
export const MOST_PROVIDERS = 20;

/** What the hosted page and the rules of a check know about a tenant's identity provider or vendor. */
export type ShownProvider = {
  id: string;
  /** `oidc:<slug>` or `vendor:<kind>`. */
  method: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** Only a script on the page can submit its answer. */
  needsScript?: true;
  /** It compares the person's face with the document, where one is shown. */
  seesFace?: true;
};

/** What the method needs to use the provider, with the secrets in the clear: never logged, never returned. */
export type ProviderClient = {
  issuer: string;
  clientId: string;
  /** See presets.ts. */
  preset: string;
  minAcr: string | null;
  auth: ClientAuth;
  /** The path to which the provider sends the browser back. */
  callback: string;
  /** The client secret, or our private key as a JWK. */
  credential: { open(): string };
};

/** The method that all providers share, and the beginning of each one's id. */
export const PROVIDER_METHOD = "oidc";

const PREFIX = `${PROVIDER_METHOD}:`;

/** The method's id for a provider: in policies, settings, attempts and answers. */
export const methodOfSlug = (slug: string): string => `${PREFIX}${slug}`;

/** The slug in a method's id; null: it is another method. */
export const slugOfMethod = (method: string): string | null =>
  method.startsWith(PREFIX) ? method.slice(PREFIX.length) : null;

/** A constraint of the table enforces the same. */
const SLUG = /^[a-z0-9](?:-?[a-z0-9]){0,29}$/;

export const isProviderSlug = (text: string): boolean => SLUG.test(text);

/**
 * Where providers sent the browser before each had its own address. It does not show which one answers, so it
 * is good only for answers that name their provider: by `iss` (RFC 9207), or by a signed ID token in the
 * fragment.
 */
export const SHARED_CALLBACK = "/v/idp/callback";

/**
 * Where a provider sends the browser back: its own address, so that a code from one provider is never taken
 * to another, even if the other has sent the browser there (RFC 9700 §4.4.2). The path to register there,
 * below the public address.
 */
export const callbackOf = ({ id, isRedirectShared }: { id: string; isRedirectShared: boolean }): string =>
  isRedirectShared ? SHARED_CALLBACK : `${SHARED_CALLBACK}/${id}`;

export const isProviderCallback = (path: string): boolean =>
  path === SHARED_CALLBACK || path.startsWith(`${SHARED_CALLBACK}/`);
