import { handleAuth } from "#auth/handle-auth.ts";
import { accessToken, signOut } from "#auth/session.ts";
import type { Deps } from "#services/context.ts";
import {
  exportArchive,
  exportAuditCsv,
  exportAuditJsonLines,
  exportUsageCsv,
  exportVerificationsCsv,
} from "#trpc/export-csv.ts";
import { handleTrpc } from "#trpc/handle-trpc.ts";
import { BASE_URL } from "../world/service.ts";

type Handler = (deps: Deps, request: Request) => Promise<Response>;

const page = async (_deps: Deps, request: Request): Promise<Response> => new Response(`page ${request.url}`);

const ROUTES: readonly [prefix: string, handler: Handler][] = [
  ["/api/auth/", handleAuth],
  ["/api/trpc/", handleTrpc],
  ["/api/console/token", accessToken],
  ["/api/console/sign-out", signOut],
  ["/api/console/export/verifications", exportVerificationsCsv],
  ["/api/console/export/audit-trail", exportAuditCsv],
  ["/api/console/export/audit-lines", exportAuditJsonLines],
  ["/api/console/export/archive", exportArchive],
  ["/api/console/export/operator-usage", exportUsageCsv],
  ["/console", page],
];

export const consoleResponse = (deps: Deps, request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  const handler = ROUTES.find(([prefix]) => pathname.startsWith(prefix))?.[1];
  if (!handler) throw new Error(`nothing at ${pathname}`);
  return handler(deps, request);
};

/** How a request reaches the console: in this process, or in another. */
export type Send = (request: Request) => Promise<Response>;

export const sendTo = (target: Deps | Send): Send =>
  typeof target === "function" ? target : (request) => consoleResponse(target, request);

/** A browser as far as sign-in needs one: cookies by host, redirects, forms. The provider is asked over HTTP. */
export class ConsoleBrowser {
  readonly #send: Send;
  readonly #jars = new Map<string, Map<string, string>>();

  constructor(target: Deps | Send) {
    this.#send = sendTo(target);
  }

  jar(host: string): Map<string, string> {
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    return jar;
  }

  /** The console's own cookies. */
  get cookies(): Map<string, string> {
    return this.jar(new URL(BASE_URL).host);
  }

  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const target = new URL(url, BASE_URL);
    const jar = this.jar(target.host);
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
    const request = new Request(target, { ...init, headers, redirect: "manual" });
    const isOurs = target.origin === BASE_URL;
    const response = isOurs ? await this.#send(request) : await fetch(request);
    for (const cookie of response.headers.getSetCookie()) this.#keep(jar, cookie);
    return response;
  }

  /** As `request`, then on wherever it leads. */
  async follow(url: string, init: RequestInit = {}): Promise<{ url: string; response: Response }> {
    let next = new URL(url, BASE_URL).href;
    let response = await this.request(next, init);
    for (let hops = 0; hops < 15; hops += 1) {
      const location = response.headers.get("location");
      if (location === null) return { url: next, response };
      next = new URL(location, next).href;
      response = await this.request(next);
    }
    throw new Error(`too many redirects, the last to ${next}`);
  }

  form(url: string, fields: Record<string, string>) {
    const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
    return this.follow(url, { method: "POST", headers, body: new URLSearchParams(fields).toString() });
  }

  /** Sends a form of another site's page: cookies that are SameSite=Lax, as all of the console's, stay at home. */
  async formOfOtherSite(url: string, fields: Record<string, string>) {
    const response = await this.#send(
      new Request(url, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
        body: new URLSearchParams(fields).toString(),
      }),
    );
    for (const cookie of response.headers.getSetCookie()) this.#keep(this.cookies, cookie);
    const location = response.headers.get("location");
    return location === null ? { url, response } : this.follow(new URL(location, url).href);
  }

  /** Presses the button on the sign-in page, and chooses who to be at the provider. */
  async signIn(subject: string, callbackUrl = "/console"): Promise<{ url: string; response: Response }> {
    const csrf = await (await this.request("/api/auth/csrf")).json();
    const atProvider = await this.form("/api/auth/signin/oidc", { csrfToken: csrf.csrfToken, callbackUrl });
    return this.form(atProvider.url, { subject });
  }

  /** What the console's page does to get its bearer. */
  token(headers: Record<string, string> = { "sec-fetch-site": "same-origin" }): Promise<Response> {
    return this.request("/api/console/token", { method: "POST", headers });
  }

  #keep(jar: Map<string, string>, cookie: string): void {
    const [pair = "", ...attributes] = cookie.split(";").map((part) => part.trim());
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    const isOver = attributes.some((attribute) => {
      const [key = "", value = ""] = attribute.split("=");
      if (/^max-age$/i.test(key)) return Number(value) <= 0;
      return /^expires$/i.test(key) && Date.parse(value) <= 1_000;
    });
    if (isOver || pair.endsWith("=")) jar.delete(name);
    else jar.set(name, pair.slice(at + 1));
  }
}
