import type { Profile } from "#core/member.ts";

/** What a session keeps of the provider, sealed: the page gets `bearer` and nothing else of it. */
export type ProviderSession = {
  /** Whose it is: every later token must be about the same person. */
  subject: string;
  /**
   * The JWT that the console's calls carry: the provider's where it issues one that fits into a header, or else one
   * of our own.
   */
  bearer: string;
  /** RFC 7519 §4.1.4: seconds since the epoch. */
  bearerExpiresAt: number;
  /** What brings the next bearer: a refresh token, or the access token of a provider that has none. */
  refreshToken: string | null;
  /** For the way to the provider's sign-out, where it helps there. */
  idToken: string | null;
};

/** What came back with the browser, and what was kept in it for the comparison. */
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
 * Who signs people in to the console. What it throws is a ServiceError SERVICE_UNAVAILABLE, the provider is away, or a
 * SignInRefusal.
 */
export type IdentityProvider = {
  readonly signIn: {
    /** On the button. */
    name: string;
    /** With the subject, who somebody is. */
    issuer: string;
    clientId: string;
    /** Whether its answer says for which request it is, in an id_token. */
    hasNonce: boolean;
  };
  /** Where a browser is sent, and with what beside redirect address, state, PKCE and nonce. */
  authorization(): Promise<Authorization>;
  /** Takes the code, checks all that comes for it, and says who it is. */
  exchange(answer: AuthorizationAnswer): Promise<SignedIn>;
  /** The person behind a bearer that is genuine, for us and not expired; null for any other. */
  verify(bearer: string): Promise<Pick<Profile, "issuer" | "subject"> | null>;
  /** A session with a bearer that lives longer; null when the provider has ended it. */
  renew(session: ProviderSession): Promise<ProviderSession | null>;
  /** Tells the provider that the session is over. */
  revoke(session: ProviderSession): Promise<void>;
  /** Where the browser ends its session at the provider, too; null where the provider has no such page. */
  signOutUrl(session: ProviderSession | null, returnTo: string): Promise<string | null>;
};

/** Providers of OpenID Connect whose particulars are known. `oidc` is any. */
export type OidcKind = "oidc" | "google" | "microsoft";

type Preset = {
  name: string;
  /** Where it is the same for everybody. */
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
    // Google's own way to ask for a refresh token; it knows no offline_access.
    params: { scope: SCOPE, access_type: "offline", prompt: "consent" },
  },
  // The issuer names the directory: https://login.microsoftonline.com/<directory id>/v2.0
  microsoft: { name: "Microsoft", issuer: null, params: { scope: `${SCOPE} offline_access` } },
};
