import type { ExportLine } from "./line.ts";

// OTLP 1.x, logs in JSON (opentelemetry-proto, "JSON Protobuf Encoding"): 64-bit numbers as texts, enums as numbers.

const INFO = { severityNumber: 9, severityText: "INFO" } as const;
const ERROR = { severityNumber: 17, severityText: "ERROR" } as const;

const nanosOf = (at: Date): string => `${at.getTime()}000000`;

const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });

/** tenantId as lintel.tenant_id, as in our traces. */
const nameOf = (fact: string): string =>
  `lintel.${fact.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;

const recordOf = ({ stream, at, isError, text, facts }: ExportLine, observedAt: Date) => ({
  timeUnixNano: nanosOf(at),
  observedTimeUnixNano: nanosOf(observedAt),
  ...(isError ? ERROR : INFO),
  body: { stringValue: text },
  attributes: [
    attribute("lintel.stream", stream),
    ...Object.entries(facts).map(([fact, value]) => attribute(nameOf(fact), value)),
  ],
});

/** An ExportLogsServiceRequest. */
export const otlpLogs = (lines: readonly ExportLine[], observedAt: Date): string =>
  JSON.stringify({
    resourceLogs: [
      {
        resource: { attributes: [attribute("service.name", "lintel")] },
        scopeLogs: [
          { scope: { name: "lintel" }, logRecords: lines.map((line) => recordOf(line, observedAt)) },
        ],
      },
    ],
  });
