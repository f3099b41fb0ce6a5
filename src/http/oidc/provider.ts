import { type Configuration, errors, interactionPolicy, Provider } from "oidc-provider";
import {
  ACR_VALUES,
  AGE_CLAIMS,
  AGE_SCOPES,
  OIDC_AUTH_METHODS,
  thresholdsAsked,
} from "#core/oidc/age-request.ts";
import { isPlace } from "#core/policy/places.ts";
import type { Mode } from "#core/verification.ts";
import type { Deps } from "#services/context.ts";
import { readArtifact } from "#services/oidc/artifacts.ts";
import { countPushed, isRevoked } from "#services/oidc/checks.ts";
import { isClientSecret } from "#services/oidc/clients.ts";
import { signingJwks } from "#services/oidc/keys.ts";
import { ACCOUNTS, adapterFor, LIFETIMES } from "./adapter.ts";
import { watchCalls, withinLimits } from "./calls.ts";

// The OpenID Provider, as the package oidc-provider makes it of these settings: docs/adr/0031. What it offers and
// "Sign in with age" has no use for is switched off.

/** Live clients have one issuer and test clients another: no token of a test passes where a live one is wanted. */
export const issuerOf = ({ settings }: Pick<Deps, "settings">, mode: Mode): string =>
  `${settings.publicUrl}/oidc${mode === "test" ? "/test" : ""}`;

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** What an authorization request asks of us, from its parameters. */
export const askedIn = (params: { readonly [name: string]: unknown }) => ({
  scope: textOf(params.scope),
  claims: textOf(params.claims),
  acrValues: textOf(params.acr_values),
  uiLocales: textOf(params.ui_locales),
  country: textOf(params.country),
  region: textOf(params.region),
});

/** Refuses what cannot be asked, before anything is started. Runs for every request, and for pushed ones. */
const checkAsked = (deps: Deps): NonNullable<Configuration["extraParams"]> => ({
  country: null,
  region: async (ctx) => {
    // An answer in a fragment is for scripts; the package offers it always.
    if (ctx.oidc.responseMode === "fragment") throw new errors.InvalidRequest("expected query or form_post");
    const { country, region, ...asked } = askedIn(ctx.oidc.params ?? {});
    // As it came: by now the package has dropped the scopes that it does not know, misspelt ages among them.
    const { scope = asked.scope } = askedIn((ctx.method === "POST" ? ctx.oidc.body : ctx.query) ?? {});
    const refused = thresholdsAsked({ ...asked, scope }, []);
    if (!Array.isArray(refused)) throw new errors.CustomOIDCProviderError(refused.error, refused.description);
    const place = country ?? region?.slice(0, 2);
    if (place !== undefined && !isPlace({ country: place, ...(region === undefined ? {} : { region }) })) {
      throw new errors.InvalidRequest("expected a country such as DE, and a region of it such as DE-BY");
    }
    if (ctx.oidc.route === "pushed_authorization_request")
      await withinLimits(() => countPushed(deps, String(ctx.oidc.client?.tenant_id)));
  },
});

// `login`, `consent` and `select_account` are asked for by many libraries, and each check is all of them.
const { Check, Prompt } = interactionPolicy;
const POLICY = [
  new Prompt(
    { name: "login", requestable: true },
    new Check(
      "age_check",
      "The age is checked each time.",
      "interaction_required",
      (ctx) => !ctx.oidc.result?.login,
    ),
  ),
  new Prompt({ name: "consent", requestable: true }),
  new Prompt({ name: "select_account", requestable: true }),
];

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** For errors that cannot go back to the site, because it is not known which one it is. */
const renderError: NonNullable<Configuration["renderError"]> = async (ctx, { error, error_description }) => {
  ctx.type = "html";
  ctx.body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>This age check cannot start</title><main><h1>This age check cannot start</h1>
<p>The site sent you here with a request that is not valid, or it has expired. Go back to the site and try again.</p>
<p><code>${escaped(error)}</code> ${escaped(error_description ?? "")}</p></main></html>`;
};

const OFF = { enabled: false } as const;

/** SPAs send their code from the browser: from the pages that codes are sent to, and only public clients do. */
const isOwnOrigin: NonNullable<Configuration["clientBasedCORS"]> = (_ctx, origin, client) =>
  client.tokenEndpointAuthMethod === "none" &&
  (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin);

const settingsOf = (deps: Deps, mode: Mode): Configuration => {
  const issuer = issuerOf(deps, mode);
  const isHttps = issuer.startsWith("https:");
  const cookie = { httpOnly: true, sameSite: "lax", secure: isHttps, signed: true } as const;
  const { secrets } = deps;
  const keys = [secrets, ...(secrets.older ? [secrets.older] : [])].map((by) =>
    by.fingerprint("oidc cookies", issuer).toString("base64url"),
  );
  return {
    adapter: adapterFor(deps, mode),
    cookies: {
      names: { session: "_oidc_session", interaction: "_oidc_check", resume: "_oidc_back" },
      keys,
      short: cookie,
      long: cookie,
    },
    routes: {
      authorization: "/authorize",
      token: "/token",
      userinfo: "/userinfo",
      jwks: "/jwks",
      pushed_authorization_request: "/par",
    },
    scopes: ["openid", ...AGE_SCOPES],
    claims: { openid: ["sub", "acr", "auth_time", "txn", ...AGE_CLAIMS] },
    acrValues: [...ACR_VALUES],
    // The ID token holds the answer: many relying parties never ask the userinfo endpoint.
    conformIdTokenClaims: false,
    responseTypes: ["code"],
    subjectTypes: ["public"],
    clientAuthMethods: [...OIDC_AUTH_METHODS],
    enabledJWA: { idTokenSigningAlgValues: ["RS256", "ES256"] },
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: {
      required: (_ctx, client) => client.requires_pkce !== false,
    },
    expiresWithSession: async () => false,
    extraClientMetadata: { properties: ["requires_pkce", "tenant_id"] },
    clientBasedCORS: isOwnOrigin,
    extraParams: checkAsked(deps),
    ttl: LIFETIMES,
    interactions: {
      policy: POLICY,
      url: (_ctx, { uid }) => `${new URL(issuer).pathname}/interaction/${uid}`,
    },
    findAccount: async ({ oidc }, sub) => {
      const claims = await readArtifact(deps, { mode, kind: ACCOUNTS.kind }, sub);
      if (!claims) return undefined;
      const { txn } = claims;
      // Between the answer, which was read a moment ago, and its use the tenant may have taken it back.
      const isUsed = oidc.route !== "resume";
      const isGone = isUsed && (await isRevoked(deps, String(oidc.client?.tenant_id), String(txn)));
      return isGone ? undefined : { accountId: sub, txn, claims: async () => ({ ...claims, sub }) };
    },
    // Asking is all that a site can do here, and the person has just answered: there is nothing more to consent to.
    loadExistingGrant: async ({ oidc }) => {
      const { provider, account, client, requestParamScopes, requestParamClaims } = oidc;
      if (!account || !client) return undefined;
      const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
      grant.addOIDCScope([...requestParamScopes].join(" "));
      grant.addOIDCClaims([...requestParamClaims]);
      await grant.save();
      return grant;
    },
    features: {
      claimsParameter: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      userinfo: { enabled: true },
      backchannelLogout: OFF,
      ciba: OFF,
      clientCredentials: OFF,
      devInteractions: OFF,
      deviceFlow: OFF,
      dPoP: OFF,
      introspection: OFF,
      jwtResponseModes: OFF,
      registration: OFF,
      requestObjects: OFF,
      resourceIndicators: OFF,
      revocation: OFF,
      rpInitiatedLogout: OFF,
    },
    renderError,
  };
};

// A form that posts itself needs its script, whose hash the provider adds to `script-src`; the form goes to the site.
const POLICY_OF_PAGES = "default-src 'none'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** What the provider says about itself beside what its package knows. */
const DISCOVERY = {
  response_modes_supported: ["query", "form_post"],
  claims_supported: ["iss", "aud", "exp", "iat", "nonce", "auth_time", "sub", "acr", "txn", ...AGE_CLAIMS],
} as const;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** The provider of one mode, which signs with these keys. */
const createProvider = (deps: Deps, mode: Mode, keys: Awaited<ReturnType<typeof signingJwks>>): Provider => {
  const provider = new Provider(issuerOf(deps, mode), { ...settingsOf(deps, mode), jwks: { keys } });
  provider.proxy = true; // src/server writes the headers itself
  provider.silent = true; // what it would print is logged below
  const watch = watchCalls(deps, provider);
  provider.Client.prototype.compareClientSecret = async function (this: { clientId: string }, given: string) {
    return !watch.isClosed(this.clientId) && isClientSecret(deps, mode, this.clientId, given);
  };
  provider.use(async (ctx, next) => {
    ctx.set({
      "Content-Security-Policy": POLICY_OF_PAGES,
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    });
    await next();
    if (ctx.path.endsWith("/.well-known/openid-configuration") && isObject(ctx.body)) {
      ctx.body = { ...ctx.body, ...DISCOVERY };
    }
    const cookies = [ctx.response.headers["set-cookie"] ?? []].flat();
    const kept = cookies.filter((text) => !text.startsWith("_oidc_session"));
    if (kept.length < cookies.length) ctx.remove("Set-Cookie");
    if (kept.length > 0 && kept.length < cookies.length) ctx.set("Set-Cookie", kept);
  });
  provider.on("server_error", (_ctx, error) => deps.log.error("the OpenID Provider failed", { error }));
  return provider;
};

/** How long a provider goes on with its keys before it looks for others. */
const KEYS_MS = 60_000;

/** Gives the provider of each mode; another takes its place when there is another key. */
export const createProviders = (deps: Deps): ((mode: Mode) => Promise<Provider>) => {
  const made = new Map<Mode, { provider: Provider; kids: string; atMs: number }>();
  const making = new Map<Mode, Promise<Provider>>();

  const refresh = async (mode: Mode): Promise<Provider> => {
    const keys = await signingJwks(deps, mode);
    const kids = keys.map(({ kid }) => kid).join(" ");
    const known = made.get(mode);
    const provider = known?.kids === kids ? known.provider : createProvider(deps, mode, keys);
    made.set(mode, { provider, kids, atMs: deps.now().getTime() });
    return provider;
  };

  return async (mode) => {
    const known = made.get(mode);
    if (known && deps.now().getTime() - known.atMs < KEYS_MS) return known.provider;
    const running = making.get(mode) ?? refresh(mode).finally(() => making.delete(mode));
    making.set(mode, running);
    return running;
  };
};
