// A baseline's worker: BullMQ, one Worker for each queue that it is given.
import { Worker } from "bullmq";
import { CONCURRENCY, deliver } from "./baseline-send.ts";

const workers = (process.env.QUEUES ?? "").split(",").map((queue) => {
  const worker = new Worker(queue, ({ data }: { data: unknown }) => deliver(data), {
    connection: { host: "127.0.0.1", port: Number(process.env.REDIS_PORT), maxRetriesPerRequest: null },
    concurrency: CONCURRENCY,
    autorun: false,
  });
  return worker.on("error", (error) => console.error(error));
});

await Promise.all(workers.map((worker) => worker.waitUntilReady()));
console.log("the worker is running");
process.on("SIGTERM", () => {
  void Promise.all(workers.map((worker) => worker.close())).then(() => process.exit(0));
});
await Promise.all(workers.map((worker) => worker.run()));
