import { randomBytes } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { type Configuration, errors, type KoaContextWithOIDC, Provider } from "oidc-provider";
import type { DemoAccount } from "../../../scripts/local/oidc-people.ts";
import {
  createOidcStore,
  grantWithoutAsking,
  type Kept,
  SCOPES,
  SIGN_OUT,
  serveOidc,
} from "../../../scripts/local/oidc-server.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { BASE_URL } from "../world/service.ts";
import { AUDIENCE, CLIENT, PEOPLE } from "./identity.ts";

/** In what OpenID providers differ, each within what the standards allow. */
export type ProviderShape = {
  /** OpenID Connect Core 1.0 §3.1.3.7: what its id_tokens are signed with. */
  signedBy: "RS256" | "PS256" | "ES256" | "EdDSA";
  /** §5.4: with the code flow, name and address are asked for at userinfo; many put them into the id_token, too. */
  claimsAt: "userinfo" | "id_token";
  /** §5.1: what it says of the address; "absent" as Microsoft. */
  emailVerified: boolean | "absent";
  /** §5.3.2: userinfo as JSON, or as a signed JWT. */
  userinfo: "json" | "jwt";
  /** RFC 9068 JWTs for the console's audience, or opaque ones; then the id_token is the bearer. */
  accessTokens: "jwt" | "opaque";
  /**
   * RFC 8707 §2.2: what a token request that names no resource gives: a token for the granted one, or an opaque one
   * for userinfo. oidc-provider's userinfo refuses tokens that are for something else.
   */
  unnamedResource: "granted" | "userinfo";
  /** Groups of the person, in every token: 200 of them make 8 kB. */
  groups: number;
  /** RFC 6749 §2.3.1: how the client's secret is taken; the other way is refused. */
  secretBy: "basic" | "post";
  /** Form Post Response Mode: its answers are forms that post themselves, whether or not that was asked for. */
  answersBy: "redirect" | "form";
  /** RFC 9207: whether authorization responses name the issuer. */
  namesIssuer: boolean;
  /** RFC 9700 §4.14.2: a refresh token is good once, and its second use ends the grant. */
  rotates: boolean;
};

export const USUAL_SHAPE: ProviderShape = {
  signedBy: "RS256",
  claimsAt: "id_token",
  emailVerified: true,
  userinfo: "json",
  accessTokens: "jwt",
  unnamedResource: "granted",
  groups: 0,
  secretBy: "basic",
  answersBy: "redirect",
  namesIssuer: true,
  rotates: true,
};

export type ShapedProvider = {
  issuer: string;
  /** The settings of a console that signs in here. */
  env: Record<string, string>;
  /** Refreshes that it was asked for, as they were answered. */
  refreshes: ("granted" | "refused")[];
  /** Whether somebody still has a grant here: a second use of a refresh token ends it. */
  hasGrant(subject: string): boolean;
  /**
   * Holds the next refresh, before it is looked at or when all but the answer is done.
   * @returns that it is held, and what lets it go on; or not, as a request that was lost on its way
   */
  holdRefresh(when: "before" | "after"): { isHeld: Promise<void>; release(): void; lose(): void };
  /** Ends every session and grant, as an administrator could. */
  forget(): void;
  stop(): Promise<void>;
};

const HALF_A_DAY = 12 * 60 * 60;
const ACCESS_TOKEN_SECONDS = 300;

const signingKey = async (alg: ProviderShape["signedBy"]): Promise<JWK> => {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), use: "sig", alg, kid: `${alg}-1` };
};

const claimsOf = ({ subject, name, email }: DemoAccount, shape: ProviderShape) => ({
  sub: subject,
  name,
  email,
  ...(shape.emailVerified === "absent" ? {} : { email_verified: shape.emailVerified }),
  ...groupsOf(shape),
});

const groupsOf = ({ groups }: ProviderShape): { groups?: string[] } =>
  groups === 0
    ? {}
    : { groups: Array.from({ length: groups }, (_, at) => `cn=team-${at},ou=groups,dc=people,dc=test`) };

const settingsOf = (shape: ProviderShape, store: Map<string, Kept>, key: JWK): Configuration => ({
  adapter: createOidcStore(store),
  jwks: { keys: [key] } as NonNullable<Configuration["jwks"]>,
  cookies: { keys: [randomBytes(32).toString("base64url")] },
  clients: [
    {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: [`${BASE_URL}/api/auth/callback/oidc`],
      post_logout_redirect_uris: [`${BASE_URL}/console/sign-in`],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      id_token_signed_response_alg: shape.signedBy,
      token_endpoint_auth_method: `client_secret_${shape.secretBy}`,
      ...(shape.userinfo === "jwt" ? { userinfo_signed_response_alg: shape.signedBy } : {}),
    },
  ],
  clientAuthMethods: [`client_secret_${shape.secretBy}`],
  clientDefaults: { id_token_signed_response_alg: shape.signedBy },
  enabledJWA: {
    idTokenSigningAlgValues: [shape.signedBy],
    userinfoSigningAlgValues: [shape.signedBy],
  },
  scopes: SCOPES,
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
  conformIdTokenClaims: shape.claimsAt === "userinfo",
  extraTokenClaims: async () => groupsOf(shape),
  findAccount: async (_context, subject) => {
    const person = PEOPLE.find((candidate) => candidate.subject === subject);
    return person && { accountId: subject, claims: async () => claimsOf(person, shape) };
  },
  issueRefreshToken: async () => true,
  rotateRefreshToken: shape.rotates,
  pkce: { required: () => true },
  ttl: {
    AccessToken: ACCESS_TOKEN_SECONDS,
    IdToken: ACCESS_TOKEN_SECONDS,
    RefreshToken: HALF_A_DAY,
    Session: HALF_A_DAY,
    Grant: HALF_A_DAY,
    Interaction: 60 * 60,
  },
  interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
  loadExistingGrant: grantWithoutAsking(AUDIENCE),
  features: {
    ...SIGN_OUT,
    jwtUserinfo: { enabled: shape.userinfo === "jwt" },
    resourceIndicators: {
      enabled: shape.accessTokens === "jwt",
      useGrantedResource: () => shape.unnamedResource === "granted",
      getResourceServerInfo: (_context, resource) => {
        if (resource !== AUDIENCE) throw new errors.InvalidTarget();
        return {
          scope: SCOPES.join(" "),
          audience: AUDIENCE,
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: shape.signedBy } },
        };
      },
    },
  },
});

/** As a provider that has never heard of RFC 9207: neither in its description of itself nor in its answers. */
const withoutIssuerParameter = async (
  context: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> => {
  await next();
  if (context.path.endsWith("/openid-configuration")) {
    const { authorization_response_iss_parameter_supported: _said, ...rest } = context.body as Record<
      string,
      unknown
    >;
    context.body = rest;
  }
  const location = context.response.get("location") ?? "";
  if (!location.startsWith(`${BASE_URL}/api/auth/callback`)) return;
  const url = new URL(location);
  url.searchParams.delete("iss");
  context.set("location", url.href);
};

/** As a provider that is set to answer by a form. */
const byForm = async (context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
  if (context.path === "/auth") context.query = { ...context.query, response_mode: "form_post" };
  await next();
};

/** Where a test may hold a refresh. */
const createHolds = () => {
  const holds = { before: [] as (() => Promise<boolean>)[], after: [] as (() => Promise<boolean>)[] };
  return {
    hold: (when: "before" | "after") => {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<boolean>();
      holds[when].push(() => {
        reached.resolve();
        return released.promise;
      });
      return {
        isHeld: reached.promise,
        release: () => released.resolve(true),
        lose: () => released.resolve(false),
      };
    },
    middleware: async (context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
      if (context.path !== "/token") return next();
      if ((await holds.before.shift()?.()) === false) return;
      await next();
      await holds.after.shift()?.();
    },
  };
};

/**
 * A certified OpenID provider (oidc-provider) on a free port of the loopback interface, shaped as asked; what is
 * not said is as in USUAL_SHAPE. People sign in to it by name.
 */
export const startShapedProvider = async (
  differences: Partial<ProviderShape> = {},
): Promise<ShapedProvider> => {
  const shape = { ...USUAL_SHAPE, ...differences };
  const store = new Map<string, Kept>();
  const port = await anyPort();
  const provider = new Provider(
    `http://localhost:${port}`,
    settingsOf(shape, store, await signingKey(shape.signedBy)),
  );
  if (!shape.namesIssuer) provider.use(withoutIssuerParameter);
  if (shape.answersBy === "form") provider.use(byForm);
  const holds = createHolds();
  provider.use(holds.middleware);
  const refreshes: ShapedProvider["refreshes"] = [];
  const note = (context: KoaContextWithOIDC, answer: "granted" | "refused"): void => {
    if (context.oidc.params?.grant_type === "refresh_token") refreshes.push(answer);
  };
  provider.on("grant.success", (context) => note(context, "granted"));
  provider.on("grant.error", (context) => note(context, "refused"));
  const { issuer, stop } = await serveOidc(provider, { port, people: PEOPLE });
  return {
    issuer,
    refreshes,
    stop,
    holdRefresh: holds.hold,
    forget: () => store.clear(),
    hasGrant: (subject) =>
      [...store].some(
        ([key, { payload }]) =>
          key.startsWith("RefreshToken:") && payload.accountId === subject && payload.consumed === undefined,
      ),
    env: {
      LINTEL_ENV: "development",
      CONSOLE_PROVIDER: "oidc",
      CONSOLE_ISSUER: issuer,
      CONSOLE_CLIENT_ID: CLIENT.id,
      CONSOLE_CLIENT_SECRET: CLIENT.secret,
      ...(shape.accessTokens === "jwt" ? { CONSOLE_AUDIENCE: AUDIENCE } : {}),
    },
  };
};
