import { dayPath, statementPath } from "#console/client/paths.ts";
import { methodName } from "#console/words/words.ts";
import { dayNamed, monthNamed } from "#core/day.ts";
import { entryFor } from "#core/json.ts";
import type { Bar, Series } from "#kit/chart/chart-bars.tsx";
import { dayText } from "#kit/format.ts";
import type { ConsoleOutputs } from "#trpc/root.ts";

export type UsageData = ConsoleOutputs["reports"]["usage"];
type DayUsage = UsageData["days"][number];

export const MODES: readonly Series[] = [
  { id: "live", name: "Live", fill: "fill-chart-volume", dot: "bg-chart-volume" },
  { id: "test", name: "Test", fill: "fill-chart-test", dot: "bg-chart-test" },
];

type Look = Pick<Series, "fill" | "dot">;

// A method has the same colour everywhere, never that of an outcome.
const LOOKS: Readonly<Record<string, Look>> = {
  document: { fill: "fill-chart-document", dot: "bg-chart-document" },
  wallet: { fill: "fill-chart-wallet", dot: "bg-chart-wallet" },
  oidc: { fill: "fill-chart-oidc", dot: "bg-chart-oidc" },
  vendor: { fill: "fill-chart-vendor", dot: "bg-chart-vendor" },
  tenant: { fill: "fill-chart-own", dot: "bg-chart-own" },
};
const OTHER: Look = { fill: "fill-chart-other", dot: "bg-chart-other" };

const barOf = (day: string, values: Bar["values"], href: string): Bar => ({
  key: day,
  name: dayText(dayNamed(day)),
  values,
  href,
});

export const modeBars = (tenantId: string, days: readonly DayUsage[]): Bar[] =>
  days.map(({ day, live, test }) => barOf(day, { live, test }, dayPath(tenantId, day)));

// `Nov`: within twelve months, the year is not in doubt.
const shortMonth = (month: string): string =>
  new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" }).format(monthNamed(month));

/** Bars that lead to their month's statement, if there is one. */
export const monthBars = (tenantId: string, months: UsageData["months"]): Bar[] =>
  months.map(({ month, live, test, hasStatement }) => ({
    key: month,
    name: shortMonth(month),
    values: { live, test },
    ...(hasStatement && { href: statementPath(tenantId, month) }),
  }));

export const methodBars = (tenantId: string, days: readonly DayUsage[]): Bar[] =>
  days.map(({ day, byMethod }) => barOf(day, byMethod, dayPath(tenantId, day, "live")));

export const methodSeries = (days: readonly DayUsage[]): Series[] => {
  const methods = [...new Set(days.flatMap(({ byMethod }) => Object.keys(byMethod)))].sort((a, b) =>
    a.localeCompare(b),
  );
  return methods.map((method) => ({
    id: method,
    name: methodName(method),
    ...(entryFor(LOOKS, method) ?? OTHER),
  }));
};

export const USAGE_INPUT = { months: 12 };
