import cluster from "node:cluster";
import { WRONG_SETTINGS } from "../../../src/platform/process/exit-codes.ts";
import { takeConnections } from "../../../src/server/connections.ts";
import { createHttpServer } from "../../../src/server/http-server.ts";
import { askedToLeave, runProcesses } from "../../../src/server/processes.ts";

// `npm run serve -- --processes <count>` as far as processes, connections and signals go: without settings, Next and its
// build. `node processes-child.ts <count> <port> <seconds of grace> <ms until it is killed>`; each answer is the pid of its process.
// SIGUSR2 tells one that its settings do not fit.

const DRAIN_MS = 10_000;
const [count = 0, port = 0, graceSeconds = 0, killAfterMs = 30_000] = process.argv.slice(2).map(Number);

const answer = async (): Promise<void> => {
  const leaving = askedToLeave();
  process.once("SIGUSR2", () => process.exit(WRONG_SETTINGS));
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
      killAfterMs,
      isRunByNpm: false,
      onListening: () => console.log("listening"),
    }),
  );
await answer();
process.exit(0);
