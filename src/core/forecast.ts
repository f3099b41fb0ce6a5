import { monthAfter, monthOf } from "./quota.ts";

const DAY_MS = 86_400_000;

/**
 * What a month will come to at its pace so far.
 * @param recentPerDay the average of the last whole days, where there are some: it follows a change sooner
 */
export const forecastMonth = (used: number, recentPerDay: number | null, now: Date): number => {
  const start = monthOf(now).getTime();
  const end = monthAfter(monthOf(now)).getTime();
  const elapsedDays = Math.max((now.getTime() - start) / DAY_MS, 1 / 24);
  const perDay = recentPerDay ?? used / elapsedDays;
  return Math.max(used, Math.round(used + (perDay * (end - now.getTime())) / DAY_MS));
};
