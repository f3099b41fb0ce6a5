import { WARN_DAYS } from "#core/identity/certificate-end.ts";
import type { Metrics, ProcessMetrics } from "#services/reports/metrics.ts";

type Sample = { labels?: Record<string, string>; value: number };

const line = (name: string, { labels = {}, value }: Sample): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`);
  return pairs.length === 0 ? `${name} ${value}` : `${name}{${pairs.join(",")}} ${value}`;
};

const metric = (name: string, type: "gauge" | "counter", help: string, ...samples: Sample[]): string =>
  [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => line(name, sample))].join(
    "\n",
  );

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

/** The metrics in Prometheus' text format, version 0.0.4; without the database, those of the process alone. */
export const prometheusText = (m: Metrics | ProcessMetrics): string => {
  const metrics =
    "webhooks" in m
      ? [...ofProcess(m), ...ofVerifications(m), droppedLines(m), ...ofWebhooks(m), ...ofWallets(m)]
      : [...ofProcess(m), droppedLines(m)];
  return `${metrics.join("\n")}\n`;
};
