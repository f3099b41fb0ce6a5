import type { IncomingMessage, ServerResponse } from "node:http";
import { isNowhere, mayServeHost } from "#http/site.ts";
import { notFound } from "#http/unserved.ts";
import type { Runtime } from "#runtime/runtime.ts";
import type { NodeHandler } from "./http-server.ts";
import { incomingOf, write } from "./rest.ts";

// Tenants' hosts, before anything else is asked: what such a host does not have is refused here, for every part of the
// service at once.

/** Next has no page there, so it draws the page for unknown addresses. */
const UNKNOWN_PAGE = "/v";

const pathOf = ({ url = "/" }: IncomingMessage): string => url.split("?", 1)[0] ?? "/";

/** Balancers ask by addresses and internal names, also while the database is away. */
const isHealth = (path: string): boolean => /^\/health(?:\/|$)/.test(path);

const isPage = ({ method = "GET", headers }: IncomingMessage): boolean =>
  ["GET", "HEAD"].includes(method) && !/\bapplication\/json\b/i.test(headers.accept ?? "");

/**
 * Lets requests through to what their host has.
 * @param handle everything that the main host has
 * @param page what draws pages
 */
export const withHosts = (deps: Runtime["deps"], handle: NodeHandler, page: NodeHandler): NodeHandler => {
  const main = new URL(deps.settings.publicUrl).host;
  return async (request, response) => {
    // Nearly every request, without anything to wait for.
    if (request.headers.host === main) return handle(request, response);
    const path = pathOf(request);
    const nowhere = await isNowhere(deps, request.headers.host, path).catch((error: unknown) => {
      if (isHealth(path)) return false;
      deps.log.error("whose host it is could not be asked", { error });
      return null;
    });
    if (nowhere === null) return void response.writeHead(503, { "retry-after": "5" }).end();
    if (!nowhere) return handle(request, response);
    if (!isPage(request)) return write(response, await notFound(deps, incomingOf(request)));
    request.url = UNKNOWN_PAGE;
    return page(request, response);
  };
};

const ASK = "/hosts/ask";

/** What a proxy adds to requests of others. Caddy's own question has none of them. */
const FORWARDED = /^(?:x-forwarded-(?:for|host|proto)|forwarded|via)$/i;

/**
 * Answers whether a certificate may be had for a name: Caddy's `ask` (on-demand TLS), which takes 200 for yes and anything
 * else for no. Only for a proxy that asks us directly: a request that came through one, or to the public host, gets the
 * answer for an unknown name.
 * @returns null: another address
 */
export const createAsk = (deps: Runtime["deps"]) => {
  const main = new URL(deps.settings.publicUrl).host;
  return (request: IncomingMessage, response: ServerResponse): Promise<void> | null => {
    if (pathOf(request) !== ASK) return null;
    const { rawHeaders, headers, method, url = "/" } = request;
    const isForwarded = rawHeaders.some((name, index) => index % 2 === 0 && FORWARDED.test(name));
    const isDirect = method === "GET" && !isForwarded && headers.host !== main;
    const domain = new URL(url, "http://localhost").searchParams.get("domain");
    const answer = async (): Promise<void> => {
      const status = isDirect ? await mayServeHost(deps, domain) : 404;
      response.writeHead(status, { "cache-control": "no-store", "content-length": 0 }).end();
    };
    return answer();
  };
};
