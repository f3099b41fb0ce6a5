import cluster from "node:cluster";
import { takeConnections } from "../../../src/server/connections.ts";
import { createHttpServer } from "../../../src/server/http-server.ts";
import { askedToLeave, runProcesses } from "../../../src/server/processes.ts";

// `npm run serve -- --processes <count>` as far as processes, connections and signals go: without settings, Next and its
// build. `node processes-child.ts <count> <port> <seconds of grace>`; each answer is the pid of its process.

const DRAIN_MS = 10_000;
const [count = 0, port = 0, graceSeconds = 0] = process.argv.slice(2).map(Number);

const answer = async (): Promise<void> => {
  const leaving = askedToLeave();
  const { server, drain } = createHttpServer(
    async (request, response) => {
      request.resume();
      response.end(String(process.pid));
    },
    { proxyHops: 0, isHttps: false },
  );
  takeConnections(server);
  const { graceOver } = await leaving;
  await drain(DRAIN_MS, graceOver);
};

if (cluster.isPrimary)
  process.exit(
    await runProcesses({
      count,
      port,
      host: "127.0.0.1",
      graceSeconds,
      isRunByNpm: false,
      onListening: () => console.log("listening"),
    }),
  );
await answer();
process.exit(0);
