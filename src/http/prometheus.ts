import { WARN_DAYS } from "#core/identity/certificate-end.ts";
import type { AvailableMetrics, Metrics, ProcessMetrics } from "#services/operator/metrics.ts";

type Sample = { labels?: Record<string, string>; value: number };

const line = (name: string, { labels = {}, value }: Sample): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
  return pairs.length === 0 ? `${name} ${value}` : `${name}{${pairs.join(",")}} ${value}`;
};

const metric = (name: string, type: "gauge" | "counter", help: string, ...samples: Sample[]): string =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => line(name, sample))].join(
    "\n",
  );

type Distribution = {
  labels: Record<string, string>;
  /** Cumulative; the last one has all. */
  buckets: readonly { upTo: number; count: number }[];
  sum: number;
};

const boundOf = (upTo: number): string => (upTo === Number.POSITIVE_INFINITY ? "+Inf" : String(upTo));

const histogram = (name: string, help: string, distributions: readonly Distribution[]): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} histogram`,
    ...distributions.flatMap(({ labels, buckets, sum }) => [
      ...buckets.map(({ upTo, count }) =>
        line(`${name}_bucket`, { labels: { ...labels, le: boundOf(upTo) }, value: count }),
      ),
      line(`${name}_sum`, { labels, value: sum }),
      line(`${name}_count`, { labels, value: buckets.at(-1)?.count ?? 0 }),
    ]),
  ].join("\n");

const isUp = (link: string): number => (link === "connected" ? 1 : 0);

const ofProcess = (m: ProcessMetrics): string[] => [
  metric("lintel_uptime_seconds", "gauge", "Seconds since the answering process started.", {
    value: m.uptimeSeconds,
  }),
  metric("lintel_database_up", "gauge", "1 while Postgres answers.", { value: isUp(m.dbStatus) }),
  metric("lintel_cache_up", "gauge", "1 while the shared rate limit counter answers.", {
    value: isUp(m.cacheStatus),
  }),
];

const droppedLines = (m: ProcessMetrics): string =>
  metric(
    "lintel_request_log_dropped_total",
    "counter",
    "Request log lines that the answering process dropped.",
    { value: m.requestLogLinesDropped },
  );

const ofVerifications = (m: Metrics): string[] => [
  metric("lintel_tenants", "gauge", "Tenants.", { value: m.totalTenants }),
  metric("lintel_verifications_started_total", "counter", "Verifications started, live and test.", {
    value: m.totalVerifications,
  }),
  metric("lintel_verifications_expired_total", "counter", "Verifications that ran out of time.", {
    value: m.verificationsExpired,
  }),
  metric(
    "lintel_verifications_purged_total",
    "counter",
    "Verifications whose metadata was erased by retention.",
    { value: m.verificationsPurged },
  ),
  metric("lintel_events_purged_total", "counter", "Events erased by retention.", { value: m.eventsPurged }),
];

const ofWebhooks = (m: Metrics): string[] => [
  metric("lintel_webhook_queue_depth", "gauge", "Deliveries that wait.", { value: m.webhooks.queueDepth }),
  metric("lintel_webhook_oldest_due_seconds", "gauge", "How long the oldest due delivery has waited.", {
    value: m.webhooks.oldestDueSeconds,
  }),
  metric(
    "lintel_webhook_attempts_total",
    "counter",
    "Attempts by result.",
    ...Object.entries(m.webhooks.attempts).map(([result, value]) => ({ labels: { result }, value })),
  ),
];

const ofWallets = ({ walletCertificatesEnding: ending }: Metrics): string[] =>
  ending === undefined
    ? []
    : [
        metric(
          "lintel_wallet_certificates_ending",
          "gauge",
          `Certificates for requests to wallets, and of readers, that end within ${WARN_DAYS} days or have ended.`,
          ...Object.entries(ending).map(([kind, value]) => ({ labels: { kind }, value })),
        ),
      ];

// Names and units as other programs have them (Prometheus' client libraries, OpenTelemetry's semantic conventions), without
// `lintel_`: they are of one process, and may be added up over processes.

const ofRequests = ({ figures: { requests } }: AvailableMetrics): string[] => [
  metric(
    "http_server_requests_total",
    "counter",
    "Requests that the answering process has ended, by part of the service and class of status.",
    ...requests.flatMap(({ route, byStatus }) =>
      Object.entries(byStatus).map(([status, value]) => ({ labels: { route, status }, value })),
    ),
  ),
  histogram(
    "http_server_request_duration_seconds",
    "How long these requests took, from their headers to the end of the answer.",
    requests.map(({ route, buckets, seconds: sum }) => ({ labels: { route }, buckets, sum })),
  ),
];

const ofResources = ({ figures: { memory, loopLag, pool } }: AvailableMetrics): string[] => [
  metric("process_resident_memory_bytes", "gauge", "Memory that the answering process takes.", {
    value: memory.resident,
  }),
  metric("nodejs_heap_size_used_bytes", "gauge", "Heap of the answering process in use.", {
    value: memory.heapUsed,
  }),
  metric("nodejs_heap_size_total_bytes", "gauge", "Heap of the answering process, used or not.", {
    value: memory.heapTotal,
  }),
  metric(
    "nodejs_eventloop_lag_p99_seconds",
    "gauge",
    "How late the event loop came in 99 of 100 cases at most, over the last minute or two.",
    { value: loopLag.p99 },
  ),
  metric(
    "nodejs_eventloop_lag_max_seconds",
    "gauge",
    "How late the event loop came at most, over the last minute or two.",
    { value: loopLag.max },
  ),
  metric(
    "db_client_connection_count",
    "gauge",
    "Connections of the answering process to Postgres.",
    { labels: { state: "used" }, value: pool.used },
    { labels: { state: "idle" }, value: pool.idle },
  ),
  metric(
    "db_client_connection_max",
    "gauge",
    "Most connections that the answering process may have to Postgres.",
    { value: pool.max },
  ),
  metric(
    "db_client_connection_pending_requests",
    "gauge",
    "How many in the answering process wait for a connection to Postgres.",
    { value: pool.waiting },
  ),
];

/** The metrics in Prometheus' text format, version 0.0.4; without the database, only those of the process. */
export const prometheusText = (m: AvailableMetrics): string => {
  const stored =
    "webhooks" in m
      ? [...ofVerifications(m), droppedLines(m), ...ofWebhooks(m), ...ofWallets(m)]
      : [droppedLines(m)];
  return `${[...ofProcess(m), ...stored, ...ofRequests(m), ...ofResources(m)].join("\n")}\n`;
};
