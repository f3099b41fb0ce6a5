const UTC_PARTS = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/;

/** `2026-11-12 13:03:22 UTC` */
export const utcText = (at: Date): string => {
  const [, day = "", time = ""] = UTC_PARTS.exec(at.toISOString()) ?? [];
  return `${day} ${time} UTC`;
};

const SHORT = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hour12: false } as const;
// With seconds, for several events within a minute.
const EXACT = { ...SHORT, second: "2-digit" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", hour12: false } as const;
const DATE = { day: "numeric", month: "short", year: "numeric" } as const;
const FORMS = {
  short: SHORT,
  exact: EXACT,
  long: { ...EXACT, year: "numeric" },
  date: DATE,
  time: TIME,
} as const;

export type TimeForm = keyof typeof FORMS;

/** In the zone given, or in the viewer's. */
export const localText = (at: Date, form: TimeForm, timeZone?: string): string =>
  new Intl.DateTimeFormat("en-GB", { ...FORMS[form], ...(timeZone && { timeZone }) }).format(at);

/** The browser's own time zone. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A UTC day: `12 Nov`, the same in every time zone. */
export const dayText = (day: Date): string =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(day);

export const monthText = (month: Date): string =>
  new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }).format(month);

const UNITS = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
] as const;

/** `3 minutes ago`, `in 2 hours`; null beyond 30 days, where a date says more. */
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

const WHOLE = new Intl.NumberFormat("en-GB");
const COMPACT = new Intl.NumberFormat("en-GB", { notation: "compact", maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 1 });

export const wholeText = (value: number): string => WHOLE.format(value);
export const compactText = (value: number): string =>
  value < 10_000 ? WHOLE.format(value) : COMPACT.format(value);

/** A percentage; a dash when the whole is zero. */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? "–" : PERCENT.format(part / whole);

/** Minor units as money; the currency says how many make one unit (ISO 4217): 100 for the euro, 1 for the yen. */
export const moneyText = (minor: number, currency: string): string => {
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

export const durationText = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
};

/** JSON with line breaks; anything else as it is. */
export const prettyJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
