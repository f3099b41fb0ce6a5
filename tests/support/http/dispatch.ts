import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerOverNext, SERVED, servedAt } from "#http/dispatch.ts";
import { createHttpServer, statusOfOddRequest } from "#server/http-server.ts";
import { createRest } from "#server/rest.ts";
import type { Deps } from "#services/context.ts";
import { startApp } from "../../../scripts/local/app.ts";
import { anyPort } from "../../../scripts/local/ports.ts";

export { SERVED };

/** As Next calls the route files of the interface. */
export const overNext = answerOverNext;

const LEFT_TO_NEXT = 421;

/** The interface over real HTTP, as `npm run serve` answers it; it keeps no process alive. */
export const listen = async (deps: Deps): Promise<string> => {
  const rest = createRest(deps);
  const { server } = createHttpServer(
    (request, response) => {
      const answering = rest(request, response);
      if (answering) return answering;
      response.writeHead(LEFT_TO_NEXT).end();
      return Promise.resolve();
    },
    { proxyHops: 1, isHttps: true, answered: deps.figures.answered },
  );
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
};

/** Who starts a program of the image with the settings of a service, and ends it: tests/faults/image.test.ts. */
const LAUNCHER = process.env.INTERFACE_LAUNCHER;

const settings = new WeakMap<Deps, Readonly<Record<string, string>>>();

const launch = async (launcher: string, env: Readonly<Record<string, string>>): Promise<string> => {
  const response = await fetch(launcher, { method: "POST", body: JSON.stringify(env) });
  if (!response.ok) throw new Error(`The image does not serve: ${await response.text()}`);
  return response.text();
};

/** What runs over the production build, and how to end what runs for a service. */
export const IS_OVER_BUILD = process.env.INTERFACE_OVER === "build" || LAUNCHER !== undefined;
const ends = new WeakMap<Deps, () => Promise<void>>();

/** `npm run serve` with the settings of a service. */
const serve = async (deps: Deps, env: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "lintel-built-"));
  const port = String(await anyPort());
  const app = await startApp({
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      ...env,
      LOG_LEVEL: "warn",
      HOST: "127.0.0.1",
      PORT: port,
    },
    logFolder: folder,
    hasWorker: false,
  });
  ends.set(deps, async () => {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return `http://127.0.0.1:${port}`;
};

const origins = new WeakMap<Deps, Promise<string>>();

const startAnswering = (deps: Deps): Promise<string> => {
  const env = settings.get(deps);
  if (env && LAUNCHER) return launch(LAUNCHER, env);
  return env && IS_OVER_BUILD ? serve(deps, env) : listen(deps);
};

/** Where `npm run serve` would answer, without Next behind it; with a launcher or over the build, where it does. */
export const originOf = (deps: Deps): Promise<string> => {
  const origin = origins.get(deps) ?? startAnswering(deps);
  origins.set(deps, origin);
  return origin;
};

/** Tells with what settings another process would be this service; one with a part of the test's has none. */
export const rememberSettings = (deps: Deps, env: Readonly<Record<string, string>>): void => {
  settings.set(deps, env);
};

/** Ends what was started for a service. */
export const stopAnswering = async (deps: Deps): Promise<void> => {
  if (LAUNCHER && settings.has(deps) && origins.has(deps))
    await fetch(LAUNCHER, { method: "DELETE", body: await originOf(deps) });
  await ends.get(deps)?.();
};

// What createHttpServer and node:http add to every answer, of Next's too.
const OF_THE_SERVER = [
  "connection",
  "content-length",
  "content-security-policy",
  "date",
  "keep-alive",
  "strict-transport-security",
] as const;

/** What the server answers by itself, or leaves to Next: tests/unit/server and tests/served have tests of it. */
const isNotForEndpoints = ({ method, headers }: Request, { pathname, search }: URL): boolean =>
  !servedAt(pathname) ||
  headers.has("content-length") || // a lie
  statusOfOddRequest({ method, url: pathname + search, rawHeaders: [] }) !== null ||
  [...headers].some(([, value]) => value.length > 15_000 || /[^\t -~]/.test(value)); // no client sends it

const overSocket = async (deps: Deps, request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  const body = request.body ? { body: await request.arrayBuffer() } : {};
  const target = (await originOf(deps)) + pathname + search;
  const answer = await fetch(target, { method, headers, redirect: "manual", ...body });
  if (answer.status === LEFT_TO_NEXT)
    return overNext(deps, new Request(request.url, { method, headers, ...body }));
  const own = new Headers(answer.headers);
  for (const name of OF_THE_SERVER) own.delete(name);
  return new Response(await answer.arrayBuffer(), { status: answer.status, headers: own });
};

/** Over a socket, as `npm run serve` answers. */
const overServer = async (deps: Deps, request: Request): Promise<Response> =>
  isNotForEndpoints(request, new URL(request.url)) ? overNext(deps, request) : overSocket(deps, request);

/** What the build answers; null where the suite does not run over it, or the test has replaced a part of the service. */
export const overBuild = async (deps: Deps, request: Request): Promise<Response | null> =>
  IS_OVER_BUILD && settings.has(deps) ? overSocket(deps, request) : null;

/** Answers a request of the public interface the way that the suite runs over: vitest.config.ts. */
export const dispatch = ["server", "build"].includes(process.env.INTERFACE_OVER ?? "")
  ? overServer
  : overNext;
