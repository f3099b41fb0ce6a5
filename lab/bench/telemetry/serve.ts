// The public interface as `npm run serve` answers it, without Next behind it: nothing to build, and the same work for each
// request, from the socket to Postgres.
import { loadConfig } from "../../../src/config.ts";
import { createRuntime } from "../../../src/runtime.ts";
import { createHttpServer } from "../../../src/server/http-server.ts";
import { createRest } from "../../../src/server/rest.ts";

const config = loadConfig();
const rest = createRest((await createRuntime(config)).deps);

const { server } = createHttpServer(
  async (request, response) => {
    const answering = rest(request, response);
    if (answering) await answering;
    else response.writeHead(404).end();
  },
  { proxyHops: 0, isHttps: true, isDev: false },
);
server.listen(config.PORT, config.HOST);
