import {
  AggregationTemporality,
  type HistogramMetricData,
  MeterProvider,
  MetricReader,
  type ResourceMetrics,
} from "@opentelemetry/sdk-metrics";
import { describe, expect, test } from "vitest";
import { BOUNDARIES } from "#platform/process/figures.ts";
import { createRequestDurations } from "#platform/request-durations.ts";

class Reader extends MetricReader {
  protected override async onForceFlush() {}
  protected override async onShutdown() {}
}

const { CUMULATIVE, DELTA } = AggregationTemporality;

/** The service's own histogram and the SDK's, behind one reader, as both are behind the exporter's. */
const both = (temporality: AggregationTemporality) => {
  let nowMs = 1_700_000_000_250;
  const ours = createRequestDurations(temporality, () => nowMs);
  const reader = new Reader({
    aggregationTemporalitySelector: () => temporality,
    metricProducers: [ours],
  });
  const sdks = new MeterProvider({ readers: [reader] }).getMeter("sdk").createHistogram(NAME, {
    unit: "s",
    advice: { explicitBucketBoundaries: BOUNDARIES },
  });
  const scope = ({ scopeMetrics }: ResourceMetrics, name: string): HistogramMetricData[] =>
    scopeMetrics
      .filter((one) => one.scope.name === name)
      .flatMap(({ metrics }) => metrics as HistogramMetricData[]);
  return {
    record: (event: string, status: number, seconds: number): void => {
      ours.record(event, status, seconds);
      const statusClass = `${String(status)[0]}xx`;
      sdks.record(seconds, { "lintel.event": event, "lintel.status_class": statusClass });
    },
    collect: async (afterMs = 1_000) => {
      nowMs += afterMs;
      const { resourceMetrics } = await reader.collect();
      return { ours: scope(resourceMetrics, "lintel"), sdks: scope(resourceMetrics, "sdk") };
    },
  };
};

const NAME = "lintel.request.duration";

/** All but the times, which the SDK takes from the clock. It adds the sums of each collection up, so its last bits differ. */
const shown = (metrics: readonly HistogramMetricData[]) =>
  metrics.map(({ descriptor: { name, unit, valueType }, dataPoints, ...metric }) => ({
    ...metric,
    descriptor: { name, unit, valueType },
    dataPoints: dataPoints
      .map(({ attributes, value }) => ({ attributes, value: { ...value, sum: value.sum?.toFixed(9) } }))
      .sort((a, b) => JSON.stringify(a.attributes).localeCompare(JSON.stringify(b.attributes))),
  }));

// On each boundary, a little to either side, and beyond the last.
const SECONDS = [0, ...BOUNDARIES.flatMap((bound) => [bound - 1e-9, bound, bound + 1e-9]), 3_600];

const recordAll = (record: ReturnType<typeof both>["record"]): void => {
  for (const [index, seconds] of SECONDS.entries()) {
    record("verify.start", index % 3 === 0 ? 429 : 200, seconds);
    if (index % 2 === 0) record("tokens.validate", 503, seconds);
  }
};

describe("the durations of requests are counted as the SDK's own histogram counts them", () => {
  test.each([
    ["since the start", CUMULATIVE],
    ["since the last collection", DELTA],
  ])("%s", async (_what, temporality) => {
    const { record, collect } = both(temporality);
    for (let round = 0; round < 3; round += 1) {
      recordAll(record);
      const { ours, sdks } = await collect();
      expect(ours[0]?.dataPoints).toHaveLength(3);
      expect(shown(ours)).toEqual(shown(sdks));
    }
  });

  test("and a time is told from what it began with to what it ended with", async () => {
    const timesOf = async ({ record, collect }: ReturnType<typeof both>) => {
      const times: unknown[] = [];
      for (let round = 0; round < 2; round += 1) {
        record("verify.start", 200, 0.002);
        const { ours } = await collect();
        times.push(ours[0]?.dataPoints.map(({ startTime, endTime }) => [startTime, endTime]));
      }
      return times;
    };
    const at = (seconds: number) => [1_700_000_000 + seconds, 250_000_000];
    expect(await timesOf(both(CUMULATIVE))).toEqual([[[at(0), at(1)]], [[at(0), at(2)]]]);
    expect(await timesOf(both(DELTA))).toEqual([[[at(0), at(1)]], [[at(1), at(2)]]]);
  });

  test("and nothing is told while there was no request", async () => {
    const { record, collect } = both(DELTA);
    expect((await collect()).ours).toEqual([]);
    record("verify.start", 200, 0.002);
    expect((await collect()).ours[0]?.dataPoints).toHaveLength(1);
    expect((await collect()).ours).toEqual([]);
  });

  test("and what was collected does not change afterwards", async () => {
    const { record, collect } = both(CUMULATIVE);
    record("verify.start", 200, 0.002);
    const { ours } = await collect();
    record("verify.start", 200, 0.002);
    expect(ours[0]?.dataPoints[0]?.value).toMatchObject({ count: 1, sum: 0.002 });
    expect(ours[0]?.dataPoints[0]?.value.buckets.counts[1]).toBe(1);
  });
});
