// What asks a process to end or to replace itself, and how it may come twice or not at all.

/**
 * A supervisor or a terminal signals the whole group, and npm passes the signal on as well: together they
 * count as one.
 */
const ECHO_MS = 1_000;
const LOOK_MS = 250;

type Options = {
  signals: readonly NodeJS.Signals[];
  /**
   * Whether `npm run` started this process. npm passes on only SIGINT and SIGTERM (npm/npm#4603): if another
   * signal ended it, this process would hold its port with nothing left to end it.
   */
  isRunByNpm: boolean;
};

/** Calls `react` for each signal, and with SIGTERM when the npm that started this process is gone. */
export const onStopSignal = (
  { signals, isRunByNpm }: Options,
  react: (signal: NodeJS.Signals) => void,
): void => {
  const lastMs = new Map<NodeJS.Signals, number>();
  for (const signal of signals) {
    process.on(signal, () => {
      const nowMs = performance.now();
      const sinceMs = nowMs - (lastMs.get(signal) ?? Number.NEGATIVE_INFINITY);
      lastMs.set(signal, nowMs);
      if (sinceMs > ECHO_MS) react(signal);
    });
  }
  if (!isRunByNpm) return;
  const npm = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(looking);
    react("SIGTERM");
  }, LOOK_MS);
  looking.unref();
};

/**
 * As `onStopSignal`, for a process that waits. @returns waits for the next signal; a signal that is not waited
 * for is forgotten
 */
export const watchStopSignals = (options: Options): (() => Promise<NodeJS.Signals>) => {
  let deliver = (_signal: NodeJS.Signals): void => undefined;
  onStopSignal(options, (signal) => deliver(signal));
  return () =>
    new Promise((resolve) => {
      deliver = resolve;
    });
};
