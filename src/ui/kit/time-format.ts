const UTC_PARTS = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/;

/** `2026-11-12 13:03:22 UTC` */
export const utcText = (at: Date): string => {
  const [, day = "", time = ""] = UTC_PARTS.exec(at.toISOString()) ?? [];
  return `${day} ${time} UTC`;
};

const LOCAL = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hour12: false } as const;

/** In the zone given, or in the viewer's. */
export const localText = (at: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat("en-GB", { ...LOCAL, ...(timeZone && { timeZone }) }).format(at);

/** With seconds: where several things happen within a minute. */
export const localTextExact = (at: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat("en-GB", { ...LOCAL, second: "2-digit", ...(timeZone && { timeZone }) }).format(at);

export const localTextLong = (at: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat("en-GB", {
    ...LOCAL,
    year: "numeric",
    second: "2-digit",
    ...(timeZone && { timeZone }),
  }).format(at);

/** A UTC day: `12 Nov`, which is the same for everybody. */
export const dayText = (day: Date): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(day);

export const monthText = (month: Date): string =>
  new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(month);

const UNITS = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
] as const;

/** `3 minutes ago`, `in 2 hours`; null where a date says more. */
export const relativeText = (at: Date, now: number): string | null => {
  const distance = at.getTime() - now;
  if (Math.abs(distance) > 30 * 86_400_000) return null;
  const found = UNITS.find(({ ms }) => Math.abs(distance) >= ms);
  if (!found) return distance > 0 ? "in a moment" : "just now";
  return new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" }).format(
    Math.trunc(distance / found.ms),
    found.unit,
  );
};
