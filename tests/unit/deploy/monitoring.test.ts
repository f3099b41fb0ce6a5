import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ENDPOINTS } from "#contracts/public/endpoints.ts";
import { ROUTES } from "#core/operator/routes.ts";
import { OPERATIONS } from "#docs-page/reference.ts";
import { prometheusText } from "#http/prometheus.ts";
import { createFigures } from "#platform/process/figures.ts";
import * as deploy from "../../support/deploy/files.ts";

const printed = prometheusText({
  uptimeSeconds: 1,
  dbStatus: "connected",
  cacheStatus: "connected",
  totalTenants: 1,
  totalVerifications: 1,
  requestLogLinesDropped: 0,
  verificationsExpired: 0,
  verificationsPurged: 0,
  eventsPurged: 0,
  webhooks: { queueDepth: 0, oldestDueSeconds: 0, attempts: { ok: 1, timeout: 1 } },
  walletCertificatesEnding: { request: 1, registration: 0, reader: 0 },
  figures: createFigures({ options: { max: 10 }, totalCount: 3, idleCount: 2, waitingCount: 0 }).read(),
});
const types = new Map(
  [...printed.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = "", type]) => [name, type]),
);

/** Prometheus makes three series of a histogram. */
const metricOf = (series: string): string => {
  const whole = series.replace(/_(?:bucket|sum|count)$/, "");
  return types.get(whole) === "histogram" ? whole : series;
};

const inAlerts = deploy.alerts.map(({ alert, expr }) => ({ where: alert, expr }));
const inPanels = deploy.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => ({ where: title, expr })),
);
const expressions = [...inAlerts, ...inPanels];

/** Names of series: the words that no bracket follows and that are neither a label nor a word of PromQL. */
const metricsIn = (expr: string): string[] => {
  const bare = expr.replace(/\{[^}]*\}|\[[^\]]*\]|\b(by|without) *\([^)]*\)|"[^"]*"/g, " ");
  const words = bare.match(/[a-zA-Z_]\w*(?!\w*\s*\()/g) ?? [];
  return words.filter((word) => !["and", "or", "unless", "offset", "d", "w", "h"].includes(word));
};

test("the reader of expressions finds every metric, and nothing else", () => {
  expect(
    metricsIn('sum(max by (result) (increase(a_total{x!="ok"}[30m]))) > 0.5 * b and c offset 7d'),
  ).toEqual(["a_total", "b", "c"]);
});

describe("alert rules and dashboard", () => {
  test.each(expressions)(
    "$where asks for metrics that /admin/metrics prints, and for each as what it is",
    ({ expr }) => {
      const asked = metricsIn(expr);
      expect(asked.length).toBeGreaterThan(0);
      for (const name of asked.filter((name) => name !== "up")) {
        expect([...types.keys()]).toContain(metricOf(name));
        // Only a counter has a rate; only a gauge has a value or a slope that means something.
        const isRate = new RegExp(`\\b(?:rate|increase)\\(${name}\\b`).test(expr);
        const grows = ["counter", "histogram"].includes(types.get(metricOf(name)) ?? "");
        expect([name, isRate]).toEqual([name, grows]);
      }
    },
  );

  test("labels that they ask for are printed", () => {
    const grouped = expressions.flatMap(({ expr }) => [
      ...expr.matchAll(/by \(([\w, ]+)\)|(\w+)(?:!=|=~|!~|=)"/g),
    ]);
    const labels = new Set(grouped.flatMap(([, by, matched]) => by?.split(", ") ?? [matched]));
    expect([...labels].sort()).toEqual(["job", "kind", "le", "result", "route", "state", "status"]);
    expect(printed).toContain('lintel_wallet_certificates_ending{kind="request"} 1');
    expect(printed).toContain('lintel_webhook_attempts_total{result="ok"} 1');
    expect(printed).toContain('http_server_requests_total{route="verify",status="5xx"} 0');
    expect(printed).toContain('db_client_connection_count{state="idle"} 2');
  });

  test("numbers of the whole deployment, which each process prints, are never added up over processes", () => {
    // Figures of one process have the names that other programs give theirs.
    const summed = /sum(?: by \([\w, ]+\))? ?\((?!max by)(?:\w+\()*(\w+)/g;
    for (const { where, expr } of expressions)
      for (const [sum, name = ""] of expr.matchAll(summed))
        expect([where, name.startsWith("lintel_") ? sum : null]).toEqual([where, null]);
  });

  test("each alert is named once and says what to do; each panel has a place of its own", () => {
    expect(new Set(deploy.alerts.map(({ alert }) => alert)).size).toBe(deploy.alerts.length);
    expect(new Set(deploy.panels.map(({ id }) => id)).size).toBe(deploy.panels.length);
    const cells = deploy.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });

  test("docs/deployment.md has every figure of a process, every part of the service and every alert", () => {
    const page = readFileSync("docs/deployment.md", "utf8");
    const named = new Set([...page.matchAll(/`(\w+)(?:\{[\w,]+\})?`/g)].map(([, name]) => name));
    const figures = [...types.keys()].filter((name) => !name.startsWith("lintel_"));
    expect(figures.length).toBeGreaterThan(5);
    expect([...figures, ...ROUTES].filter((name) => !named.has(name))).toEqual([]);
    expect(deploy.alerts.map(({ alert }) => alert).filter((alert) => !page.includes(alert))).toEqual([]);
  });

  test("every metric is on the dashboard", () => {
    const shown = new Set(inPanels.flatMap(({ expr }) => metricsIn(expr).map(metricOf)));
    expect([...types.keys()].filter((name) => !shown.has(name))).toEqual([]);
  });
});

test("the scrape sends the header of the admin key to the address of the metrics", () => {
  const metrics = ENDPOINTS.find(({ path }) => path === deploy.scrape.metrics_path);
  const header = OPERATIONS.find(({ id }) => id === metrics?.id)?.key?.header;
  expect(Object.keys(deploy.scrape.http_headers)).toEqual([header]);
});

const hasPromtool = spawnSync("promtool", ["--version"]).error === undefined;

// Debian's package `prometheus` has it. What the file says of each alert: when it fires, and that none fires by itself.
test.skipIf(!hasPromtool)(
  "each alert fires when it should, and none in a healthy day",
  { timeout: 120_000 },
  () => {
    const { stdout, stderr } = spawnSync(
      "promtool",
      ["test", "rules", "deploy/monitoring/lintel.rules.test.yml"],
      {
        encoding: "utf8",
      },
    );
    expect(stderr).toBe("");
    expect(stdout).toContain("SUCCESS");
  },
);

test("each alert has a case in which it fires", () => {
  const cases = readFileSync("deploy/monitoring/lintel.rules.test.yml", "utf8");
  const fired = new Set([...cases.matchAll(/alertname="(\w+)"/g)].map(([, name]) => name));
  expect(deploy.alerts.map(({ alert }) => alert).filter((alert) => !fired.has(alert))).toEqual([]);
});
