import { AsyncLocalStorage } from "node:async_hooks";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { InstrumentType, MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { ERRORS, ServiceError } from "#core/errors.ts";
import { createBatchWriter } from "./batch-writer.ts";
import type { Logger } from "./log.ts";
import { createRequestDurations } from "./request-durations.ts";
import { attributesOf, type Facts, METRICS, type SpanName, type Telemetry } from "./telemetry.ts";

// Providers are not registered globally: Next would then send spans too, with addresses that hold secrets.

type Sampling = {
  /** The share of the traces begun here that is sampled. */
  readonly share: (share: number) => number;
  /** Decides about traces that a caller's span began. */
  readonly callers: (share: number) => Sampler;
};

const all = () => 1;
const none = () => 0;
const asked = (share: number) => share;
const asTheirCaller = (): Sampler => new ParentBasedSampler({ root: new AlwaysOffSampler() });

/** The samplers of the OpenTelemetry specification ("General SDK configuration") by their names. */
export const SAMPLERS = {
  always_on: { share: all, callers: () => new AlwaysOnSampler() },
  always_off: { share: none, callers: () => new AlwaysOffSampler() },
  traceidratio: { share: asked, callers: (share) => new TraceIdRatioBasedSampler(share) },
  parentbased_always_on: { share: all, callers: asTheirCaller },
  parentbased_always_off: { share: none, callers: asTheirCaller },
  parentbased_traceidratio: { share: asked, callers: asTheirCaller },
} as const satisfies Record<string, Sampling>;

export type TelemetrySettings = {
  /** `/v1/traces` and `/v1/metrics` are added to it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the collector knows the service by, such as `service.name` and `service.version`. */
  readonly resource: Readonly<Record<string, string>>;
  readonly sampler: keyof typeof SAMPLERS;
  /** 0 to 1. */
  readonly samplerShare: number;
  readonly metricIntervalMs: number;
  /** Tells this process from the service's others, whose counters would otherwise be taken for its own. */
  readonly instanceId: string;
};

const EXPORT_TIMEOUT_MS = 5_000;
const CLOSE_MS = 2_000;
/** With the batch under way, 5 MiB while the collector is away; beyond that the oldest spans are dropped. */
const SPAN_BUFFER = {
  maxBatch: 512,
  maxDelayMs: 1_000,
  capacity: 4_096,
  closeTimeoutMs: CLOSE_MS / 2,
} as const;
const SAY_AGAIN_MS = 60_000;
/** `ExportResultCode.SUCCESS` of @opentelemetry/core. */
const TAKEN = 0;

// Attributes come at the end, so that a request that is not sampled pays for none.
const OPTIONS = {
  request: { kind: SpanKind.SERVER },
  use_case: { kind: SpanKind.INTERNAL },
  emit: { kind: SpanKind.PRODUCER },
  statement: { kind: SpanKind.CLIENT },
  prisma: { kind: SpanKind.CLIENT },
  delivery: { kind: SpanKind.CONSUMER },
} as const satisfies Record<SpanName, { kind: SpanKind }>;

// W3C Trace Context §3.2: version-traceid-parentid-flags; later versions may add more after a dash.
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The caller's span as the parent. Its `tracestate` and `baggage` can hold anything, so they are not read. */
const callerOf = (traceparent: string | null): Context => {
  if (traceparent === null) return ROOT_CONTEXT;
  const [, version, traceId = "", spanId = "", flags = "", more] = TRACEPARENT.exec(traceparent) ?? [];
  if (version === undefined || (version === "00" && more !== undefined)) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
};

const codeOf = (error: unknown): string | null => {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : null;
  return typeof code === "string" ? code : null;
};

/** Whether the error is ours to fix: an answer such as "no such verification" is not a failure. */
const isFailure = (error: unknown): boolean =>
  !(error instanceof ServiceError) || ERRORS[error.code].status >= 500;

const refuseToConnect = (): never => {
  throw new Error("telemetry is closed");
};

/** OTLP/HTTP, "Failures": what a collector does not want now, it will not want later. */
const isRefused = (error: Error | undefined): boolean => {
  const status: unknown = error && Reflect.get(error, "code");
  return typeof status === "number" && status >= 400 && status < 500 && status !== 408 && status !== 429;
};

const NO_FACTS: Facts = {};
/** The name for requests that have no line in the request log. */
const POLL = "poll";

type Active = { readonly span: Span; readonly context: Context };

/** Starts exporters, which send at intervals from then on. */
export const startTelemetry = (settings: TelemetrySettings, log: Pick<Logger, "warn">): Telemetry => {
  const { endpoint, headers, sampler, samplerShare, metricIntervalMs } = settings;
  const resource = defaultResource().merge(
    resourceFromAttributes({ ...settings.resource, "service.instance.id": settings.instanceId }),
  );
  const agent = new (endpoint.startsWith("https:") ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const common = { headers: { ...headers }, timeoutMillis: EXPORT_TIMEOUT_MS, httpAgentOptions: () => agent };

  let refused = 0;
  const dropped = (): number => refused + spans.stats().dropped;
  let saidAtMs = Number.NEGATIVE_INFINITY;
  const complain = (error: Error | undefined): void => {
    const nowMs = performance.now();
    if (nowMs - saidAtMs < SAY_AGAIN_MS) return;
    saidAtMs = nowMs;
    log.warn("the collector does not take telemetry", { error, spansDropped: dropped() });
  };

  const traceExporter = new OTLPTraceExporter({ ...common, url: `${endpoint}/v1/traces` });
  const spans = createBatchWriter<ReadableSpan>({
    ...SPAN_BUFFER,
    write: (batch) =>
      new Promise((resolve, reject) => {
        traceExporter.export([...batch], ({ code, error }) => {
          if (code === TAKEN) return resolve();
          complain(error);
          if (!isRefused(error)) return reject(error);
          refused += batch.length;
          resolve();
        });
      }),
  });
  const spanProcessors = [
    { onStart: () => {}, onEnd: spans.add, forceFlush: spans.flush, shutdown: spans.close },
  ];
  const tracerOf = (sampled: Sampler) =>
    new TracerProvider({ resource, sampler: sampled, spanProcessors }).getTracer("lintel");
  const ours = tracerOf(new AlwaysOnSampler());
  const callers = tracerOf(SAMPLERS[sampler].callers(samplerShare));
  const share = SAMPLERS[sampler].share(samplerShare);

  const metricExporter = new OTLPMetricExporter({ ...common, url: `${endpoint}/v1/metrics` });
  const complaining: OTLPMetricExporter["export"] = (metrics, callback) =>
    metricExporter.export(metrics, (result) => {
      if (result.code !== TAKEN) complain(result.error);
      callback(result);
    });
  const durations = createRequestDurations(
    metricExporter.selectAggregationTemporality(InstrumentType.HISTOGRAM),
  );
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: Object.create(metricExporter, { export: { value: complaining } }),
        metricProducers: [durations],
        exportIntervalMillis: metricIntervalMs,
        exportTimeoutMillis: Math.min(EXPORT_TIMEOUT_MS, metricIntervalMs),
      }),
    ],
  });
  const meter = meters.getMeter("lintel");
  const unitOf = (name: keyof typeof METRICS) => ({ unit: METRICS[name].unit });
  const refusals = meter.createCounter("lintel.rate_limit.refusals", unitOf("lintel.rate_limit.refusals"));
  const deliveries = meter.createCounter("lintel.deliveries", unitOf("lintel.deliveries"));
  meter
    .createObservableCounter("lintel.telemetry.dropped", unitOf("lintel.telemetry.dropped"))
    .addCallback((result) => result.observe(dropped()));

  const active = new AsyncLocalStorage<Active>();

  /** The first span of a trace here; null: not sampled. */
  const begin = (parent: Context, is: SpanName, name: string): Span | null => {
    // No other party knows the id of a trace that begins here, so chance decides as well as the id would, before
    // there is a span.
    if (parent === ROOT_CONTEXT && Math.random() >= share) return null;
    const tracer = parent === ROOT_CONTEXT ? ours : callers;
    const span = tracer.startSpan(`${is} ${name}`, OPTIONS[is], parent);
    return span.isRecording() ? span : null;
  };

  const traced = async <Out>(
    span: Span,
    is: SpanName,
    facts: Facts,
    work: () => Promise<Out>,
    learn?: (result: Out) => Facts,
  ): Promise<Out> => {
    try {
      const result = await active.run({ span, context: trace.setSpan(ROOT_CONTEXT, span) }, work);
      const learnt = learn?.(result) ?? {};
      span.setAttributes(attributesOf(is, { ...facts, ...learnt }));
      if (is === "request" && (learnt.status ?? 0) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return result;
    } catch (error) {
      // Messages may quote values, so none is recorded.
      span.setAttributes(attributesOf(is, { ...facts, code: codeOf(error) }));
      if (isFailure(error)) span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };

  /** What began in a request and outlives it is not part of it. */
  const within = <Out>(is: SpanName, name: string, facts: Facts, work: () => Promise<Out>): Promise<Out> => {
    const parent = active.getStore();
    if (!parent?.span.isRecording()) return work();
    const shown = is === "prisma" ? name : `${is} ${name}`;
    return traced(ours.startSpan(shown, OPTIONS[is], parent.context), is, facts, work);
  };

  return {
    request: ({ event, requestId, request, seen }, work) => {
      const span = begin(callerOf(request.headers.get("traceparent")), "request", event ?? POLL);
      if (!span) return work();
      const facts = { requestId, method: request.method };
      return traced(span, "request", facts, work, ({ status }) => ({ ...seen, status }));
    },
    answered: ({ event, status, seconds, code }) => {
      const name = event ?? POLL;
      durations.record(name, status, seconds);
      if (code === "RATE_LIMIT_EXCEEDED") refusals.add(1, { "lintel.event": name });
    },
    part: (is, name, work, facts = NO_FACTS) => within(is, name, facts, work),
    delivery: async (name, facts, work, learn) => {
      const span = begin(ROOT_CONTEXT, "delivery", name);
      const result = await (span ? traced(span, "delivery", facts, work, learn) : work());
      const { outcome } = learn(result);
      if (outcome) deliveries.add(1, { "lintel.outcome": outcome });
      return result;
    },
    statement: (is, name, work) => within(is, name, NO_FACTS, work),
    gauge: (name, read) => {
      meter.createObservableGauge(name, unitOf(name)).addCallback(async (result) => {
        const value = await Promise.resolve()
          .then(read)
          .catch(() => null);
        if (value !== null) result.observe(value);
      });
    },
    close: async () => {
      const isOver = new AbortController();
      const limit = pause(CLOSE_MS, undefined, { signal: isOver.signal }).catch(() => {});
      // The last metrics report the outcome of the last spans.
      const sent = spans.close().then(() => meters.shutdown());
      await Promise.race([sent.catch(() => {}), limit]);
      isOver.abort();
      // A collector that does not answer must not keep the process alive or be tried again by the exporter.
      Object.assign(agent, { createConnection: refuseToConnect }).destroy();
    },
  };
};
