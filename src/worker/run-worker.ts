import { hostname } from "node:os";
import { sessionUrlOf } from "#config/config.ts";
import { createDatabaseClock } from "#data/service/database-clock.ts";
import { listenForNotifications } from "#data/webhooks/notify.ts";
import { queueState } from "#data/webhooks/webhook-deliveries.ts";
import { createSender, type Runtime } from "#runtime/runtime.ts";
import { endOnWrongSecrets, learnSecrets, outOfStep } from "#runtime/start-check.ts";
import type { Deps } from "#services/context.ts";
import { endOfLife, newProcess, noteLife } from "#services/processes.ts";
import { alertJobs } from "./alerts.ts";
import { awaitMigrations } from "./await-migrations.ts";
import { createDeliverer } from "./deliver-webhooks.ts";
import { JOBS, type Job, runJobs } from "./jobs.ts";
import { createNotifier } from "./notifier.ts";
import { createListeningNotice, createOutage } from "./outage.ts";
import { createExports } from "./push-exports.ts";
import { mailJobs } from "./send-mail.ts";

const LIFE_EVERY_MS = 15_000;

/**
 * A worker's jobs and deliveries until the signal; then it finishes what it has begun. Several may run at once, on
 * several machines.
 */
export const runWorker = async (runtime: Runtime, signal: AbortSignal): Promise<void> => {
  const { config, deps } = runtime;
  // Postgres' time decides what is due or over, whatever this machine's clock says.
  const clock = createDatabaseClock(deps.db, deps.now);
  const sender = createSender(config, clock.now);
  const notifier = createNotifier();
  const sessionUrl = sessionUrlOf(config);
  if (sessionUrl === null) deps.log.info("no DATABASE_SESSION_URL: deliveries wait up to half a second");
  const timed = { ...deps, now: clock.now };
  const outage = createOutage(timed, signal);
  const listening = createListeningNotice(
    deps,
    outage,
    config.DATABASE_SESSION_URL === undefined ? "DATABASE_URL" : "DATABASE_SESSION_URL",
  );
  const onNotify = (): void => {
    listening.works();
    notifier.notify();
  };
  deps.telemetry.gauge("lintel.queue.lag", async () => {
    const now = clock.now();
    const { oldestDueAt } = await queueState(deps.db.orm, now);
    return oldestDueAt ? Math.max(0, now.getTime() - oldestDueAt.getTime()) / 1000 : 0;
  });
  const exports = createExports(config, clock.now);
  if (exports.jobs.length > 0) {
    deps.telemetry.gauge("lintel.export.lag", () => exports.lag(timed));
    deps.telemetry.gauge("lintel.export.dropped", () => exports.dropped(timed));
  }
  const life = newProcess(timed, "worker", hostname());
  const noFarewell = (error: unknown): void => deps.log.debug("no farewell was written", { error });
  const say = async (own: Deps): Promise<number> => {
    const faults = await noteLife(own, life);
    if (faults.length === 0) return 0;
    await endOfLife(own, life).catch(noFarewell);
    endOnWrongSecrets(outOfStep(faults));
    return 0;
  };
  const giveSigns: Job = {
    name: "give-signs-of-life",
    everyMs: LIFE_EVERY_MS,
    run: ({ deps: own }) => say(own),
  };
  const sayQuietly = async (): Promise<void> => {
    await clock.sync().catch((error: unknown) => deps.log.debug("the time is not known", { error }));
    await say(timed).catch((error: unknown) => deps.log.debug("no sign of life was written", { error }));
  };
  await awaitMigrations(timed, outage, signal);
  // Before its jobs look for workers that are missing, because it may have come in the place of one; and before it writes, because
  // the first sign says which secrets it may write with. Without the database it has nothing to do, so it guesses nothing.
  await sayQuietly();
  const withinMs = Number.POSITIVE_INFINITY;
  await learnSecrets(timed, life, sayQuietly, { withinMs, isOver: () => signal.aborted });
  await Promise.all([
    runJobs(
      { ...runtime, deps: timed },
      [...JOBS, giveSigns, ...mailJobs(config), ...alertJobs(), ...exports.jobs],
      signal,
      clock.sync,
      outage,
    ),
    createDeliverer(timed, sender, notifier, clock.sync, outage).run(signal),
    sessionUrl === null
      ? null
      : listenForNotifications(sessionUrl, onNotify, signal, "lintel worker", listening.failed),
  ]);
  // Where the database is away, its last sign of life stays and is forgotten in time.
  await endOfLife(timed, life).catch(noFarewell);
  await sender.close();
  await exports.close();
};
