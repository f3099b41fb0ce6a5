import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { loadConfig } from "#config/config.ts";
import { createRuntime } from "#runtime/runtime.ts";
import { createHttpServer } from "#server/http-server.ts";
import { createRest } from "#server/rest.ts";
import type { Deps } from "#services/context.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { createDatabase } from "./database.ts";
import { createService, sharedEnv, type TestService } from "./service.ts";

// The service in this process, at a port of this machine: what our own server answers, with nothing behind it.

export type ServedWithoutNext = AsyncDisposable & {
  service: TestService;
  deps: Deps;
  origin: string;
  /** Answers as another process of the same service would. @returns its address */
  another(): Promise<string>;
};

/** Null: the address is not one of these. */
type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void> | null;

type Served = {
  /** What answers beside the interface. */
  create: (deps: Deps) => Handler;
  /** Proxies in front of it that are trusted. */
  proxyHops: number;
};

const stop = (server: Server): void => {
  server.closeAllConnections();
  server.close();
};

const listen = async (deps: Deps, { create, proxyHops }: Served, port: number): Promise<Server> => {
  const rest = createRest(deps);
  const more = create(deps);
  const { server } = createHttpServer(
    (request, response) => {
      const answering = rest(request, response) ?? more(request, response);
      if (answering) return answering;
      response.writeHead(421).end();
      return Promise.resolve();
    },
    { proxyHops, isHttps: false, answered: deps.figures.answered },
  );
  server.listen(port, "127.0.0.1").unref();
  await once(server, "listening");
  return server;
};

/** @param settings of the service, for example another PUBLIC_URL */
export const serveWithoutNext = async (
  served: Served,
  overrides?: Partial<Deps>,
  settings: Record<string, string> = {},
): Promise<ServedWithoutNext> => {
  await using stack = new AsyncDisposableStack();
  const port = await anyPort();
  const origin = `http://localhost:${port}`;
  const database = await createDatabase();
  const env = { ...sharedEnv(database.url), LOG_LEVEL: "silent", PUBLIC_URL: origin, ...settings };
  const service = await createService({ env, database, ...(overrides ? { overrides } : {}) });
  stack.defer(() => service.close());
  const server = await listen(service.deps, served, port);
  stack.defer(() => stop(server));
  const kept = stack.move();
  return {
    service,
    deps: service.deps,
    origin,
    another: async () => {
      const runtime = await createRuntime(loadConfig(env));
      kept.defer(() => runtime.close());
      const other = await anyPort();
      const beside = await listen(runtime.deps, served, other);
      kept.defer(() => stop(beside));
      return `http://localhost:${other}`;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
};
