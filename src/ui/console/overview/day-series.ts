import type { Mode } from "#core/verification.ts";
import type { Bar, Series } from "../../kit/bar-scale.ts";
import { dayText } from "../../kit/time-format.ts";
import { dayPath } from "../paths.ts";
import type { OverviewDay } from "./overview-data.ts";

/** From the bottom of a bar to its top. */
export const OUTCOMES: readonly Series[] = [
  { id: "approved", name: "Approved", fill: "fill-chart-approved", dot: "bg-chart-approved" },
  { id: "rejected", name: "Under age", fill: "fill-chart-rejected", dot: "bg-chart-rejected" },
  { id: "failed", name: "Failed", fill: "fill-chart-failed", dot: "bg-chart-failed" },
  { id: "expired", name: "Expired", fill: "fill-chart-expired", dot: "bg-chart-expired" },
  { id: "open", name: "Open", fill: "fill-chart-open", dot: "bg-chart-open" },
];

/** Each leads to the list of what was started on its day. */
export const barsOf = (tenantId: string, days: readonly OverviewDay[], mode: Mode): Bar[] =>
  days.map(({ day, approved, rejected, failed, expired, ...started }) => ({
    key: day,
    name: dayText(new Date(`${day}T00:00:00Z`)),
    href: dayPath(tenantId, day, mode),
    values: {
      approved,
      rejected,
      failed,
      expired,
      open: Math.max(0, started[mode] - approved - rejected - failed - expired),
    },
  }));
