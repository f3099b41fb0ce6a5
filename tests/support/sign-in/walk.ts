import { createHash, randomBytes } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import type { Deps } from "#services/context.ts";
import { ConsoleBrowser, type Send } from "../console/browser.ts";
import { type ConsoleAnswer, consoleCall } from "../console/call.ts";
import { BASE_URL } from "../world/service.ts";

const MAX_PAGES = 5;

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

/** The first form of a page, as a browser would send it with these fields filled in. */
const filledForm = (html: string, pageUrl: string, fields: Record<string, string>) => {
  const form = /<form[\s\S]*?<\/form>/.exec(html)?.[0];
  if (form === undefined) throw new Error(`no form at ${pageUrl}: ${html.slice(0, 500)}`);
  const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
    attribute(tag, "name") ?? "",
    attribute(tag, "value") ?? "",
  ]);
  const action = new URL(attribute(form, "action") ?? "", pageUrl);
  action.hash = "";
  return { action: action.href, body: { ...Object.fromEntries(hidden), ...fields } };
};

export type Landing = { url: string; response: Response };

/** Fills in the provider's forms, one after the other, until it has led back to the console. */
export const filledIn = async (browser: ConsoleBrowser, start: Landing, fields: Record<string, string>) => {
  let at = start;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    if (at.url.startsWith(BASE_URL)) return at;
    const { action, body } = filledForm(await at.response.text(), at.url, fields);
    at = action.startsWith(BASE_URL)
      ? await browser.formOfOtherSite(action, body)
      : await browser.form(action, body);
  }
  throw new Error(`still at ${at.url} after ${MAX_PAGES} forms`);
};

/** Presses the button on the sign-in page, fills in the provider's forms, and stops where it is back at the console. */
export const signInByForm = async (
  browser: ConsoleBrowser,
  fields: Record<string, string>,
  callbackUrl = "/console",
): Promise<Landing> => {
  const { csrfToken } = await (await browser.request("/api/auth/csrf")).json();
  const start = await browser.form("/api/auth/signin/oidc", { csrfToken, callbackUrl });
  return filledIn(browser, start, fields);
};

const described = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url() });
const tokens = z.object({ access_token: z.string(), id_token: z.string() });

export type ProgramInput = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  secretBy: "basic" | "post";
  params: { scope: string; resource?: string };
};

// RFC 8707 §2.2: asked for at both endpoints.
const resourceIn = ({ resource }: ProgramInput["params"]): Record<string, string> =>
  resource === undefined ? {} : { resource };

/**
 * The tokens that a program of the same client gets for somebody by a code flow of its own (RFC 6749 §4.1, RFC 7636),
 * with nothing of the console's in it.
 */
export const tokensOfProgram = async (
  deps: Deps,
  { issuer, clientId, clientSecret, secretBy, params }: ProgramInput,
  fields: Record<string, string>,
): Promise<z.output<typeof tokens>> => {
  const { authorization_endpoint, token_endpoint } = described.parse(
    await (await fetch(`${issuer}/.well-known/openid-configuration`)).json(),
  );
  const browser = new ConsoleBrowser(deps);
  const request = browser.request.bind(browser);
  browser.request = async (url, init) => (url.startsWith(BASE_URL) ? new Response() : request(url, init));
  const verifier = randomBytes(32).toString("base64url");
  const redirectUri = `${BASE_URL}/api/auth/callback/oidc`;
  const query = new URLSearchParams({
    ...params,
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const back = await filledIn(browser, await browser.follow(`${authorization_endpoint}?${query}`), fields);
  const credentials = { client_id: clientId, client_secret: clientSecret };
  const response = await fetch(token_endpoint, {
    method: "POST",
    headers: secretBy === "basic" ? { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` } : {},
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: new URL(back.url).searchParams.get("code") ?? "",
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...resourceIn(params),
      ...(secretBy === "post" ? credentials : {}),
    }),
  });
  return tokens.parse(await response.json());
};

const granted = z.object({ accessToken: z.string() });

/** Somebody at the console with a browser of their own. */
export class Visitor {
  readonly browser: ConsoleBrowser;
  readonly #target: Deps | Send;

  constructor(target: Deps | Send) {
    this.#target = target;
    this.browser = new ConsoleBrowser(target);
  }

  /** Signs in at the provider's forms, and expects to be let in. */
  async arrives(fields: Record<string, string>): Promise<this> {
    const { url } = await signInByForm(this.browser, fields);
    expect(url).toBe(`${BASE_URL}/console`);
    return this;
  }

  /** What the page does before its calls. */
  async bearer(): Promise<string> {
    const response = await this.browser.token();
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return granted.parse(JSON.parse(text)).accessToken;
  }

  async calls(path: string, input?: unknown, tenantId?: string): Promise<ConsoleAnswer> {
    return consoleCall(this.#target, path, input, { bearer: await this.bearer(), tenantId });
  }

  /** Presses "Sign out", and goes nowhere from there. */
  async signsOut(): Promise<string> {
    const response = await this.browser.request("/api/console/sign-out", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
    });
    return z.object({ url: z.url() }).parse(await response.json()).url;
  }
}
