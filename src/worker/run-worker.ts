import { readFileSync } from "node:fs";
import { listenForWakes } from "#data/listen.ts";
import { developmentNetwork } from "#platform/webhooks/development-network.ts";
import { createWebhookSender, type WebhookSender } from "#platform/webhooks/sender.ts";
import type { Runtime } from "#runtime.ts";
import { createDeliverer } from "./deliver-webhooks.ts";
import { JOBS } from "./jobs.ts";
import { runJobs } from "./loop.ts";
import { createWake } from "./wake.ts";

const senderFor = ({ config, deps }: Runtime): WebhookSender => {
  const isLocal = config.WEBHOOK_ALLOW_LOOPBACK === "true";
  const ca = config.WEBHOOK_EXTRA_CA_FILE;
  const trusted = ca === undefined ? {} : { ca: [readFileSync(ca, "utf8")] };
  return createWebhookSender({ now: deps.now, ...(isLocal ? developmentNetwork(trusted) : trusted) });
};

/**
 * Everything that a worker does, until the signal; then it finishes what it has begun. Several may run at once,
 * on several machines.
 */
export const runWorker = async (runtime: Runtime, signal: AbortSignal): Promise<void> => {
  const sender = senderFor(runtime);
  const wake = createWake();
  await Promise.all([
    runJobs(runtime, JOBS, signal),
    createDeliverer(runtime.deps, sender, wake).run(signal),
    listenForWakes(runtime.config.DATABASE_URL, wake.ring, signal),
  ]);
  await sender.close();
};
