// A baseline's worker: graphile-worker with its fastest settings that are still safe.
import { Logger, run } from "graphile-worker";
import { CONCURRENCY, deliver } from "./baseline-send.ts";

// By default it writes two lines for each job; the other sides write none.
const logger = new Logger(() => (level, message) => {
  if (level === "error") console.error(message);
});

console.log("the worker is running");
const runner = await run({
  preset: {
    worker: {
      connectionString: process.env.DATABASE_URL ?? "",
      concurrentJobs: CONCURRENCY,
      maxPoolSize: 10,
      pollInterval: 500,
      // A local queue per process makes it fast; for lag it is switched off, as its documentation advises.
      ...(process.env.LOCAL_QUEUE === "0" ? {} : { localQueue: { size: 200 } }),
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  },
  logger,
  noHandleSignals: true,
  taskList: { deliver },
});
process.on("SIGTERM", () => void runner.stop().then(() => process.exit(0)));
await runner.promise;
