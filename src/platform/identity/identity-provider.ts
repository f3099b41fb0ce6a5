import type { Profile } from "#core/member.ts";

/** What a session keeps from the provider, sealed: the page gets only the `bearer`. */
export type ProviderSession = {
  /** The person: every later token must be about the same one. */
  subject: string;
  /**
   * The JWT that the console's calls carry: the provider's where it issues one that fits into a header, else one that
   * this service signs.
   */
  bearer: string;
  /** RFC 7519 §4.1.4: seconds since the epoch. */
  bearerExpiresAt: number;
  /** What obtains the next bearer: a refresh token, or the access token of a provider that has none. */
  refreshToken: string | null;
  /** A hint for the provider's sign-out, where it helps. */
  idToken: string | null;
};

/** What the browser brought back, and what it kept for the comparison. */
export type AuthorizationAnswer = {
  /** The query of the redirect: `code`, `state`, `iss`. */
  params: Readonly<Record<string, string | undefined>>;
  state: string;
  /** Null where none was sent. */
  nonce: string | null;
  codeVerifier: string;
  redirectUri: string;
};

export type Authorization = { url: string; params: Readonly<Record<string, string>> };

export type SignedIn = {
  profile: Profile;
  session: ProviderSession;
  /** What an operator should know although the sign-in worked. */
  notes: readonly "userinfo_unavailable"[];
};

/**
 * Signs people in to the console. Throws only ServiceError SERVICE_UNAVAILABLE, when the provider is away, and
 * SignInRefusal.
 */
export type IdentityProvider = {
  readonly signIn: {
    /** On the button. */
    name: string;
    /** Together with the subject, identifies a person. */
    issuer: string;
    clientId: string;
    /** Whether its answer contains an id_token that names the request. */
    hasNonce: boolean;
  };
  /** Where a browser is sent, and the parameters besides redirect address, state, PKCE and nonce. */
  authorization(): Promise<Authorization>;
  /** Exchanges the code, checks every token and returns the person. */
  exchange(answer: AuthorizationAnswer): Promise<SignedIn>;
  /** The person behind a genuine bearer that is for this console and has not expired; null for any other. */
  verify(bearer: string): Promise<Pick<Profile, "issuer" | "subject"> | null>;
  /** A session with a bearer that lives longer; null when the provider has ended it. */
  renew(session: ProviderSession): Promise<ProviderSession | null>;
  /** Tells the provider that the session is over. */
  revoke(session: ProviderSession): Promise<void>;
  /** Where the browser also ends its session at the provider; null when the provider has no such page. */
  signOutUrl(session: ProviderSession | null, returnTo: string): Promise<string | null>;
};

/** The options that every provider is made with. */
export type ProviderOptions = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** 32 secret bytes each, the same in every process; the first one's key signs. */
  bearerSeeds: () => readonly Uint8Array[];
  publicUrl: string;
  /** Claims of OPERATORS, as `name=value`: a profile names those that the provider states. */
  operatorClaims?: readonly string[];
  fetch: typeof fetch;
  now: () => Date;
};

/** OpenID Connect providers with known peculiarities; `oidc` stands for any other. */
export type OidcKind = "oidc" | "google" | "microsoft";

type Preset = {
  name: string;
  /** Null when it differs between directories. */
  issuer: string | null;
  params: Readonly<Record<string, string>>;
};

const SCOPE = "openid email profile";

export const PRESETS: Readonly<Record<OidcKind, Preset>> = {
  // OpenID Connect Core 1.0 §11: offline_access asks for a refresh token.
  oidc: {
    name: "single sign-on",
    issuer: null,
    params: { scope: `${SCOPE} offline_access` },
  },
  google: {
    name: "Google",
    issuer: "https://accounts.google.com",
    // Google's own way to ask for a refresh token; it does not support offline_access.
    params: { scope: SCOPE, access_type: "offline", prompt: "consent" },
  },
  // The issuer names the directory: https://login.microsoftonline.com/<directory id>/v2.0
  microsoft: { name: "Microsoft", issuer: null, params: { scope: `${SCOPE} offline_access` } },
};
