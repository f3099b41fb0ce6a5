/** How a provider knows that it is us (OpenID Connect Core 1.0 §9). */
export const CLIENT_AUTHS = ["client_secret", "private_key_jwt"] as const;

export type ClientAuth = (typeof CLIENT_AUTHS)[number];

/** Of one tenant, those that are switched off too. */
export const MOST_PROVIDERS = 20;

/** What the hosted page and the rules of a check know of a tenant's identity provider, or of its vendor. */
export type ShownProvider = {
  id: string;
  /** `oidc:<slug>` or `vendor:<kind>`. */
  method: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** Its answer can only be handed over by a script of the page. */
  needsScript?: true;
};

/** What the method needs of it, with the secrets as they are: never logged, never answered. */
export type ProviderClient = {
  issuer: string;
  clientId: string;
  /** See presets.ts. */
  preset: string;
  minAcr: string | null;
  auth: ClientAuth;
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

/** A constraint of the table says the same. */
const SLUG = /^[a-z0-9](?:-?[a-z0-9]){0,29}$/;

export const isProviderSlug = (text: string): boolean => SLUG.test(text);

/** Where every provider sends the browser back. `iss` and the state say which one it was (RFC 9207). */
export const PROVIDER_CALLBACK = "/v/idp/callback";
