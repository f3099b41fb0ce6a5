import { dayPath, modeOf } from "#console/client/paths.ts";
import { dayNamed } from "#core/day.ts";
import type { Mode } from "#core/verification.ts";
import type { Bar, Series } from "#kit/chart/chart-bars.tsx";
import { dayText } from "#kit/format.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";

export type OverviewData = ConsoleOutputs["reports"]["overview"];

/** From the bottom of a bar to the top. */
export const OUTCOMES: readonly Series[] = [
  { id: "approved", name: "Approved", fill: "fill-chart-approved", dot: "bg-chart-approved" },
  { id: "rejected", name: "Under age", fill: "fill-chart-rejected", dot: "bg-chart-rejected" },
  { id: "failed", name: "Failed", fill: "fill-chart-failed", dot: "bg-chart-failed" },
  { id: "expired", name: "Expired", fill: "fill-chart-expired", dot: "bg-chart-expired" },
  { id: "open", name: "Open", fill: "fill-chart-open", dot: "bg-chart-open" },
];

/** Each bar leads to the list of verifications started on its day. */
export const barsOf = (tenantId: string, days: OverviewData["days"], mode: Mode): Bar[] =>
  days.map(({ day, approved, rejected, failed, expired, ...started }) => ({
    key: day,
    name: dayText(dayNamed(day)),
    href: dayPath(tenantId, day, mode),
    values: {
      approved,
      rejected,
      failed,
      expired,
      open: Math.max(0, started[mode] - approved - rejected - failed - expired),
    },
  }));

export const PERIODS = [7, 30, 90] as const;

/** The query that an address asks for; invalid values get the default. */
export const overviewInput = (mode: unknown, days: unknown): { mode: Mode; days: number } => ({
  mode: modeOf(mode),
  days: PERIODS.find((period) => String(period) === days) ?? 30,
});
