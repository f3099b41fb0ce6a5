/** What the process counts about itself, for /admin/metrics and /health. Nothing leaves the process. */
export type Metrics = {
  /** Adds to a counter; the first call creates it. */
  increment(name: string, by?: number): void;
  /** A number that is read when asked for, such as a buffer's length. A second gauge of a name replaces the first. */
  gauge(name: string, read: () => number): void;
  /** All values by name, and `uptime_seconds`. */
  snapshot(): Record<string, number>;
};

/** @param options.now the clock that the uptime is measured with */
export const createMetrics = (options: { now: () => Date }): Metrics => {
  const startedAt = options.now().getTime();
  const counters = new Map<string, number>();
  const gauges = new Map<string, () => number>();
  return {
    increment: (name, by = 1) => {
      counters.set(name, (counters.get(name) ?? 0) + by);
    },
    gauge: (name, read) => {
      gauges.set(name, read);
    },
    snapshot: () => ({
      uptime_seconds: Math.floor((options.now().getTime() - startedAt) / 1000),
      ...Object.fromEntries(counters),
      ...Object.fromEntries([...gauges].map(([name, read]) => [name, read()])),
    }),
  };
};
