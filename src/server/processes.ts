import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { countForAll } from "#platform/machine-limits.ts";
import { WRONG_SETTINGS } from "#platform/process/exit-codes.ts";
import { onStopSignal } from "#platform/process/stop-signals.ts";
import { createAcceptor, READY } from "./connections.ts";

const READY_WITHIN_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Longer than a process needs to end once it is asked to finish: ten seconds for its requests, and ten for what it closes then. */
const KILL_AFTER_MS = 30_000;
/** For connections on their way to a process that takes none any more. */
const TAKEN_WITHIN_MS = 10_000;
/** A process that has run for this long did not fail to start. */
const CALM_MS = 60_000;

// What the first process asks of the others: first to answer with `Connection: close`, then, after the grace, to end.
const LEAVE = { stop: "lintel:stop", replaced: "lintel:replaced" } as const;
const FINISH = "lintel:finish";

/** One for each core but one, which Postgres, the worker or the kernel needs; at least one. */
export const defaultProcesses = (): number => Math.max(1, availableParallelism() - 1);

/** Why a process is to end. One that is replaced stays ready: others answer at its address. */
export type Leaving = { isStop: boolean; graceOver: Promise<unknown> };

/**
 * In a process that was started by another one, which alone decides when it ends: signals to the whole group are not for
 * this one. When the first process is gone, this one ends too (`node:cluster`).
 */
export const askedToLeave = (): Promise<Leaving> => {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  const finish = Promise.withResolvers<void>();
  return new Promise((resolve) => {
    process.on("message", (message: unknown) => {
      if (message === FINISH) finish.resolve();
      else if (message === LEAVE.stop || message === LEAVE.replaced)
        resolve({ isStop: message === LEAVE.stop, graceOver: finish.promise });
    });
  });
};

/** Whether the new process became ready. */
const becomesReady = async (worker: Worker): Promise<boolean> => {
  const ready = Promise.withResolvers<boolean>();
  worker.on("message", (message: unknown) => {
    if (message === READY) ready.resolve(true);
  });
  worker.once("exit", () => ready.resolve(false));
  return Promise.race([ready.promise, pause(READY_WITHIN_MS, false, { ref: false })]);
};

const send = (worker: Worker, message: string): void => {
  if (worker.isConnected()) worker.send(message, () => undefined); // one that ends in the meantime needs no asking
};

const ended = async (worker: Worker): Promise<void> => {
  if (!worker.isDead()) await once(worker, "exit");
};

/** Asks a process to finish, and ends it if it does not. */
const finish = async (worker: Worker, killAfterMs: number): Promise<void> => {
  send(worker, FINISH);
  const timer = setTimeout(() => worker.process.kill("SIGKILL"), killAfterMs);
  await ended(worker);
  clearTimeout(timer);
};

/** A place for one process. Changes to it happen in turn, so that it never holds two, or none, for long. */
type Place = { worker: Worker | null; inTurn: Promise<void> };

type Options = {
  count: number;
  port: number;
  host: string;
  /** How long a process that leaves answers with `Connection: close` before it closes what is idle. */
  graceSeconds: number;
  isRunByNpm: boolean;
  onListening: () => void;
  /** How long after a process was asked to finish it is ended. */
  killAfterMs?: number;
};

/**
 * Runs the service in several processes on one port; this one accepts their connections and answers nothing. One that
 * dies is started again. SIGHUP replaces all, one after the other, each when its successor is ready; SIGTERM and SIGINT
 * end all, SIGINT without a grace. One that cannot go on with its settings ends all too.
 * @returns the exit code, when all have ended
 */
export const runProcesses = async (options: Options): Promise<number> => {
  const { count, port, host, graceSeconds, isRunByNpm, onListening, killAfterMs = KILL_AFTER_MS } = options;
  countForAll();
  const acceptor = createAcceptor();
  const places = Array.from({ length: count }, (): Place => ({ worker: null, inTurn: Promise.resolve() }));
  const alive = new Set<Worker>();
  const stopping = Promise.withResolvers<void>();
  let isStopping = false;
  let pauseMs = FIRST_PAUSE_MS;

  const next = (place: Place, work: () => Promise<void>): Promise<void> => {
    place.inTurn = place.inTurn.then(work);
    return place.inTurn;
  };

  /**
   * Puts a new process into the place; false: it did not become ready, and its predecessor is still there.
   */
  const start = async (place: Place): Promise<boolean> => {
    const worker = cluster.fork();
    const startedMs = performance.now();
    alive.add(worker);
    worker.once("exit", (code) => {
      alive.delete(worker);
      if (code === WRONG_SETTINGS) giveUp(worker);
    });
    if (!(await Promise.race([becomesReady(worker), stopping.promise.then(() => false)])) || isStopping) {
      worker.process.kill("SIGKILL");
      await ended(worker);
      return false;
    }
    place.worker = worker;
    acceptor.join(worker);
    worker.once("exit", (code, signal) => {
      if (place.worker !== worker) return; // its end was wanted
      place.worker = null;
      if (isStopping) return;
      console.error(`process ${worker.process.pid} ended (${signal ?? code}) and is started again`);
      if (performance.now() - startedMs > CALM_MS) pauseMs = FIRST_PAUSE_MS;
      void next(place, () => fill(place));
    });
    return true;
  };

  const fill = async (place: Place): Promise<void> => {
    while (!isStopping && place.worker === null && !(await start(place))) {
      if (isStopping) return;
      console.error(`a process did not start; next try in ${pauseMs / 1000} s`);
      await Promise.race([pause(pauseMs), stopping.promise]);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  };

  const retire = async (worker: Worker): Promise<void> => {
    acceptor.leave(worker);
    send(worker, LEAVE.replaced);
    await Promise.race([pause(graceSeconds * 1000), stopping.promise, ended(worker)]);
    await finish(worker, killAfterMs);
  };

  const replaceAll = async (): Promise<void> => {
    console.log("replacing all processes");
    let isGoingOn = true;
    for (const place of places) {
      await next(place, async () => {
        const old = place.worker;
        isGoingOn = old !== null && !isStopping && (await start(place));
        if (isGoingOn && old !== null) await retire(old);
      });
      if (isStopping) return;
      if (!isGoingOn) return console.error("the new process did not start: the old ones keep running");
    }
    console.log("all processes are replaced");
  };

  const allEnded = Promise.withResolvers<number>();
  const stop = async (hasGrace: boolean, hurry: Promise<void>, code = 0): Promise<void> => {
    isStopping = true;
    stopping.resolve();
    for (const worker of alive) send(worker, LEAVE.stop);
    if (hasGrace) {
      console.log(`not ready any more; no new connections in ${graceSeconds} s`);
      await Promise.race([pause(graceSeconds * 1000), hurry]);
    }
    const ending = [...alive].map(ended);
    const late = pause(TAKEN_WITHIN_MS, undefined, { ref: false });
    await Promise.race([acceptor.close(), Promise.all(ending), late]);
    await Promise.all([...ending, ...[...alive].map((worker) => finish(worker, killAfterMs))]);
    allEnded.resolve(code);
  };

  /** Another process with the same settings would end as well. */
  const giveUp = (worker: Worker): void => {
    if (isStopping) return;
    console.error(`process ${worker.process.pid} cannot go on with these settings: all end with it`);
    void stop(false, Promise.resolve(), 1);
  };

  let replacing: Promise<void> = Promise.resolve();
  const hurry = Promise.withResolvers<void>();
  onStopSignal({ signals: ["SIGINT", "SIGTERM", "SIGHUP"], isRunByNpm }, (signal) => {
    // A terminal that is closed sends SIGHUP too.
    if (signal === "SIGHUP" && !process.stdout.isTTY) {
      if (!isStopping) replacing = replacing.then(replaceAll);
    } else if (isStopping) hurry.resolve();
    else void stop(signal === "SIGTERM" && graceSeconds > 0, hurry.promise);
  });

  const started = await Promise.all(places.map(start));
  if (!isStopping && started.includes(false)) return 1; // each has said why; the others end with this process
  if (!isStopping) {
    await acceptor.listen(port, host);
    onListening();
    console.log(`${count} processes answer`);
  }
  return allEnded.promise;
};
