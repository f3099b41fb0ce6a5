import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { z } from "zod";

// OTLP/HTTP in JSON (opentelemetry-proto, "OTLP/HTTP"), of which the strict schemas know every field that we send: one more
// fails the test that reads it.

const attribute = z
  .strictObject({
    key: z.string(),
    value: z.union([
      z.strictObject({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
      z.strictObject({ intValue: z.number() }).transform(({ intValue }) => intValue),
    ]),
  })
  .transform(({ key, value }) => [key, value] as const);
const attributes = z.array(attribute).transform((pairs) => Object.fromEntries(pairs));

const span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string(),
  endTimeUnixNano: z.string(),
  attributes,
  droppedAttributesCount: z.literal(0),
  events: z.tuple([]),
  droppedEventsCount: z.literal(0),
  status: z.strictObject({ code: z.number() }),
  links: z.tuple([]),
  droppedLinksCount: z.literal(0),
  flags: z.number(),
});
export type ReceivedSpan = z.output<typeof span>;

const resource = z.looseObject({ attributes });
const traces = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource,
      scopeSpans: z.array(z.strictObject({ scope: z.looseObject({}), spans: z.array(span) })),
    }),
  ),
});

const point = z.looseObject({
  attributes,
  count: z.number().optional(),
  sum: z.number().optional(),
  asDouble: z.number().optional(),
  asInt: z.union([z.string(), z.number()]).optional(),
});
const points = z.looseObject({ dataPoints: z.array(point) });
const metric = z.looseObject({
  name: z.string(),
  unit: z.string(),
  sum: points.optional(),
  gauge: points.optional(),
  histogram: points.optional(),
});
const metrics = z.strictObject({
  resourceMetrics: z.array(
    z.strictObject({
      resource,
      scopeMetrics: z.array(z.strictObject({ scope: z.looseObject({}), metrics: z.array(metric) })),
    }),
  ),
});
export type ReceivedMetric = z.output<typeof metric>;

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/**
 * A collector on loopback.
 * @param answerTo the status for what is sent to a path; "silent": it takes a request and never answers
 */
export const startCollector = async (answerTo: (path: string) => number | "silent" = () => 200) => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString("utf8");
    received.push({ path: request.url ?? "", headers: request.headers, body });
    const answer = answerTo(request.url ?? "");
    if (answer !== "silent") response.writeHead(answer, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const of = (path: string): unknown[] =>
    received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** What is said about the sender, of each thing sent. */
    resources: () => {
      const sent = [
        ...of("/v1/traces").flatMap((body) => traces.parse(body).resourceSpans),
        ...of("/v1/metrics").flatMap((body) => metrics.parse(body).resourceMetrics),
      ];
      return sent.map(({ resource: said }) => said.attributes);
    },
    spans: (): ReceivedSpan[] =>
      of("/v1/traces")
        .flatMap((body) => traces.parse(body).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    metrics: (): ReceivedMetric[] =>
      of("/v1/metrics")
        .flatMap((body) => metrics.parse(body).resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics)),
  };
};

export type Collector = Awaited<ReturnType<typeof startCollector>>;
