import { monitorEventLoopDelay } from "node:perf_hooks";
import { ROUTES, type Route, routeOf } from "#core/operator/routes.ts";

// What this process knows of itself: its requests, memory, event loop and connections. A request costs some
// comparisons of its address and three additions; all the rest is made when the figures are read.

/** Upper bounds in seconds, each included in its bucket. */
export const BOUNDARIES = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Of an answer's status; `unanswered`: the client left, or its body was refused below HTTP's handlers (413, 408). */
type StatusClass = "2xx" | "3xx" | "4xx" | "5xx" | "unanswered";

type RouteFigures = {
  readonly route: Route;
  readonly byStatus: Readonly<Record<StatusClass, number>>;
  /** How many requests took at most so many seconds; the last bucket, up to infinity, has all. */
  readonly buckets: readonly { readonly upTo: number; readonly count: number }[];
  /** Of all of them together. */
  readonly seconds: number;
};

export type ProcessFigures = {
  /** Since the process started: every group, also those without a request. */
  readonly requests: readonly RouteFigures[];
  /** In bytes. */
  readonly memory: { readonly resident: number; readonly heapUsed: number; readonly heapTotal: number };
  /** By how many seconds the event loop came late over the last minute or two; a read after five minutes without one begins again. */
  readonly loopLag: { readonly p99: number; readonly max: number };
  /** Connections to the database, and how many wait for one. */
  readonly pool: {
    readonly max: number;
    readonly used: number;
    readonly idle: number;
    readonly waiting: number;
  };
};

export type Figures = {
  /**
   * Counts a request that is over.
   * @param target of the request line, as it came
   * @param status null: there was no answer
   */
  answered(target: string, status: number | null, seconds: number): void;
  /** The event loop is watched from the first call on. */
  read(): ProcessFigures;
  close(): void;
};

const newTally = () => ({
  byStatus: { "2xx": 0, "3xx": 0, "4xx": 0, "5xx": 0, unanswered: 0 },
  buckets: Array<number>(BOUNDARIES.length + 1).fill(0),
  seconds: 0,
});

const classOf = (status: number | null): StatusClass => {
  if (status === null) return "unanswered";
  if (status >= 500) return "5xx";
  if (status >= 400) return "4xx";
  return status >= 300 ? "3xx" : "2xx";
};

const createRequestTally = () => {
  const tallies = new Map(ROUTES.map((route) => [route, newTally()] as const));
  return {
    add: (target: string, status: number | null, seconds: number): void => {
      const tally = tallies.get(routeOf(target));
      if (!tally) return;
      tally.byStatus[classOf(status)] += 1;
      let bucket = 0;
      while (seconds > (BOUNDARIES[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
      tally.buckets[bucket] = (tally.buckets[bucket] ?? 0) + 1;
      tally.seconds += seconds;
    },
    read: (): RouteFigures[] =>
      [...tallies].map(([route, { byStatus, buckets, seconds }]) => {
        let count = 0;
        const cumulative = buckets.map((own, place) => {
          count += own;
          return { upTo: BOUNDARIES[place] ?? Number.POSITIVE_INFINITY, count };
        });
        return { route, byStatus: { ...byStatus }, buckets: cumulative, seconds };
      }),
  };
};

const RESOLUTION_MS = 20;
const WINDOW_MS = 60_000;
/** A window that was not read for so long says nothing of the last minutes. */
const STALE_MS = 5 * WINDOW_MS;

/** Node measures from one tick of its timer to the next, so a loop that is never late shows the resolution. */
const lateBy = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);

/**
 * The lag of the event loop. Several systems may read it, so a read does not start a window: each read sees the window that
 * runs, which lasts a minute at least, and the one before.
 */
const createLoopWatch = (monotonicMs: () => number) => {
  let watch: ReturnType<typeof monitorEventLoopDelay> | null = null;
  let before = { p99: 0, max: 0 };
  let sinceMs = 0;
  return {
    read: (): ProcessFigures["loopLag"] => {
      const nowMs = monotonicMs();
      if (watch === null) {
        watch = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
        watch.enable();
        sinceMs = nowMs;
      }
      if (nowMs - sinceMs > STALE_MS) {
        watch.reset();
        before = { p99: 0, max: 0 };
        sinceMs = nowMs;
      }
      const now = { p99: lateBy(watch.percentile(99)), max: lateBy(watch.max) };
      const shown = { p99: Math.max(before.p99, now.p99), max: Math.max(before.max, now.max) };
      if (nowMs - sinceMs >= WINDOW_MS) {
        before = now;
        watch.reset();
        sinceMs = nowMs;
      }
      return shown;
    },
    close: (): void => {
      watch?.disable();
    },
  };
};

/** As node-postgres counts. */
type Pool = {
  readonly options: { readonly max: number };
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
};

/**
 * Figures that begin at zero now.
 * @param monotonicMs a clock that cannot be set
 */
export const createFigures = (pool: Pool, monotonicMs: () => number = () => performance.now()): Figures => {
  const requests = createRequestTally();
  const loop = createLoopWatch(monotonicMs);
  return {
    answered: requests.add,
    read: () => {
      const { rss: resident, heapUsed, heapTotal } = process.memoryUsage();
      return {
        requests: requests.read(),
        memory: { resident, heapUsed, heapTotal },
        loopLag: loop.read(),
        pool: {
          max: pool.options.max,
          used: pool.totalCount - pool.idleCount,
          idle: pool.idleCount,
          waiting: pool.waitingCount,
        },
      };
    },
    close: loop.close,
  };
};
