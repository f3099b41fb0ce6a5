import { describe, expect, test } from "vitest";
import { EXPORT_STREAMS, type ExportLine } from "#core/exports/line.ts";
import { otlpLogs } from "#core/exports/otlp.ts";
import { syslogMessage } from "#core/exports/syslog.ts";

const AT = new Date("2026-11-21T12:00:00Z");

const line = (more: Partial<ExportLine> = {}): ExportLine => ({
  stream: "requests",
  id: "log_1",
  number: 1n,
  at: AT,
  isError: false,
  text: "{}",
  facts: {},
  ...more,
});

const recordOf = (given: ExportLine) =>
  JSON.parse(otlpLogs([given], AT)).resourceLogs[0].scopeLogs[0].logRecords[0];

describe("a request that failed is told apart from others", () => {
  test("in OTLP, by the numbers and names of its severities", () => {
    expect(recordOf(line())).toMatchObject({ severityNumber: 9, severityText: "INFO" });
    expect(recordOf(line({ isError: true }))).toMatchObject({ severityNumber: 17, severityText: "ERROR" });
  });

  test("in syslog, by the severity within PRI (RFC 5424 §6.2.1)", () => {
    const priorityOf = (given: ExportLine): string =>
      syslogMessage(given, { host: "age.test", processId: 1 }).split(">", 1)[0] ?? "";
    expect(priorityOf(line())).toBe(`<${16 * 8 + 6}`);
    expect(priorityOf(line({ isError: true }))).toBe(`<${16 * 8 + 3}`);
    expect(priorityOf(line({ stream: "audit" }))).toBe(`<${13 * 8 + 6}`);
  });
});

test("each stream has a facility and a name of its messages in syslog, and no two have the same", () => {
  const headers = EXPORT_STREAMS.map((stream) => {
    const message = syslogMessage(line({ stream }), { host: "a", processId: 1 });
    const [priority, , , , , name] = message.split(" ", 6);
    return `${priority} ${name}`;
  });
  expect(headers.join("\n")).not.toMatch(/undefined|NaN/);
  expect(new Set(headers).size).toBe(EXPORT_STREAMS.length);
});
