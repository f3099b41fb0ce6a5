import { expect, it } from "vitest";
import { createMetrics } from "#platform/metrics.ts";

it("counts, reads gauges when asked, and knows its uptime", () => {
  let now = new Date("2026-11-21T10:00:00Z");
  let waiting = 1;
  const metrics = createMetrics({ now: () => now });
  metrics.increment("log_lines_dropped");
  metrics.increment("log_lines_dropped", 4);
  metrics.gauge("log_lines_waiting", () => waiting);
  waiting = 7;
  now = new Date("2026-11-21T10:01:30Z");
  expect(metrics.snapshot()).toEqual({ uptime_seconds: 90, log_lines_dropped: 5, log_lines_waiting: 7 });
});
