import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createLogger } from "#platform/log.ts";
import { startTelemetry } from "#platform/opentelemetry.ts";
import { ATTRIBUTES, attributesOf, METRICS, SPANS } from "#platform/telemetry.ts";
import { type Collector, startCollector } from "../../support/world/otlp-receiver.ts";

const id = (prefix: string): string => `${prefix}_${"0".repeat(26)}`;

describe("what a span may say", () => {
  test("is ids of ours, codes of the catalogue and known words; the rest is left out, whoever put it there", () => {
    const good = {
      requestId: id("req"),
      tenantId: id("ten"),
      verificationId: id("ver"),
      method: "POST",
      status: 429,
      code: "RATE_LIMIT_EXCEEDED",
    };
    expect(attributesOf("request", good)).toEqual({
      "lintel.request_id": good.requestId,
      "lintel.tenant_id": good.tenantId,
      "lintel.verification_id": good.verificationId,
      "http.request.method": "POST",
      "http.response.status_code": 429,
      "lintel.code": "RATE_LIMIT_EXCEEDED",
    });
    const bad = {
      requestId: "ada.lovelace-1815",
      tenantId: id("ver"),
      verificationId: `${id("ver")}x`,
      method: "ADA",
      status: Number.NaN,
      code: "ADA LOVELACE",
    };
    expect(attributesOf("request", bad)).toEqual({});
    expect(attributesOf("statement", good)).toEqual({ "lintel.code": "RATE_LIMIT_EXCEEDED" });
    expect(attributesOf("delivery", { outcome: "ada", attempt: 1.5 })).toEqual({});
  });

  test.each(["23505", "P2002", "ECONNREFUSED", "STATUS", "TIMEOUT"])("%s is a code", (code) => {
    expect(attributesOf("prisma", { code })).toEqual({ "lintel.code": code });
  });
});

describe("docs/telemetry.md", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/telemetry.md"), "utf8");
  /** The cells of a table's rows, without back quotes, below a heading. */
  const rowsBelow = (heading: string): string[][] =>
    (page.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.replaceAll("`", "").trim()),
      );

  test("lists every span with its kind and its attributes, and no other", () => {
    const listed = rowsBelow("Spans").map(([name = "", , kind, attributes = ""]) => [
      name.split(/[ .]/)[0],
      { kind, attributes: attributes.split(", ") },
    ]);
    const real = Object.entries(SPANS).map(([name, { kind, facts }]) => [
      name,
      { kind, attributes: facts.map((fact) => ATTRIBUTES[fact].name) },
    ]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(real));
  });

  test("lists every metric with its type, unit and attributes, and no other", () => {
    const listed = rowsBelow("Metrics").map(([name, , type, unit, by]) => [name, { type, unit, by }]);
    const real = Object.entries(METRICS).map(([name, { type, unit, by }]) => [
      name,
      { type, unit, by: by.join(", ") },
    ]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(real));
  });
});

describe("a collector that does not take spans", () => {
  const startAgainst = ({ url }: Collector) => {
    const lines: string[] = [];
    const log = createLogger({ level: "info", now: () => new Date(), write: (line) => lines.push(line) });
    const telemetry = startTelemetry(
      {
        endpoint: url,
        headers: { authorization: "Bearer hush-hush" },
        resource: { "service.name": "lintel" },
        sampler: "always_on",
        samplerShare: 1,
        metricIntervalMs: 3_600_000,
        instanceId: "one",
      },
      log,
    );
    onTestFinished(() => telemetry.close());
    return { telemetry, lines };
  };

  const sendRequests = async (telemetry: ReturnType<typeof startTelemetry>, count: number): Promise<void> => {
    const request = { method: "GET", headers: new Headers() };
    for (let i = 0; i < count; i += 1) {
      const start = { event: "verify.status", requestId: id("req"), request, seen: {} };
      await telemetry.request(start, async () => ({ status: 200 }));
    }
  };
  const droppedOf = (collector: Collector): number | string | undefined =>
    collector.metrics().find(({ name }) => name === "lintel.telemetry.dropped")?.sum?.dataPoints[0]?.asDouble;

  test("keeps 4,096 at most beside those under way, and counts the others, at the end all", async () => {
    const collector = await startCollector((path) => (path === "/v1/traces" ? "silent" : 200));
    const { telemetry } = startAgainst(collector);
    await sendRequests(telemetry, 6_000);
    await telemetry.close();
    expect(droppedOf(collector)).toBe(6_000);
    expect(collector.spans()).toHaveLength(512); // it was sent once, and not again
  });

  test("because it refuses them: they are dropped, counted and complained of once, without the headers", async () => {
    const collector = await startCollector((path) => (path === "/v1/traces" ? 400 : 200));
    const { telemetry, lines } = startAgainst(collector);
    await sendRequests(telemetry, 1_024);
    await expect.poll(() => collector.spans().length).toBe(1_024);
    await telemetry.close();
    expect(droppedOf(collector)).toBe(1_024);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("the collector does not take telemetry");
    expect(lines[0]).not.toContain("hush");
  });
});
