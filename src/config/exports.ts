import { z } from "zod";
import { EXPORT_STREAMS, type ExportStreamName } from "#core/exports/line.ts";
import { collectorUrl, exportHeaders, isClearOutside, parsed, partsOf, text } from "./shapes.ts";

// Where the audit trail and the request log are pushed: docs/exports.md.

/** RFC 5425 §4.1. */
const SYSLOG_TLS_PORT = 6514;

/** Always with its port. */
const syslogServerOf = (value: string): string | null => {
  if (!value.startsWith("tls://") || !URL.canParse(value)) return null;
  // As an address of the web, because a scheme that the standard does not know keeps its host as it was written.
  const asWeb = value.replace("tls:", "https:");
  if (!URL.canParse(asWeb)) return null;
  const { hostname, port, href, origin } = new URL(asWeb);
  if (href !== `${origin}/`) return null;
  // The web's own port is left out, though it was written.
  const written = /:(\d+)\/?$/.exec(value)?.[1];
  return `tls://${hostname}:${port || (written ?? SYSLOG_TLS_PORT)}`;
};

const syslogServer = parsed("an address such as tls://logs.example.com:6514", syslogServerOf);

const isStream = (name: string): name is ExportStreamName => EXPORT_STREAMS.some((known) => known === name);

const streams = parsed("audit, requests or both, separated by a comma", (value) => {
  const named = partsOf(value);
  return named.every(isStream) ? EXPORT_STREAMS.filter((name) => named.includes(name)) : null;
});

export const EXPORT_SETTINGS = {
  EXPORT_OTLP_ENDPOINT: collectorUrl.optional(),
  EXPORT_OTLP_HEADERS: exportHeaders.default({}),
  EXPORT_SYSLOG_URL: syslogServer.optional(),
  EXPORT_EXTRA_CA_FILE: text.optional(),
  EXPORT_STREAMS: streams.optional(),
} as const;

const shape = z.object(EXPORT_SETTINGS);
type ExportSettings = z.infer<typeof shape>;

const hasDestination = (env: ExportSettings): boolean =>
  env.EXPORT_OTLP_ENDPOINT !== undefined || env.EXPORT_SYSLOG_URL !== undefined;

export const EXPORT_RULES: readonly {
  path: keyof ExportSettings;
  message: string;
  isKept: (env: ExportSettings) => boolean;
}[] = [
  {
    path: "EXPORT_OTLP_ENDPOINT",
    message: "expected an https address: http is for a collector on this machine",
    isKept: (env) => env.EXPORT_OTLP_ENDPOINT === undefined || !isClearOutside(env.EXPORT_OTLP_ENDPOINT),
  },
  {
    path: "EXPORT_OTLP_HEADERS",
    message: "expected EXPORT_OTLP_ENDPOINT as well",
    isKept: (env) =>
      env.EXPORT_OTLP_ENDPOINT !== undefined || Object.keys(env.EXPORT_OTLP_HEADERS).length === 0,
  },
  ...(["EXPORT_EXTRA_CA_FILE", "EXPORT_STREAMS"] as const).map((path) => ({
    path,
    message: "expected EXPORT_OTLP_ENDPOINT or EXPORT_SYSLOG_URL as well",
    isKept: (env: ExportSettings) => env[path] === undefined || hasDestination(env),
  })),
];
