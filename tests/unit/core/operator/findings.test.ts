import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Facts, findingsOf } from "#console/operator/attention.ts";
import { WARN_DAYS } from "#core/identity/certificate-end.ts";
import {
  ERROR_MINUTES,
  invalidAnchors,
  judgeMigrations,
  judgeRequests,
  judgeWebhooks,
  judgeWorkers,
  LATE_MINUTES,
  LEAST_REQUESTS,
  SILENT_MINUTES,
} from "#core/operator/findings.ts";
import * as deploy from "../../../support/deploy/files.ts";

// What is wrong with a deployment, from facts. tests/integration/findings.test.ts has the same of a database, for all who ask.

const read = (path: string): string => readFileSync(path, "utf8");

describe("facts and what they mean", () => {
  test.each([
    [0, null],
    [59, null],
    [60, "hold"],
    [299, "hold"],
    [300, "raise"],
    [86_400, "raise"],
  ])("a delivery that has been due for %i seconds", (seconds, verdict) => {
    expect(judgeWebhooks(seconds)).toBe(verdict);
  });

  const [worker, serve] = [{ kind: "worker" }, { kind: "serve" }];
  test.each([
    ["no process", [], { workers: 0, silent: 0, isAnyAtWork: false }],
    ["no worker", [{ ...serve, isSilent: false }], { workers: 0, silent: 0, isAnyAtWork: false }],
    ["a worker", [{ ...worker, isSilent: false }], { workers: 1, silent: 0, isAnyAtWork: true }],
    [
      "a worker and a silent serve process",
      [
        { ...worker, isSilent: false },
        { ...serve, isSilent: true },
      ],
      { workers: 1, silent: 0, isAnyAtWork: true },
    ],
    [
      "one of two workers is silent",
      [
        { ...worker, isSilent: false },
        { ...worker, isSilent: true },
      ],
      { workers: 2, silent: 1, isAnyAtWork: true },
    ],
    [
      "the only worker is silent",
      [{ ...worker, isSilent: true }],
      { workers: 1, silent: 1, isAnyAtWork: false },
    ],
  ])("%s", (_name, processes, found) => {
    expect(judgeWorkers(processes)).toEqual(found);
  });

  test.each([
    ["all are applied", { pending: [], unfinished: [] }, null],
    [
      "nobody knows the release's",
      { pending: null, unfinished: [] },
      { verdict: "hold", pending: 0, unfinished: 0, isBehind: false },
    ],
    [
      "one is missing",
      { pending: ["a"], unfinished: [] },
      { verdict: "raise", pending: 1, unfinished: 0, isBehind: true },
    ],
    [
      "one began, which the release has and the database lacks",
      { pending: ["a", "b"], unfinished: ["a"] },
      { verdict: "raise", pending: 1, unfinished: 1, isBehind: true },
    ],
    [
      "one of another release began, and nobody knows this one's",
      { pending: null, unfinished: ["z"] },
      { verdict: "raise", pending: 0, unfinished: 1, isBehind: false },
    ],
    [
      "one of another release began, for which no process of this one waits",
      { pending: [], unfinished: ["z"] },
      { verdict: "raise", pending: 0, unfinished: 1, isBehind: false },
    ],
  ])("migrations: %s", (_name, migrations, found) => {
    expect(judgeMigrations(migrations)).toEqual(found);
  });

  test.each([
    [99, 99, null],
    [100, 1, null],
    [100, 2, "hold"],
    [100, 4, "hold"],
    [100, 5, "raise"],
    [1_000_000, 49_999, "hold"],
  ])("of %i requests %i fail", (requests, broken, verdict) => {
    expect(judgeRequests({ requests, broken })).toBe(verdict);
  });

  test("anchors of an overdue list are that list's finding", () => {
    const [good, ended, stale, gone] = [
      { isValid: true, isStale: false },
      { isValid: false, isStale: false },
      { isValid: true, isStale: true },
      { isValid: false, isStale: true },
    ];
    expect(invalidAnchors([good, ended, stale, gone])).toEqual([ended]);
  });
});

describe("the operator's overview", () => {
  const NOTHING: Facts = {
    ...{ webhooks: undefined, system: undefined, certificates: undefined, trust: undefined },
    ...{ usage: undefined, settings: undefined, alerts: [], visits: [] },
  };
  const NOW = new Date("2026-11-23T12:00:00Z");
  const shown = (facts: Partial<Facts>): string[] =>
    findingsOf({ ...NOTHING, ...facts }, NOW).map(({ id }) => id);

  test.each([0, 299, 300, 86_400])("calls webhooks late as the judge does, at %i seconds", (secondsDue) => {
    const webhooks = { queue: { depth: 3, secondsDue }, totals: { failing: 0, off: 0 } };
    expect(shown({ webhooks })).toEqual(judgeWebhooks(secondsDue) === "raise" ? ["queue"] : []);
  });

  test("counts a migration that began once", () => {
    const migrations = { pending: ["a"], unfinished: ["a"] };
    const processes = [{ kind: "worker", isSilent: false }];
    expect(shown({ system: { health: { status: "ok" }, migrations, processes } })).toEqual(["unfinished"]);
  });

  test("has an open alert whose fact it does not read, and says nothing twice", () => {
    const says = "It is so.";
    const alerts = [
      { id: "alt_1", rule: "queue_lag", says },
      { id: "alt_2", rule: "export_stopped", says },
      { id: "alt_3", rule: "disk_full", says },
    ] as const;
    expect(shown({ alerts })).toEqual(["alt_2", "alt_3"]);
  });
});

describe("what cannot import the numbers has the same", () => {
  const late = LATE_MINUTES * 60;
  const rule = (name: string) => deploy.alerts.find(({ alert }) => alert === name);

  test("Prometheus' rules", () => {
    expect(rule("LintelWebhooksLate")?.expr).toBe(`max(lintel_webhook_oldest_due_seconds) >= ${late}`);
    const errors = rule("LintelErrors")?.expr ?? "";
    expect(new Set(errors.match(/\[\w+\]/g))).toEqual(new Set([`[${ERROR_MINUTES}m]`]));
    expect(errors).toMatch(new RegExp(`> ${LEAST_REQUESTS}\\s*$`));
    expect(rule("LintelWalletCertificateEnds")?.annotations.summary).toContain(`within ${WARN_DAYS} days`);
  });

  test("Grafana's panels of the oldest delivery", () => {
    const panels = read("deploy/monitoring/grafana-dashboard.json").matchAll(
      /"max\(lintel_webhook_oldest_due_seconds\)"[\s\S]*?"orange",\s*"value": (\d+)/g,
    );
    expect([...panels].map(([, value]) => Number(value))).toEqual([late, late]);
  });

  test("lintel doctor, from outside", () => {
    const [, seconds] = /const LATE_SECONDS = (\d+);/.exec(read("sdk/cli/src/doctor/admin.ts")) ?? [];
    expect(Number(seconds)).toBe(late);
  });

  test.each([
    ["docs/deployment.md", `the oldest due webhook has been waiting for ${LATE_MINUTES} minutes or longer`],
    ["docs/deployment.md", `at least ${LEAST_REQUESTS} answers in ${ERROR_MINUTES} minutes`],
    ["docs/deployment.md", `has had less than ${WARN_DAYS} days left`],
    ["docs/cli.md", `the oldest webhook has been due for ${LATE_MINUTES} minutes`],
    ["docs/cli.md", `a webhook to a working endpoint has been due for ${LATE_MINUTES} minutes`],
    ["docs/cli.md", `no sign of life for ${SILENT_MINUTES} minutes`],
    ["docs/cli.md", `certificates that end within ${WARN_DAYS} days`],
    ["docs/operations.md", `After ${SILENT_MINUTES} minutes without any worker`],
    ["docs/alerts.md", `no worker has given a sign of life for ${SILENT_MINUTES} minutes`],
  ])("%s: %s", (page, words) => {
    expect(read(page)).toContain(words);
  });
});
