import { type BaseClient, generators, Issuer } from "openid-client";
import { request } from "undici";
import type { OidcAuthMethod } from "#core/oidc/age-request.ts";
import type { Mode } from "#core/verification.ts";
import { insertClient } from "#data/tenants/oidc-clients.ts";
import { createOidc } from "#server/oidc.ts";
import type { Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { newSiteSecret } from "#services/sealing.ts";
import { goBack, submitEvidence } from "../http/hosted.ts";
import { type ServedWithoutNext, serveWithoutNext } from "../world/serve-without-next.ts";

// "Sign in with age" as sites see it: a server on this machine, clients in its database, and a browser with cookies.

export type AgeProvider = ServedWithoutNext;

/** The service at an address of this machine, with its OpenID Provider and without Next behind it. */
export const serveAgeProvider = (
  overrides?: Partial<Deps>,
  settings: Record<string, string> = {},
): Promise<AgeProvider> => serveWithoutNext({ create: createOidc, proxyHops: 0 }, overrides, settings);

export const CALLBACK = "https://shop.example/callback";

type ClientInput = {
  mode?: Mode;
  authMethod?: OidcAuthMethod;
  redirectUris?: string[];
  thresholds?: number[];
  underAge?: "answer" | "deny";
  tokenAlg?: "RS256" | "ES256";
  requiresPkce?: boolean;
  jwks?: { keys: { [member: string]: string }[] };
};

/** A client of a tenant, written as the console writes it. */
export const newClient = async (
  { deps }: { deps: Deps },
  tenantId: string,
  { jwks, ...input }: ClientInput = {},
): Promise<{ clientId: string; secret: string }> => {
  const clientId = newId(deps, "oidcClient");
  const { secret, secretSealed } = newSiteSecret(deps, "oidcSecret", clientId);
  const now = deps.now();
  const { authMethod = "client_secret_basic" } = input;
  await insertClient(deps.db.orm, {
    id: clientId,
    tenantId,
    mode: "test",
    name: "Shop",
    redirectUris: [CALLBACK],
    tokenAlg: "RS256",
    thresholds: [18],
    underAge: "answer",
    requiresPkce: true,
    ...input,
    authMethod,
    secretSealed: authMethod.startsWith("client_secret") ? secretSealed : null,
    jwks: jwks ?? null,
    createdAt: now,
    updatedAt: now,
  });
  return { clientId, secret };
};

const NAVIGATION = {
  accept: "text/html",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
} as const;

const plainOf = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (one) => CHARACTERS[one] ?? "");
const CHARACTERS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
};

/** The form of the page before a check. @returns null: it is another page */
export const buttonIn = (body: string): { action: string; fields: Record<string, string> } | null => {
  const [, action] = /<form method="post" action="([^"]*\/authorize)">/.exec(body) ?? [];
  if (action === undefined) return null;
  const hidden = body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const fields = [...hidden].map(([, name = "", value = ""]) => [plainOf(name), plainOf(value)]);
  return { action: plainOf(action), fields: Object.fromEntries(fields) };
};

/** A browser: it keeps cookies by path, whichever port they are of, and stops at each redirect. */
export class Browser {
  readonly #jar = new Map<string, { name: string; value: string; path: string }>();

  /** @param from the origin of the page whose form is posted; a program's call unless given */
  async get(url: string, form?: Record<string, string>, from?: string): Promise<Response> {
    const { pathname } = new URL(url);
    const cookies = [...this.#jar.values()].filter(({ path }) => pathname.startsWith(path));
    // Not by fetch, which says `Sec-Fetch-Mode: cors`: some sites lead nobody on who asks like a script.
    const { statusCode, headers, body } = await request(url, {
      method: form ? "POST" : "GET",
      headers: {
        ...NAVIGATION,
        ...(form && { "content-type": "application/x-www-form-urlencoded" }),
        ...(from && { origin: from }),
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      },
      body: form ? new URLSearchParams(form).toString() : null,
    });
    const pairs = Object.entries(headers).flatMap(([name, value = []]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    const response = new Response(await body.text(), { status: statusCode, headers: pairs });
    for (const text of response.headers.getSetCookie()) this.#keep(text);
    return response;
  }

  #keep(text: string): void {
    const [pair = "", ...attributes] = text.split(/; */);
    const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? "/";
    if (value === "") this.#jar.delete(name + path);
    else this.#jar.set(name + path, { name, value, path });
  }

  cookies(): string[] {
    return [...this.#jar.values()].map(({ name, path }) => `${name} ${path}`);
  }

  /**
   * Follows redirects of the service until it leads somewhere else: to the hosted page, or to the site. Presses the button
   * of the page before a check.
   * @param form posted to the first address; a link unless given
   */
  async follow(
    url: string,
    origin: string,
    form?: Record<string, string>,
  ): Promise<{ at: string; response: Response }> {
    let at = url;
    let posted = form;
    for (let hops = 0; hops < 6; hops += 1) {
      const response = await this.get(at, posted, posted === form ? undefined : origin);
      const button = buttonIn(await response.clone().text());
      posted = button?.fields;
      if (button) {
        at = new URL(button.action, at).href;
        continue;
      }
      const location = response.headers.get("location");
      if (location === null) return { at, response };
      at = new URL(location, at).href;
      if (!at.startsWith(`${origin}/oidc`)) return { at, response };
    }
    throw new Error(`still at ${at}`);
  }
}

/** The secret of the hosted page at an address. */
export const secretAt = (url: string): string => new URL(url).pathname.split("/")[2] ?? "";

/**
 * Goes through a check: from the authorization request to the address at the site.
 * @param act what the person does on the hosted page
 */
export const walk = async (
  { deps, origin }: AgeProvider,
  url: string,
  act: string | ((secret: string) => Promise<unknown>),
  browser = new Browser(),
): Promise<URL> => {
  const { at } = await browser.follow(url, origin);
  if (!at.startsWith(`${origin}/v/`)) return new URL(at);
  const secret = secretAt(at);
  await (typeof act === "string" ? submitEvidence(deps, secret, { body: act }) : act(secret));
  const back = await goBack(deps, secret);
  return new URL((await browser.follow(back.href, origin)).at);
};

/** The independent relying party: openid-client, with its discovery, PKCE and checks of the ID token. */
export const relyingParty = async (
  { origin }: Pick<AgeProvider, "origin">,
  { clientId, secret }: { clientId: string; secret?: string },
  metadata: { [member: string]: unknown } = {},
  jwks?: { keys: { [member: string]: string }[] },
): Promise<BaseClient> => {
  const issuer = await Issuer.discover(`${origin}/oidc/test`);
  return new issuer.Client(
    {
      client_id: clientId,
      ...(secret === undefined ? {} : { client_secret: secret }),
      redirect_uris: [CALLBACK],
      response_types: ["code"],
      ...metadata,
    },
    jwks,
  );
};

/** A request as a careful site makes it, and what it keeps to check the answer. */
export const careful = () => {
  const code_verifier = generators.codeVerifier();
  const state = generators.state();
  const nonce = generators.nonce();
  const code_challenge = generators.codeChallenge(code_verifier);
  return {
    sent: { scope: "openid age_over:18", state, nonce, code_challenge, code_challenge_method: "S256" },
    checks: { code_verifier, state, nonce, response_type: "code" },
  };
};

/** A site of a tenant of its own, as an independent relying party. */
export const newSite = async (world: AgeProvider, input: Parameters<typeof newClient>[2] = {}) => {
  const tenant = await world.service.tenant({ plan: "scale" });
  const client = await newClient(world, tenant.id, input);
  return { tenant, client, site: await relyingParty(world, client) };
};
