// A service's addresses of gates, and beside them two constant answers of the same server with a check's headers: /constant
// in the frame that every answer of ours has (id, telemetry, errors), and /bare without it.
import process from "node:process";
import { listenLocally } from "../../../scripts/local/ports.ts";
import { loadConfig } from "../../../src/config/config.ts";
import { framed, requestIdOf } from "../../../src/http/respond.ts";
import { createRuntime } from "../../../src/runtime/runtime.ts";
import { createHttpServer } from "../../../src/server/http-server.ts";
import { createGates, incomingOf, write } from "../../../src/server/rest.ts";

const { deps } = await createRuntime(loadConfig());
const gates = createGates(deps);
const headers = { "cache-control": "no-store", vary: "Cookie", "lintel-age": "18" };
const constant = { status: 200, headers, body: "" };

const { server } = createHttpServer(
  async (request, response) => {
    const answering = gates(request, response);
    if (answering) return answering;
    if (request.url === "/bare")
      return void response.writeHead(200, { ...headers, "content-length": 0 }).end();
    const incoming = incomingOf(request, response);
    const id = requestIdOf(deps, incoming);
    const answer = () => Promise.resolve(constant);
    write(response, await framed(deps, incoming, id, { event: null }, answer, () => constant));
  },
  { proxyHops: 0, isHttps: false },
);
await listenLocally(server, Number(process.env.PORT));
