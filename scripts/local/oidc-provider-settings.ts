import type { Configuration, JWKS } from "oidc-provider";
import { brokenPage, signedOutPage, signOutPage } from "./oidc-pages.ts";
import { accountOf, type DemoPerson } from "./oidc-people.ts";
import { createOidcStore, type Kept } from "./oidc-store.ts";

export type OidcClient = { id: string; secret: string; audience: string };

export type ProviderInput = {
  /** Where the console is. */
  publicUrl: string;
  client: OidcClient;
  people: readonly DemoPerson[];
  /** Private, to sign with. */
  jwks: JWKS;
  cookieKey: string;
  accessTokenSeconds: number;
  store?: Map<string, Kept>;
};

const HALF_A_DAY = 12 * 60 * 60;
export const SCOPES = ["openid", "email", "profile", "offline_access"];

/** The console is our own: a person who signs in to it need not be asked whether it may know their name. */
export const grantWithoutAsking =
  (audience: string): NonNullable<Configuration["loadExistingGrant"]> =>
  async ({ oidc: { session, client, provider } }) => {
    const accountId = session?.accountId;
    if (accountId === undefined || client === undefined) return undefined;
    const grant = new provider.Grant({ accountId, clientId: client.clientId });
    grant.addOIDCScope(SCOPES.join(" "));
    grant.addResourceScope(audience, SCOPES.join(" "));
    await grant.save();
    return grant;
  };

/** A client takes back its own tokens (RFC 7009), and sign-out ends the session here too, on our pages. */
export const SIGN_OUT: NonNullable<Configuration["features"]> = {
  devInteractions: { enabled: false },
  revocation: {
    enabled: true,
    allowedPolicy: async (_context, client, token) => token.clientId === client.clientId,
  },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: async (context, form) => {
      context.body = signOutPage(form);
    },
    postLogoutSuccessSource: async (context) => {
      context.body = signedOutPage();
    },
  },
};

/** A provider of OpenID Connect with one client, the console, whose access tokens are JWTs (RFC 9068). */
export const providerSettings = (input: ProviderInput): Configuration => ({
  adapter: createOidcStore(input.store),
  jwks: input.jwks,
  cookies: { keys: [input.cookieKey] },
  clients: [
    {
      client_id: input.client.id,
      client_secret: input.client.secret,
      redirect_uris: [`${input.publicUrl}/api/auth/callback/oidc`],
      post_logout_redirect_uris: [`${input.publicUrl}/console/sign-in`],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  ],
  scopes: SCOPES,
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  conformIdTokenClaims: false,
  findAccount: async (_context, subject) => accountOf(subject, input.people),
  issueRefreshToken: async () => true,
  rotateRefreshToken: true,
  pkce: { required: () => true },
  ttl: {
    AccessToken: input.accessTokenSeconds,
    IdToken: input.accessTokenSeconds,
    RefreshToken: HALF_A_DAY,
    Session: HALF_A_DAY,
    Grant: HALF_A_DAY,
    Interaction: 60 * 60,
  },
  interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
  loadExistingGrant: grantWithoutAsking(input.client.audience),
  features: {
    ...SIGN_OUT,
    resourceIndicators: {
      enabled: true,
      defaultResource: () => input.client.audience,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: SCOPES.join(" "),
        audience: input.client.audience,
        accessTokenTTL: input.accessTokenSeconds,
        accessTokenFormat: "jwt",
      }),
    },
  },
  renderError: async (context, { error, error_description = "" }) => {
    context.body = brokenPage(error, error_description);
  },
});
