import { expect, test } from "vitest";
import { findingsOf } from "#console/operator/attention.ts";
import type { AlertRule } from "#core/alerts/rules.ts";
import { certificateState, systemState, trustState } from "#services/operator/facts.ts";
import { availableMetrics } from "#services/operator/metrics.ts";
import { webhooksOfAll } from "#services/operator/traffic.ts";
import { readWork, workFindings } from "../../scripts/lib/doctor/work.ts";
import { CASES } from "../support/alerts/cases.ts";
import { type AlertWorld, alertWorld, minutesAgo } from "../support/alerts/world.ts";
import * as deploy from "../support/deploy/files.ts";

// Alerts, the operator's overview, the doctor on the host and Prometheus are asked about the same database.

/** A deployment whose one worker is at work. */
const goodWorld = async (): Promise<AlertWorld> => {
  const own = await alertWorld();
  const life = { id: "prc_0", kind: "worker", version: "1", hostHash: "h" };
  const times = { startedAt: minutesAgo(own, 60), seenAt: own.clock.now() };
  await own.deps.db.orm.workerLife.create({ data: { ...life, ...times } });
  return own;
};

const LATE = deploy.alerts.find(({ alert }) => alert === "LintelWebhooksLate");
const LATE_SECONDS = Number(/>= (\d+)$/.exec(LATE?.expr ?? "")?.[1]);

const answersOf = async (own: AlertWorld) => {
  const ctx = own.ctx();
  const now = own.clock.now();
  await own.run();
  const open = (await own.alerts()).filter(({ resolvedAt }) => resolvedAt === null);
  const facts = {
    webhooks: await webhooksOfAll(ctx, { endpoints: 1, backlog: 1 }),
    system: await systemState(ctx),
    certificates: await certificateState(ctx, { limit: 1 }),
    trust: await trustState(ctx),
    ...{ usage: undefined, settings: undefined, alerts: [], visits: [] },
  };
  const metrics = await availableMetrics(ctx);
  return {
    alerts: open.map(({ rule }) => rule),
    overview: findingsOf(facts, now).map(({ id }) => id),
    doctor: workFindings(await readWork(ctx, { now, overdueSince: null })).map(({ id }) => id),
    isLateForPrometheus: "webhooks" in metrics && metrics.webhooks.oldestDueSeconds >= LATE_SECONDS,
  };
};

type Answers = Awaited<ReturnType<typeof answersOf>>;

const newIn = (before: Answers, after: Answers) => ({
  alerts: after.alerts.filter((rule) => !before.alerts.includes(rule)),
  overview: after.overview.filter((id) => !before.overview.includes(id)),
  doctor: after.doctor.filter((id) => !before.doctor.includes(id)),
  isLateForPrometheus: after.isLateForPrometheus,
});

const NOBODY = { alerts: [], overview: [], doctor: [], isLateForPrometheus: false };

test.each<[rule: AlertRule, overview: string, doctor: string]>([
  ["queue_lag", "queue", "worker.queue"],
  ["worker_silent", "silent", "worker.missing"],
])("%s: nobody says so a second before its time, and at its time all do", async (rule, overview, doctor) => {
  const own = await goodWorld();
  const before = await answersOf(own);
  await CASES[rule](own);
  own.clock.advance({ seconds: -1 });
  expect(newIn(before, await answersOf(own))).toEqual(NOBODY);
  own.clock.advance({ seconds: 1 });
  expect(newIn(before, await answersOf(own))).toEqual({
    ...{ alerts: [rule], overview: [overview], doctor: [doctor] },
    isLateForPrometheus: rule === "queue_lag",
  });
});

// What the doctor says of migrations is in doctor-host.test.ts: it reads the files of the release.
test.each<[rule: AlertRule, overview: string, doctor: string[]]>([
  ["trust_list_stale", "stale", ["trust.stale"]],
  ["certificate_expiring", "certificates", ["wallet.certificates"]],
  ["migrations_pending", "unfinished", []],
])("%s: all say so", async (rule, overview, doctor) => {
  const own = await goodWorld();
  const before = await answersOf(own);
  await CASES[rule](own);
  expect(newIn(before, await answersOf(own))).toEqual({
    ...NOBODY,
    ...{ alerts: [rule], overview: [overview], doctor },
  });
});

test("deliveries that wait for their own failing endpoint are no late worker", async () => {
  const own = await goodWorld();
  const before = await answersOf(own);
  await CASES.queue_lag(own);
  await own.deps.db.orm.webhookEndpoint.update({
    where: { id: own.hookId },
    data: { failingSince: minutesAgo(own, 1) },
  });
  const { alerts, overview, doctor } = newIn(before, await answersOf(own));
  expect({ alerts, overview, doctor }).toEqual({ alerts: [], overview: ["failing"], doctor: [] });
});

test("workers that shut down cleanly are missed by the overview and the doctor, and by no alert", async () => {
  const own = await goodWorld();
  const before = await answersOf(own);
  await own.deps.db.orm.workerLife.deleteMany({});
  expect(newIn(before, await answersOf(own))).toEqual({
    ...NOBODY,
    ...{ overview: ["worker"], doctor: ["worker.silent"] },
  });
});
