import { expect, onTestFinished, test } from "vitest";
import { prometheusText } from "#http/prometheus.ts";
import { createFigures } from "#platform/process/figures.ts";

// Read as Prometheus reads it: "Exposition formats", text format 0.0.4.

const textOf = (count: (answered: ReturnType<typeof createFigures>["answered"]) => void): string => {
  const figures = createFigures({ options: { max: 10 }, totalCount: 4, idleCount: 1, waitingCount: 2 });
  onTestFinished(figures.close);
  count(figures.answered);
  return prometheusText({
    uptimeSeconds: 1,
    dbStatus: "disconnected",
    cacheStatus: "connected",
    requestLogLinesDropped: 0,
    figures: figures.read(),
  });
};

type Sample = { name: string; labels: Record<string, string>; value: number };

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)$/;

const samplesOf = (text: string): Sample[] =>
  text
    .trimEnd()
    .split("\n")
    .filter((line) => !line.startsWith("# "))
    .map((line) => {
      const [, name, labels = "", value] = LINE.exec(line) ?? [];
      if (name === undefined) throw new Error(`Prometheus would not read: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(
        ([, key = "", said = ""]) => [key, said] as const,
      );
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });

const NAME = "http_server_request_duration_seconds";

test("each histogram is cumulative, its last bucket is its count, and that is the requests by status", () => {
  const samples = samplesOf(
    textOf((answered) => {
      for (const seconds of [0.0005, 0.003, 0.04, 0.04, 0.7, 11]) answered("/verify/start", 200, seconds);
      for (const seconds of [0.2, 30]) answered("/verify/start", 503, seconds);
      answered("/v/vs_secret", null, 1);
    }),
  );
  const routes = new Set(samples.flatMap(({ labels }) => labels.route ?? []));
  expect(routes.size).toBeGreaterThan(10);
  for (const route of routes) {
    const of = (name: string) => samples.filter((each) => each.name === name && each.labels.route === route);
    const buckets = of(`${NAME}_bucket`);
    const bounds = buckets.map(({ labels: { le } }) =>
      le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le),
    );
    expect(bounds).toEqual(bounds.toSorted((one, other) => one - other));
    expect(new Set(bounds).size).toBe(bounds.length);
    expect(buckets.at(-1)?.labels.le).toBe("+Inf");
    const values = buckets.map(({ value }) => value);
    expect(values).toEqual(values.toSorted((one, other) => one - other));
    const [count] = of(`${NAME}_count`);
    expect(count?.value).toBe(values.at(-1));
    const byStatus = of("http_server_requests_total");
    expect(byStatus.reduce((sum, { value }) => sum + value, 0)).toBe(count?.value);
    expect(of(`${NAME}_sum`)).toHaveLength(1);
  }
  const verify = (name: string, labels: Record<string, string>) =>
    samples.find(
      (each) =>
        each.name === name &&
        Object.entries({ ...labels, route: "verify" }).every(([key, text]) => each.labels[key] === text),
    )?.value;
  expect(verify(`${NAME}_bucket`, { le: "0.05" })).toBe(4);
  expect(verify(`${NAME}_bucket`, { le: "1" })).toBe(6);
  expect(verify(`${NAME}_count`, {})).toBe(8);
  expect(verify(`${NAME}_sum`, {})).toBeCloseTo(41.9835);
  expect(verify("http_server_requests_total", { status: "5xx" })).toBe(2);
});

test("every sample has a help and a type before it, and no series comes twice", () => {
  const text = textOf(() => {});
  const series = samplesOf(text).map(({ name, labels }) => JSON.stringify([name, labels]));
  expect(new Set(series).size).toBe(series.length);
  let described = "";
  for (const line of text.trimEnd().split("\n")) {
    const [, name] = /^# TYPE (\w+) (?:gauge|counter|histogram)$/.exec(line) ?? [];
    if (name !== undefined) described = name;
    if (line.startsWith("#")) continue;
    expect(line.replace(/[{ ].*$/, "").replace(/^(.*_seconds)_(?:bucket|sum|count)$/, "$1")).toBe(described);
  }
  expect([...text.matchAll(/^# TYPE/gm)].length).toBe([...text.matchAll(/^# HELP/gm)].length);
});

test("without the database the process still shows its own figures", () => {
  const samples = samplesOf(textOf(() => {}));
  const figureOf = (name: string, state?: string) =>
    samples.find((each) => each.name === name && each.labels.state === state)?.value;
  expect(figureOf("lintel_database_up")).toBe(0);
  expect(figureOf("db_client_connection_count", "used")).toBe(3);
  expect(figureOf("db_client_connection_count", "idle")).toBe(1);
  expect(figureOf("db_client_connection_max")).toBe(10);
  expect(figureOf("db_client_connection_pending_requests")).toBe(2);
  expect(figureOf("process_resident_memory_bytes")).toBeGreaterThan(0);
  expect(samples.map(({ name }) => name)).not.toContain("lintel_tenants");
});

test("nothing of an address is printed, however it is written", () => {
  const hostile = ['/"}\n# TYPE x counter\nx 1', "/verify/ver_zqxmark", "/zqxmark", "zqxmark", '/v/"""'];
  const text = textOf((answered) => {
    for (const target of hostile) answered(target, 404, 0.1);
  });
  expect(text).not.toContain("zqxmark");
  expect(text).not.toMatch(/^x 1$/m);
  expect(samplesOf(text)).toHaveLength(samplesOf(textOf(() => {})).length);
});
