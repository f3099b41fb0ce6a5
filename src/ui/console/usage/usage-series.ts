import type { Bar, Series } from "../../kit/bar-scale.ts";
import { dayText } from "../../kit/time-format.ts";
import { methodName } from "../words/method-names.ts";

export type DayUsage = {
  day: string;
  live: number;
  test: number;
  byMethod: Readonly<Record<string, number>>;
};

export const MODES: readonly Series[] = [
  { id: "live", name: "Live", fill: "fill-chart-approved", dot: "bg-chart-approved" },
  { id: "test", name: "Test", fill: "fill-chart-expired", dot: "bg-chart-expired" },
];

const LOOKS = [
  { fill: "fill-chart-approved", dot: "bg-chart-approved" },
  { fill: "fill-chart-open", dot: "bg-chart-open" },
  { fill: "fill-chart-rejected", dot: "bg-chart-rejected" },
  { fill: "fill-chart-failed", dot: "bg-chart-failed" },
  { fill: "fill-chart-expired", dot: "bg-chart-expired" },
] as const;

const barOf = (day: string, values: Bar["values"]): Bar => ({
  key: day,
  name: dayText(new Date(`${day}T00:00:00Z`)),
  values,
});

export const modeBars = (days: readonly DayUsage[]): Bar[] =>
  days.map(({ day, live, test }) => barOf(day, { live, test }));

// `Nov`: the year is not in doubt within twelve months.
const shortMonth = (month: string): string =>
  new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

export const monthBars = (months: readonly { month: string; live: number; test: number }[]): Bar[] =>
  months.map(({ month, live, test }) => ({ key: month, name: shortMonth(month), values: { live, test } }));

/** From the first month with any use on; the present one in any case. */
export const usedMonths = <Month extends { live: number; test: number }>(
  months: readonly Month[],
): readonly Month[] => {
  const first = months.findIndex(({ live, test }) => live + test > 0);
  return months.slice(first === -1 ? -1 : first);
};

export const methodBars = (days: readonly DayUsage[]): Bar[] =>
  days.map(({ day, byMethod }) => barOf(day, byMethod));

export const methodSeries = (days: readonly DayUsage[]): Series[] => {
  const methods = [...new Set(days.flatMap(({ byMethod }) => Object.keys(byMethod)))].sort((a, b) =>
    a.localeCompare(b),
  );
  return methods.map((method, index) => ({
    id: method,
    name: methodName(method),
    ...(LOOKS[index % LOOKS.length] ?? LOOKS[0]),
  }));
};
