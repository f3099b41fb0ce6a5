import { readFileSync } from "node:fs";
import { createDatabaseClock } from "#data/database-clock.ts";
import { listenForWakes } from "#data/listen.ts";
import { developmentNetwork } from "#platform/webhooks/development-network.ts";
import { createWebhookSender, type WebhookSender } from "#platform/webhooks/sender.ts";
import type { Runtime } from "#runtime.ts";
import { createDeliverer } from "./deliver-webhooks.ts";
import { JOBS } from "./jobs.ts";
import { runJobs } from "./loop.ts";
import { createWake } from "./wake.ts";

const senderFor = ({ config }: Runtime, now: () => Date): WebhookSender => {
  const isLocal = config.WEBHOOK_ALLOW_LOOPBACK === "true";
  const ca = config.WEBHOOK_EXTRA_CA_FILE;
  const trusted = ca === undefined ? {} : { ca: [readFileSync(ca, "utf8")] };
  return createWebhookSender({ now, ...(isLocal ? developmentNetwork(trusted) : trusted) });
};

/**
 * Everything that a worker does, until the signal; then it finishes what it has begun. Several may run at once,
 * on several machines.
 */
export const runWorker = async (runtime: Runtime, signal: AbortSignal): Promise<void> => {
  const { config, deps } = runtime;
  // All that makes deliveries due goes by Postgres' time, whatever this machine's clock says.
  const clock = createDatabaseClock(deps.db, deps.now);
  const sender = senderFor(runtime, clock.now);
  const wake = createWake();
  await Promise.all([
    runJobs(runtime, JOBS, signal),
    createDeliverer({ ...deps, now: clock.now }, sender, wake, clock.sync).run(signal),
    listenForWakes(config.DATABASE_URL, wake.ring, signal),
  ]);
  await sender.close();
};
