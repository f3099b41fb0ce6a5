import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import {
  type AdapterFactory,
  type AdapterPayload,
  type Configuration,
  type JWKS,
  Provider,
} from "oidc-provider";
import { escapeHtml } from "../../lab/demo-wallet/server/html.ts";
import { Foreseen } from "../lib/foreseen.ts";
import type { DemoAccount } from "./oidc-people.ts";
import { listenLocally } from "./ports.ts";

export type RunningOidcServer = { issuer: string; provider: Provider; stop: () => Promise<void> };

export type ProviderInput = {
  /** Where the console is. */
  publicUrl: string;
  client: { id: string; secret: string; audience: string };
  people: readonly DemoAccount[];
  /** Private, to sign with. */
  jwks: JWKS;
  cookieKey: string;
  accessTokenSeconds: number;
  store?: Map<string, Kept>;
};

export type Kept = { payload: AdapterPayload; expiresAt: number };

const HALF_A_DAY = 12 * 60 * 60;
export const SCOPES = ["openid", "email", "profile", "offline_access"];
const SIGN_IN = /^\/sign-in\/[\w-]+$/;
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
} as const;

const page = (title: string, body = ""): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 24rem; margin: 12vh auto; padding: 0 1.5rem; }
  h1 { font-size: 1.25rem; }
  button { font: inherit; width: 100%; padding: 0.75rem 1rem; margin: 0.25rem 0; text-align: left; cursor: pointer; }
  small { display: block; opacity: 0.75; }
</style>
</head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>`;

const buttonFor = ({ subject, name, about }: DemoAccount): string =>
  `<button name="subject" value="${escapeHtml(subject)}">${escapeHtml(name)}<small>${escapeHtml(about)}</small></button>`;

/** A choice of people. The provider is for this machine only, so nobody has a password. */
const signInPage = (people: readonly DemoAccount[]): string =>
  page(
    "Sign in to the local demo",
    `<form method="post">${people.map(buttonFor).join("")}</form>
     <p><small>This provider runs on this machine for trying things out, and asks for no password.</small></p>`,
  );

/**
 * Sessions, codes and tokens of the local identity provider, in memory: a restart signs everyone out.
 * @param rows where they are kept; a test may clear it
 */
export function createOidcStore(rows = new Map<string, Kept>()): AdapterFactory {
  const read = (key: string): AdapterPayload | undefined => {
    const kept = rows.get(key);
    if (kept !== undefined && kept.expiresAt > Date.now()) return kept.payload;
    rows.delete(key);
    return undefined;
  };
  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`;
    return {
      async upsert(id, payload, expiresIn) {
        for (const key of rows.keys()) read(key); // drops what has expired
        const expiresAt = expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY;
        rows.set(keyOf(id), { payload, expiresAt });
      },
      find: async (id) => read(keyOf(id)),
      async findByUid(uid) {
        const key = [...rows.keys()].find((one) => one.startsWith(keyOf("")) && read(one)?.uid === uid);
        return key === undefined ? undefined : read(key);
      },
      findByUserCode: async () => undefined, // of the device flow, which is off
      async consume(id) {
        const payload = read(keyOf(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        rows.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of rows) if (payload.grantId === grantId) rows.delete(key);
      },
    };
  };
}

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
    // The form is the provider's own, with its guard against other sites.
    logoutSource: async (context, form) => {
      const button = '<button form="op.logoutForm" name="logout" value="yes">Sign out</button>';
      context.body = page("Sign out of the local demo?", `${form}${button}`);
    },
    postLogoutSuccessSource: async (context) => {
      context.body = page("You are signed out");
    },
  },
};

/** A provider of OpenID Connect with one client, the console, whose access tokens are JWTs (RFC 9068). */
const providerSettings = (input: ProviderInput): Configuration => ({
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
  // OpenID Connect Core 1.0 §5.1: what the provider says of its people.
  findAccount: async (_context, sub) => {
    const person = input.people.find(({ subject }) => subject === sub);
    if (!person) return undefined;
    const { name, email } = person;
    return { accountId: sub, claims: async () => ({ sub, name, email, email_verified: true }) };
  },
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
    context.body = page("That did not work", `<p>${escapeHtml(error)}: ${escapeHtml(error_description)}</p>`);
  },
});

/**
 * Serves a provider's interface on this machine's loopback, with a page where people sign in by a click.
 * @param input.people the choice on that page; for anyone else the answer is "access_denied"
 */
export async function serveOidc(
  provider: Provider,
  input: { port: number; people: readonly DemoAccount[] },
): Promise<RunningOidcServer> {
  const { issuer } = provider;
  const answer = provider.callback();

  const signIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Throws for an address whose cookie this browser does not have.
    await provider.interactionDetails(request, response);
    if (request.method !== "POST") {
      response.writeHead(200, HEADERS).end(signInPage(input.people));
      return;
    }
    const accountId = new URLSearchParams(await text(request)).get("subject") ?? "";
    const isKnown = input.people.some(({ subject }) => subject === accountId);
    const result = isKnown
      ? { login: { accountId } }
      : { error: "access_denied", error_description: "nobody" };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", issuer);
    if (!SIGN_IN.test(pathname)) return answer(request, response);
    signIn(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400, HEADERS);
      response.end("This sign-in has ended. Go back to the console and start again.");
    });
  });
  return { issuer, provider, stop: await listenLocally(server, input.port) };
}

/**
 * A real OpenID Connect provider on this machine's loopback, where people sign in by a click. For trying things
 * out and for tests; never for production.
 */
export async function startOidcServer(
  input: ProviderInput & { port: number; environment: string | undefined },
): Promise<RunningOidcServer> {
  if (input.environment === "production") {
    throw new Foreseen(
      "The demo identity provider is not for LINTEL_ENV=production: set CONSOLE_PROVIDER to your own.",
    );
  }
  return serveOidc(new Provider(`http://localhost:${input.port}`, providerSettings(input)), input);
}
