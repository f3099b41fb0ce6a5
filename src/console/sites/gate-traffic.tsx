"use client";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "#console/client/api-provider.tsx";
import { CardSkeleton, QueryView } from "#console/client/query-view.tsx";
import { dayNamed } from "#core/day.ts";
import { BarChart } from "#kit/chart/bar-chart.tsx";
import type { Bar, Series } from "#kit/chart/chart-bars.tsx";
import { dayText, wholeText } from "#kit/format.ts";
import { StatRow, StatTile } from "#kit/page-layout.tsx";
import type { ConsoleOutputs } from "#trpc/root.ts";
import type { Gate } from "./gate-words.ts";

type Days = ConsoleOutputs["gates"]["traffic"]["days"];

const REQUESTS: readonly Series[] = [
  { id: "passes", name: "Let through", fill: "fill-chart-approved", dot: "bg-chart-approved" },
  { id: "refusals", name: "Refused", fill: "fill-chart-rejected", dot: "bg-chart-rejected" },
];

const CHECKS: readonly Series[] = [
  { id: "approvals", name: "Approved", fill: "fill-chart-approved", dot: "bg-chart-approved" },
  { id: "others", name: "Not approved", fill: "fill-chart-expired", dot: "bg-chart-expired" },
];

/** A check may be approved on the day after its start, so the rest of a day is never below zero. */
const barsOf = (days: Days): Bar[] =>
  days.map(({ day, passes, refusals, starts, approvals }) => ({
    key: day,
    name: dayText(dayNamed(day)),
    values: { passes, refusals, approvals, others: Math.max(0, starts - approvals) },
  }));

const sumOf = (days: Days, name: keyof Omit<Days[number], "day">): string =>
  wholeText(days.reduce((sum, day) => sum + day[name], 0));

const PERIOD = 30;

/** What has happened at a gate in the last 30 days. */
export const GateTraffic = ({ gate: { siteId } }: { gate: Gate }) => {
  const query = useQuery(useTRPC().gates.traffic.queryOptions({ siteId, days: PERIOD }));
  return (
    <QueryView query={query} skeleton={<CardSkeleton rows={6} />}>
      {({ days }) => {
        const bars = barsOf(days);
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <StatRow>
              <StatTile name="Let through" value={sumOf(days, "passes")} note="requests with a proof" />
              <StatTile name="Refused" value={sumOf(days, "refusals")} note="requests without one" />
              <StatTile name="Started" value={sumOf(days, "starts")} note="age checks" />
              <StatTile name="Approved" value={sumOf(days, "approvals")} note="age checks" />
            </StatRow>
            <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <h3 className="text-sm font-medium">Requests by day</h3>
              <BarChart label="Requests at the gate by day, UTC" bars={bars} series={REQUESTS} height={110} />
            </section>
            <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <h3 className="text-sm font-medium">Age checks by day</h3>
              <BarChart label="Age checks by day, UTC" bars={bars} series={CHECKS} height={110} />
            </section>
            <p className="text-xs text-soft">
              The last {PERIOD} days, in UTC. HAProxy, Cloudflare Workers and WordPress check proofs
              themselves: the requests that they decide on are not counted here, their age checks are.
            </p>
          </div>
        );
      }}
    </QueryView>
  );
};
