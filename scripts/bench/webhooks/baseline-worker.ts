// The baseline: graphile-worker with its fastest settings, and undici's fetch. It signs each webhook once and keeps no record of attempts.
import { readFileSync } from "node:fs";
import { run } from "graphile-worker";
import { Agent, fetch } from "undici";
import { signatureHeaders } from "../../../src/platform/webhooks/signature.ts";

export type BaselineJob = { id: string; url: string; body: string; secret: string };

const isJob = (payload: unknown): payload is BaselineJob =>
  typeof payload === "object" && payload !== null && "url" in payload && "secret" in payload;

const dispatcher = new Agent({
  connect: {
    ca: readFileSync(process.env.CA_FILE ?? "", "utf8"),
    lookup: (_host, _options, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }]),
  },
});

const deliver = async (payload: unknown): Promise<void> => {
  if (!isJob(payload)) throw new Error("not a delivery");
  const { id, url, body, secret } = payload;
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...signatureHeaders({ id, timestampSeconds, body, secrets: [secret] }),
    },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(5_000),
    dispatcher,
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`status ${response.status}`);
};

const CONCURRENCY = 64;

const runner = await run({
  preset: {
    worker: {
      connectionString: process.env.DATABASE_URL ?? "",
      concurrentJobs: CONCURRENCY,
      maxPoolSize: 10,
      pollInterval: 500,
      // A queue of its own per process is what makes it fast; for lag it is switched off, as its documents advise.
      ...(process.env.LOCAL_QUEUE === "0" ? {} : { localQueue: { size: 200 } }),
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  },
  noHandleSignals: true,
  taskList: { deliver },
});
console.log("the worker is running");
process.on("SIGTERM", () => void runner.stop().then(() => process.exit(0)));
await runner.promise;
