import { createDatabaseClock } from "#data/service/database-clock.ts";
import { listenForWakes } from "#data/webhooks/notify.ts";
import { createSender, type Runtime } from "#runtime.ts";
import { createDeliverer } from "./deliver-webhooks.ts";
import { JOBS, runJobs } from "./jobs.ts";
import { createWake } from "./wake.ts";

/**
 * Everything that a worker does, until the signal; then it finishes what it has begun. Several may run at once,
 * on several machines.
 */
export const runWorker = async (runtime: Runtime, signal: AbortSignal): Promise<void> => {
  const { config, deps } = runtime;
  // All that makes deliveries due goes by Postgres' time, whatever this machine's clock says.
  const clock = createDatabaseClock(deps.db, deps.now);
  const sender = createSender(config, clock.now);
  const wake = createWake();
  await Promise.all([
    runJobs(runtime, JOBS, signal),
    createDeliverer({ ...deps, now: clock.now }, sender, wake, clock.sync).run(signal),
    listenForWakes(config.DATABASE_URL, wake.notify, signal),
  ]);
  await sender.close();
};
