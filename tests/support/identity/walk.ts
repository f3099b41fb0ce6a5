import type { Deps } from "#services/context.ts";
import { addIdentityProvider } from "#services/identity/providers.ts";
import { ownerCtx } from "../../../scripts/lib/owner-ctx.ts";
import { providerReturn, providerStart } from "../http/handlers.ts";
import { CLIENT } from "../sign-in/identity.ts";
import { BASE_URL } from "../world/service.ts";

type Input = Parameters<typeof addIdentityProvider>[1];

/** Adds a provider of a tenant's, by default one of `age_over_NN` with the client of the tests. */
export const addProvider = async (deps: Deps, tenantId: string, input: Partial<Input> & { issuer: string }) =>
  addIdentityProvider(await ownerCtx(deps, tenantId), {
    slug: "eid",
    mode: "live",
    name: "Test eID",
    country: "DK",
    clientId: CLIENT.id,
    clientAuth: "client_secret",
    ...(input.clientAuth === "private_key_jwt" ? {} : { clientSecret: CLIENT.secret }),
    preset: "age_over",
    ...input,
  });

/** What the browser has after the button: where it goes, and what it keeps. */
export type Sent = { url: URL; cookie: string; state: string };

const cookieIn = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

/** Presses a provider's button as the page's form does. */
export const press = (deps: Deps, secret: string, slug = "eid", headers: Record<string, string> = {}) =>
  providerStart(
    deps,
    new Request(`${BASE_URL}/v/${secret}/idp`, {
      method: "POST",
      body: new URLSearchParams({ provider: slug }),
      headers: { "sec-fetch-site": "same-origin", ...headers },
    }),
    { secret },
  );

const unescaped = (html: string): string =>
  html.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");

/** The same, on to the provider. */
export const goThere = async (deps: Deps, secret: string, slug = "eid"): Promise<Sent> => {
  const response = await press(deps, secret, slug);
  if (response.status !== 200) throw new Error(`no way there: ${response.headers.get("location")}`);
  const [, address = ""] = /content="0;url=([^"]+)"/.exec(await response.text()) ?? [];
  const url = new URL(unescaped(address));
  return { url, cookie: cookieIn(response), state: url.searchParams.get("state") ?? "" };
};

/** What the route's file names say of an address. */
export const paramsOf = ({ pathname }: URL): Record<string, string> => {
  const provider = /^\/v\/idp\/callback\/([^/]+)$/.exec(pathname)?.[1];
  return provider === undefined ? {} : { provider };
};

/** The browser comes back. @returns where it is sent to, such as `/v/vs_…?problem=…` */
export const comeBack = async (deps: Deps, address: URL | string, cookie: string | null): Promise<string> => {
  const url = new URL(address);
  const request = new Request(BASE_URL + url.pathname + url.search, {
    headers: cookie === null ? {} : { cookie },
  });
  const response = await providerReturn(deps, request, paramsOf(url));
  if (response.status !== 303) throw new Error(`expected a redirect, got ${response.status}`);
  return response.headers.get("location") ?? "";
};

/** Signs in at a scripted provider. @returns the address that it sends the browser back to */
export const signInAt = async ({ url }: Pick<Sent, "url">, subject = "ada"): Promise<URL> => {
  const body = new URLSearchParams({ subject });
  const response = await fetch(url, { method: "POST", body, redirect: "manual" });
  return new URL(response.headers.get("location") ?? "");
};

/** The whole way, at a scripted provider. @returns the problem that the page is told of, if any */
export const proveAt = async (deps: Deps, secret: string, slug = "eid"): Promise<string | null> => {
  const sent = await goThere(deps, secret, slug);
  const location = await comeBack(deps, await signInAt(sent), sent.cookie);
  return new URL(location, BASE_URL).searchParams.get("problem");
};
