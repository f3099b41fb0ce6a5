import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { countForAll } from "#platform/machine-limits.ts";

const LISTENS_WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A process that has run for so long was no failed start. */
const CALM_MS = 60_000;

/** One for each core but one, which Postgres, the worker or the kernel needs; at least one. */
export const defaultProcesses = (): number => Math.max(1, availableParallelism() - 1);

/** Whether the new process came to listen. */
const listens = (worker: Worker): Promise<boolean> =>
  Promise.race([
    once(worker, "listening").then(() => true),
    once(worker, "exit").then(() => false),
    pause(LISTENS_WITHIN_MS, false, { ref: false }),
  ]);

/** SIGINT leaves no grace: the other processes answer on the port. */
const end = async (worker: Worker, signal: NodeJS.Signals): Promise<void> => {
  if (worker.isDead()) return;
  const ended = once(worker, "exit");
  worker.process.kill(signal);
  await ended;
};

/**
 * Runs the service in several processes on one port; this one answers nothing. One that dies is started again. SIGHUP
 * replaces all, one after the other, each only when its successor listens; SIGTERM and SIGINT end all.
 * @returns the exit code, when all have ended
 */
export const runProcesses = async (count: number): Promise<number> => {
  countForAll();
  const current = new Set<Worker>();
  let isEnding = false;
  let pauseMs = FIRST_PAUSE_MS;

  const start = async (): Promise<Worker | null> => {
    const worker = cluster.fork();
    const startedMs = performance.now();
    if (!(await listens(worker))) {
      await end(worker, "SIGKILL");
      return null;
    }
    if (isEnding) worker.process.kill("SIGINT");
    current.add(worker);
    worker.once("exit", (code, signal) => {
      if (!current.delete(worker) || isEnding) return;
      console.error(`process ${worker.process.pid} ended (${signal ?? code}) and is started again`);
      if (performance.now() - startedMs > CALM_MS) pauseMs = FIRST_PAUSE_MS;
      void startAgain();
    });
    return worker;
  };

  const startAgain = async (): Promise<void> => {
    while (!isEnding && !(await start())) {
      console.error(`a process did not start; next try in ${pauseMs / 1000} s`);
      await pause(pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  };

  const replaceAll = async (): Promise<void> => {
    console.log("replacing all processes");
    for (const old of [...current]) {
      if (isEnding) return;
      const successor = await start();
      if (!successor) return console.error("the new process did not start: the old ones go on");
      current.delete(old); // its end is wanted
      await end(old, "SIGINT");
    }
    console.log("all processes are replaced");
  };

  let replacing: Promise<void> = Promise.resolve();
  const allEnded = Promise.withResolvers<number>();
  const endAll = (signal: NodeJS.Signals): void => {
    isEnding = true;
    const ending = [...current].map((worker) => end(worker, signal));
    void Promise.all(ending).then(() => allEnded.resolve(0));
  };
  process.on("SIGHUP", () => {
    // A terminal that is closed sends it too.
    if (process.stdout.isTTY) return endAll("SIGINT");
    replacing = replacing.then(replaceAll);
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => endAll(signal));

  const started = await Promise.all(Array.from({ length: count }, start));
  // Each has said why.
  if (!isEnding && started.includes(null)) {
    isEnding = true;
    await Promise.all([...current].map((worker) => end(worker, "SIGINT")));
    return 1;
  }
  if (!isEnding) console.log(`${count} processes answer`);
  return allEnded.promise;
};
