import { type Configuration, errors, interactionPolicy, Provider } from "oidc-provider";
import { ACR_VALUES } from "#core/assurance.ts";
import { isObject } from "#core/json.ts";
import { AGE_CLAIMS, AGE_SCOPES, OIDC_AUTH_METHODS, thresholdsAsked } from "#core/oidc/age-request.ts";
import { isPlace } from "#core/policy/places.ts";
import { escapeHtml } from "#core/text.ts";
import type { Mode } from "#core/verification.ts";
import type { Deps } from "#services/context.ts";
import { writeTogether } from "#services/oidc/artifacts.ts";
import { countPushed, isRevoked } from "#services/oidc/checks.ts";
import { isClientSecret } from "#services/oidc/clients.ts";
import { signingJwks } from "#services/oidc/keys.ts";
import { adapterFor, answerIn, answerOfGrant, keepAnswer, LIFETIMES } from "./adapter.ts";
import { artifactsNow, callNow, pageNow, watchCalls, withinLimits } from "./calls.ts";
import { askedIn, beginInteraction, endInteraction } from "./interaction.ts";

// The OpenID Provider, which the package oidc-provider builds from these settings: docs/adr/0031. Whatever
// "Sign in with age" does not need is switched off.

/** Live clients have one issuer and test clients another: no test token passes where a live one is wanted. */
export const issuerOf = ({ settings }: Pick<Deps, "settings">, mode: Mode): string =>
  `${settings.publicUrl}/oidc${mode === "test" ? "/test" : ""}`;

/** Refuses what cannot be asked before anything starts. Runs for every request, pushed ones included. */
const checkAsked = (deps: Deps, mode: Mode): NonNullable<Configuration["extraParams"]> => ({
  country: null,
  region: async (ctx) => {
    // An answer in a fragment is for scripts, but the package always offers it.
    if (ctx.oidc.responseMode === "fragment") throw new errors.InvalidRequest("expected query or form_post");
    const { country, region, ...asked } = askedIn(ctx.oidc.params ?? {});
    // As received: by now the package has dropped the scopes that it does not know, misspelt ages among them.
    const { scope = asked.scope } = askedIn((ctx.method === "POST" ? ctx.oidc.body : ctx.query) ?? {});
    const refused = thresholdsAsked({ ...asked, scope }, []);
    if (!Array.isArray(refused)) throw new errors.CustomOIDCProviderError(refused.error, refused.description);
    const place = country ?? region?.slice(0, 2);
    if (place !== undefined && !isPlace({ country: place, ...(region === undefined ? {} : { region }) })) {
      throw new errors.InvalidRequest("expected a country such as DE, and a region of it such as DE-BY");
    }
    if (ctx.oidc.route === "pushed_authorization_request")
      await withinLimits(() => countPushed(deps, mode, String(ctx.oidc.client?.clientId)));
  },
});

// Many libraries ask for `login`, `consent` and `select_account`, and each check is all of them.
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

type Page = { type: string; body: unknown };

const showPage = (ctx: Page, heading: string, text: string, more = ""): void => {
  ctx.type = "html";
  ctx.body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${heading}</title><main><h1>${heading}</h1>
<p>${text} Go back to the site and start again.</p>${more}</main></html>`;
};

/** For errors that cannot go back to the site because it is not known which site that is. */
const renderError: NonNullable<Configuration["renderError"]> = async (ctx, { error, error_description }) =>
  showPage(
    ctx,
    "This age check cannot start",
    "The site sent you here with a request that is not valid, or it has expired.",
    `
<p><code>${escapeHtml(error)}</code> ${escapeHtml(error_description ?? "")}</p>`,
  );

const showLost = (ctx: Page & { status: number }): void => {
  ctx.status = 400;
  showPage(ctx, "This age check is over", "It has expired, or it was started in another browser.");
};

const OFF = { enabled: false } as const;

/**
 * SPAs send their code from the browser, from the pages to which codes are sent, and only public clients do.
 */
const isOwnOrigin: NonNullable<Configuration["clientBasedCORS"]> = (_ctx, origin, client) =>
  client.tokenEndpointAuthMethod === "none" &&
  // An app's own scheme has the origin "null", as does anyone's sandboxed frame.
  origin !== "null" &&
  (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin);

const COOKIES = { session: "_oidc_session", interaction: "_oidc_check", resume: "_oidc_back" } as const;

/** No one stays signed in here, and the hosted page's address is enough to find it. */
const UNUSED_COOKIES = /^_oidc_(?:session|check)\b/;

/** Below the issuer: the address to which the hosted page leads back. */
const RESUME = /^\/authorize\/([\w-]{1,64})$/;

const settingsOf = (deps: Deps, mode: Mode): Configuration => {
  const issuer = issuerOf(deps, mode);
  const isHttps = issuer.startsWith("https:");
  // Not signed: it is an id of 256 random bits, which cannot be guessed.
  const cookie = { httpOnly: true, sameSite: "lax", secure: isHttps, signed: false } as const;
  return {
    adapter: adapterFor(deps, mode),
    cookies: {
      names: COOKIES,
      short: cookie,
      // POST is made to depend on this cookie. It is never sent: UNUSED_COOKIES.
      long: { ...cookie, sameSite: "none" },
    },
    // OpenID Connect Core 1.0 §3.1.2.1: by GET and by POST.
    enableHttpPostMethods: true,
    routes: {
      authorization: "/authorize",
      token: "/token",
      userinfo: "/userinfo",
      revocation: "/revoke",
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
    extraParams: checkAsked(deps, mode),
    ttl: LIFETIMES,
    interactions: {
      policy: POLICY,
      url: (ctx, interaction) => beginInteraction(deps, mode, ctx, interaction),
    },
    findAccount: async (ctx, sub, source) => {
      const { client, route } = ctx.oidc;
      const isUsed = route !== "resume";
      const claims = isUsed ? await answerOfGrant(deps, mode, source?.grantId) : answerIn(ctx.oidc.result);
      if (!claims) return undefined;
      const { txn } = claims;
      // The tenant may have taken the answer back between its reading, a moment ago, and its use.
      const ask = () => isRevoked(deps, String(client?.tenant_id), String(txn));
      const isGone = isUsed && (callNow().isRevoked ?? (await ask()));
      return isGone ? undefined : { accountId: sub, txn, claims: async () => ({ ...claims, sub }) };
    },
    // A site can only ask here, and the person has just answered: there is nothing more to consent to.
    loadExistingGrant: async ({ oidc }) => {
      const { provider, account, client, requestParamScopes, requestParamClaims } = oidc;
      if (!account || !client) return undefined;
      const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
      grant.addOIDCScope([...requestParamScopes].join(" "));
      grant.addOIDCClaims([...requestParamClaims]);
      await keepAnswer(deps, mode, await grant.save(), answerIn(oidc.result));
      return grant;
    },
    features: {
      claimsParameter: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      userinfo: { enabled: true },
      // RFC 7009: a site that has finished gives its access token back.
      revocation: { enabled: true },
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
      rpInitiatedLogout: OFF,
    },
    renderError,
  };
};

// A form that submits itself needs its script, whose hash the provider adds to `script-src`; the form goes to
// the site.
const POLICY_OF_PAGES = "default-src 'none'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** What the provider says about itself beyond what its package knows. */
const DISCOVERY = {
  response_modes_supported: ["query", "form_post"],
  claims_supported: ["iss", "aud", "exp", "iat", "nonce", "auth_time", "sub", "acr", "txn", ...AGE_CLAIMS],
} as const;

/** The provider for one mode, which signs with these keys. */
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
    if (ctx.path.endsWith("/par") && ctx.status === 201 && isObject(ctx.body))
      ctx.body = { ...ctx.body, expires_in: LIFETIMES.PushedAuthorizationRequest };
    const cookies = [ctx.response.headers["set-cookie"] ?? []].flat();
    const kept = cookies.filter((text) => !UNUSED_COOKIES.test(text));
    if (kept.length < cookies.length) ctx.remove("Set-Cookie");
    if (kept.length > 0 && kept.length < cookies.length) ctx.set("Set-Cookie", kept);
  });
  provider.use(async (ctx, next) => {
    await next();
    const page = pageNow();
    if (!page) return;
    for (const name of ["Location", "Set-Cookie"]) ctx.remove(name);
    ctx.status = page.status;
    ctx.set(page.headers);
    ctx.body = page.body;
  });
  provider.use(async (ctx, next) => {
    try {
      await next();
      const artifacts = artifactsNow();
      if (artifacts) await writeTogether(deps, artifacts);
    } catch (error) {
      provider.emit("server_error", ctx, error);
      for (const name of ["Location", "Set-Cookie"]) ctx.remove(name);
      ctx.status = 500;
      ctx.body = { error: "server_error", error_description: "Try again." };
    }
  });
  // The browser is back from the hosted page: the check is read before the provider answers the site.
  provider.use(async (ctx, next) => {
    const [, uid] = RESUME.exec(ctx.path) ?? [];
    if (uid === undefined || ctx.method !== "GET") return next();
    const isOwn = ctx.cookies.get(COOKIES.resume) === uid;
    const interaction = isOwn ? await provider.Interaction.find(uid) : undefined;
    if (!interaction) return showLost(ctx);
    const page = await endInteraction(deps, mode, interaction);
    if (page === null) return next();
    ctx.redirect(page);
    ctx.status = 303;
  });
  provider.on("server_error", (_ctx, error) => deps.log.error("the OpenID Provider failed", { error }));
  return provider;
};

/** How long a provider uses its keys before it looks for others. */
const KEYS_MS = 60_000;

/** Gives the provider for each mode; a new one takes its place when there is a new key. */
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
