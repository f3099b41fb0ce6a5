import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { startDraining } from "#platform/draining.ts";
import { getRuntime } from "#runtime/runtime.ts";
import { createHttpServer } from "../../../src/server/http-server.ts";
import { createRest } from "../../../src/server/rest.ts";

// The interface as `npm run serve` answers it, without Next and its build, in a process of its own for tests that kill it:
// `node api-child.ts` answers on the port that it prints, and drains at SIGTERM.

const DRAIN_MS = 10_000;
const runtime = await getRuntime();
const rest = createRest(runtime.deps);

const { server, drain } = createHttpServer(
  async (request, response) => {
    const answering = rest(request, response);
    if (answering) return answering;
    response.writeHead(404).end();
  },
  { proxyHops: 0, isHttps: false },
);

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(`port ${address.port}`);
});

await once(process, "SIGTERM");
startDraining();
await drain(DRAIN_MS, pause(runtime.config.SHUTDOWN_GRACE_SECONDS * 1_000));
await runtime.close();
process.exit(0);
