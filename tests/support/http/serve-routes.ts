import { globSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { program } from "#program.ts";

// The route files of src/app over real HTTP, without Next and its build: what wallets and tenants' backends speak to.

const APP = new URL("../../../src/app/", import.meta.url).pathname;

globalThis.lintelProgram = program;

type Params = Record<string, string>;
type Route = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;
type RouteFile = { readonly [method: string]: unknown };
type Served = { file: string; pattern: RegExp; names: string[]; load: () => Promise<RouteFile> };

/**
 * `(hosted)/v/[secret]/state/route.ts` serves /v/…/state; a group in brackets is no part of the address, and
 * `[...rest]` is all that is left of it, which may be nothing where it is `[[...rest]]`.
 */
const servedBy = (file: string): Served => {
  const parts = file.split("/").slice(0, -1);
  const path = parts.filter((part) => !part.startsWith("("));
  const names = path.flatMap((part) => /^\[{1,2}(?:\.{3})?(\w+)\]{1,2}$/.exec(part)?.[1] ?? []);
  const pattern = path.map((part) => {
    if (part.startsWith("[[...")) return "(?:/(.+))?";
    if (part.startsWith("[...")) return "/(.+)";
    return part.startsWith("[") ? "/([^/]+)" : `/${part.replaceAll(".", "\\.")}`;
  });
  return {
    file,
    pattern: new RegExp(`^${pattern.join("")}$`),
    names,
    load: () => import(join(APP, file)),
  };
};

// Next prefers fixed parts to open ones, and anything to a rest; so does this order.
const openness = ({ file, names }: Served): number => names.length + (file.includes("[...") ? 10 : 0);

const ROUTES = globSync(["**/route.ts", "**/.*/**/route.ts"], { cwd: APP })
  .map(servedBy)
  .sort((a, b) => openness(a) - openness(b));

/** Every route file, below src/app. */
export const ROUTE_FILES: readonly string[] = ROUTES.map(({ file }) => file);

const routeAt = (pathname: string): Served | undefined =>
  ROUTES.find(({ pattern }) => pattern.test(pathname));

/** The route file that answers at an address. */
export const routeFileAt = (pathname: string): string | undefined => routeAt(pathname)?.file;

const isRoute = (value: unknown): value is Route => typeof value === "function";

const requestOf = (incoming: IncomingMessage, origin: string, body: Buffer<ArrayBuffer>): Request => {
  const { method = "GET", url = "/", headers } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return new Request(origin + url, {
    method,
    headers: given,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  });
};

/** What the route file of this address answers, with the runtime of `globalThis.lintelRuntime`. */
export const answerTo = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  const found = routeAt(pathname);
  const route = (await found?.load())?.[request.method];
  if (!found || !isRoute(route)) return Response.json({ code: "NOT_FOUND" }, { status: 404 });
  const values = found.pattern.exec(pathname)?.slice(1) ?? [];
  const params = Object.fromEntries(found.names.map((name, index) => [name, values[index] ?? ""]));
  return route(request, { params: Promise.resolve(params) });
};

export type Lie = (request: Request, honest: Response) => Response;

export type RouteServer = AsyncDisposable & {
  origin: string;
  /** From now on answers are changed on their way; null for no more. */
  lie(lie: Lie | null): void;
};

/** Serves them with the runtime of `globalThis.lintelRuntime`, which has to be there before the first request. */
export const serveRoutes = async (): Promise<RouteServer> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://localhost:${typeof address === "object" && address ? address.port : 0}`;
  let lie: Lie | null = null;
  server.on("request", (incoming, outgoing) => {
    const answer = async (): Promise<void> => {
      const request = requestOf(incoming, origin, await buffer(incoming));
      const honest = await answerTo(request);
      const response = lie?.(request, honest) ?? honest;
      outgoing.writeHead(response.status, [...response.headers].flat());
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    };
    answer().catch(() => outgoing.destroy());
  });
  return {
    origin,
    lie: (next) => {
      lie = next;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
