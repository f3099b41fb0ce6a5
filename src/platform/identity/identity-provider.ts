import type { Profile } from "#core/member.ts";

/** What a signed-in browser's cookie holds, sealed: the page gets `bearer` and nothing else of it. */
export type ProviderSession = {
  /**
   * The JWT that the console's calls carry: an access token, the id_token where access tokens are opaque, or one of
   * our own where the provider has none.
   */
  bearer: string;
  /** RFC 7519 §4.1.4: seconds since the epoch. */
  bearerExpiresAt: number;
  /** What brings the next bearer: a refresh token, or the access token of a provider that has none. */
  refreshToken: string | null;
  idToken: string | null;
};

/** What the provider answered to the authorization code. */
export type GrantedTokens = {
  accessToken: string | null;
  idToken: string | null;
  refreshToken: string | null;
};

/** What is known of a person, in the words of OpenID Connect Core 1.0 §5.1. */
export type PersonClaims = {
  sub: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
};

/** OpenID Connect describes itself; plain OAuth 2 has to be described, and says who it is by an interface of its own. */
export type SignInWay =
  | { kind: "oidc"; wellKnown: string }
  | {
      kind: "oauth";
      authorizationUrl: string;
      tokenUrl: string;
      /** RFC 9207: the `iss` of its authorization responses. */
      responseIssuer: string;
      claimsOf(accessToken: string): Promise<PersonClaims>;
    };

/** How a browser is sent to the provider. */
export type SignInSettings = {
  /** On the button. */
  name: string;
  /** With the subject, who somebody is. */
  issuer: string;
  way: SignInWay;
  clientId: string;
  clientSecret: string;
  /** Of the authorization request. */
  params: Readonly<Record<string, string>>;
  /** Of the token request. */
  tokenParams: Readonly<Record<string, string>>;
};

/** Who signs people in to the console. Everything it throws is a ServiceError SERVICE_UNAVAILABLE: it is away. */
export type IdentityProvider = {
  readonly signIn: SignInSettings;
  /** The person behind a bearer that is genuine, for us and not expired; null for any other. */
  verify(bearer: string): Promise<Pick<Profile, "issuer" | "subject"> | null>;
  /** The session of fresh tokens; null when they hold no bearer that we would take. */
  begin(tokens: GrantedTokens): Promise<ProviderSession | null>;
  /** A session with a bearer that lives longer; null when the provider has ended it. */
  renew(session: ProviderSession): Promise<ProviderSession | null>;
  /** Tells the provider that the session is over. */
  revoke(session: ProviderSession): Promise<void>;
  /** Where the browser ends its session at the provider, too; null where the provider has no such page. */
  signOutUrl(session: ProviderSession | null, returnTo: string): Promise<string | null>;
};
