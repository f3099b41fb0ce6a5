import { once } from "node:events";
import { onTestFinished } from "vitest";
import { createHttpServer } from "#server/http-server.ts";
import { createRest } from "#server/rest.ts";
import type { Deps } from "#services/context.ts";

/**
 * Listens with the REST interface of a service, on a free port of this machine.
 * @param files what the build would answer, by path
 * @returns its address
 */
export const serveRest = async (
  deps: Deps,
  files: Readonly<Record<string, unknown>> = {},
): Promise<string> => {
  const rest = createRest(deps);
  const { server, drain } = createHttpServer(
    (request, response) => {
      const [path = ""] = (request.url ?? "").split("?");
      const file = files[path];
      if (file !== undefined) return Promise.resolve(void response.writeHead(200).end(JSON.stringify(file)));
      return rest(request, response) ?? Promise.resolve(void response.writeHead(404).end());
    },
    { proxyHops: 0, isHttps: false },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => drain(0));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
};
