import { setTimeout as pause } from "node:timers/promises";
import type { Runtime } from "#runtime.ts";
import type { Job } from "./jobs.ts";

/** After a failure (the database is away, say) a job waits this long before it tries again. */
const PAUSE_AFTER_FAILURE_MS = 2_000;

const runForEver = async (runtime: Runtime, job: Job, signal: AbortSignal): Promise<void> => {
  const log = runtime.deps.log.with({ job: job.name });
  while (!signal.aborted) {
    const waitMs = await job
      .run(runtime)
      .then((done) => (done > 0 ? 0 : job.everyMs))
      .catch((error: unknown) => {
        log.warn("a job failed and will be tried again", { error });
        return Math.max(PAUSE_AFTER_FAILURE_MS, job.everyMs / 60);
      });
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => {}); // it rejects at the signal
  }
};

/** Runs every job until the signal; what is running then is finished first. */
export const runJobs = async (runtime: Runtime, jobs: readonly Job[], signal: AbortSignal): Promise<void> => {
  await Promise.all(jobs.map((job) => runForEver(runtime, job, signal)));
};
