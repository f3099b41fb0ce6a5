import type { Config } from "#config/config.ts";
import { createOtlpSender } from "#platform/exports/otlp-sender.ts";
import type { ExportSender } from "#platform/exports/sender.ts";
import { createSyslogSender } from "#platform/exports/syslog-sender.ts";
import { extraCaOf } from "./authorities.ts";

/** The ways to where the audit trail and the request log are pushed; none: nothing is. */
export const exportSendersOf = (config: Config, now: () => Date): ExportSender[] => {
  const { EXPORT_OTLP_ENDPOINT: endpoint, EXPORT_SYSLOG_URL: syslog, EXPORT_EXTRA_CA_FILE: ca } = config;
  const extraCa = extraCaOf("EXPORT_EXTRA_CA_FILE", ca);
  const senders: ExportSender[] = [];
  if (endpoint !== undefined)
    senders.push(createOtlpSender({ endpoint, headers: config.EXPORT_OTLP_HEADERS, extraCa }, now));
  if (syslog !== undefined) {
    const { hostname, port } = new URL(syslog);
    senders.push(
      createSyslogSender({
        host: hostname.replace(/^\[|\]$/g, ""),
        port: Number(port),
        extraCa,
        origin: { host: new URL(config.PUBLIC_URL).hostname, processId: process.pid },
      }),
    );
  }
  return senders;
};
