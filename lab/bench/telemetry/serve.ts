// The public interface as `npm run serve` answers it, without Next behind it: nothing to build, and the same work for each
// request, from the socket to Postgres. It stands there once per entry of SIDES, each with these settings more, and
// `GET /side/<index>` says which of them answers from then on.
import { z } from "zod";
import { loadConfig } from "../../../src/config/config.ts";
import { createRuntime } from "../../../src/runtime/runtime.ts";
import { createHttpServer } from "../../../src/server/http-server.ts";
import { createRest } from "../../../src/server/rest.ts";

const config = loadConfig();
const settings = z.array(z.record(z.string(), z.string())).parse(JSON.parse(process.env.SIDES ?? "[]"));
const sides = await Promise.all(
  settings.map(async (more) =>
    createRest((await createRuntime(loadConfig({ ...process.env, ...more }))).deps),
  ),
);
let answering = sides[0];

const { server } = createHttpServer(
  async (request, response) => {
    const [, index] = /^\/side\/(\d)$/.exec(request.url ?? "") ?? [];
    if (index !== undefined) {
      answering = sides[Number(index)];
      response.end();
      return;
    }
    const answer = answering?.(request, response);
    if (answer) await answer;
    else response.writeHead(404).end();
  },
  { proxyHops: 0, isHttps: true, isDev: false },
);
server.listen(config.PORT, config.HOST);
