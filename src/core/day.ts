import { addDays, DAY_MS, dayName } from "@lintel/age";
import { createId, ID_RANDOM_BYTES, type IdKind } from "./ids.ts";

export { addDays, DAY_MS, dayName } from "@lintel/age";

/** An hour, in milliseconds. */
export const HOUR_MS = 3_600_000;

/** First instant of the UTC hour. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

/** First instant of the UTC day. */
export const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/** When something ends that lasts this long, in milliseconds: never after what it is part of. */
export const endWithin = (whole: { expiresAt: Date }, from: Date, ms: number): Date =>
  new Date(Math.min(from.getTime() + ms, whole.expiresAt.getTime()));

/** Whole seconds since 1970, as JSON Web Tokens have them. */
export const epochSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** `2026-11`: the UTC month. */
export const monthName = (at: Date): string => at.toISOString().slice(0, 7);

/** First instant of the UTC day of that name. */
export const dayNamed = (name: string): Date => new Date(`${name}T00:00:00Z`);

/** First instant of the UTC month of that name. */
export const monthNamed = (name: string): Date => new Date(`${name}-01T00:00:00Z`);

const NOTHING = new Uint8Array(ID_RANDOM_BYTES);

/** The smallest id that can be created at this instant, so that a range of times is a range of ids. */
export const firstIdAt = (kind: IdKind, at: Date): string => createId(kind, at, NOTHING);

/** Days such as 2026-11-21, both inclusive, in a zone of the IANA time zone database; without one, in UTC. */
export type DayRange = { from?: string | undefined; to?: string | undefined; zone?: string | undefined };

// Swedish dates have the ISO 8601 format.
const daysIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });

/** Whether this process knows a time zone by that name. */
export const isTimeZone = (name: string): boolean => {
  try {
    daysIn(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

// Zones are at most 14 hours from UTC, and no day is longer than 25.
const FARTHEST_MS = 16 * 3_600_000;

/**
 * First instant of a day in a zone. It is not midnight if clocks go forward then; for a day that a zone
 * skipped, as Samoa skipped 2011-12-30, it is the first instant after it.
 */
const startOfDay = (day: string, zone: string): Date => {
  const utc = dayNamed(day).getTime();
  if (zone === "UTC") return new Date(utc);
  const format = daysIn(zone);
  let [before, from] = [utc - FARTHEST_MS, utc + FARTHEST_MS];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (format.format(middle) < day) before = middle;
    else from = middle;
  }
  // Nothing here is older than the earliest time an id can express.
  return new Date(Math.max(from, 0));
};

const dayAfter = (day: string): string => dayName(addDays(dayNamed(day), 1));

/** A range of days as a range of times: `start` is inclusive, `end` exclusive. */
export const timesOfDays = ({ from, to, zone = "UTC" }: DayRange): { start?: Date; end?: Date } => ({
  ...(from !== undefined && { start: startOfDay(from, zone) }),
  ...(to !== undefined && { end: startOfDay(dayAfter(to), zone) }),
});

/** A range of days as a range of ids: `fromId` is inclusive, `beforeId` exclusive. */
export const idsOfDays = (kind: IdKind, days: DayRange): { fromId?: string; beforeId?: string } => {
  const { start, end } = timesOfDays(days);
  return {
    ...(start && { fromId: firstIdAt(kind, start) }),
    ...(end && { beforeId: firstIdAt(kind, end) }),
  };
};

/** Every day from one to another, both inclusive. */
export const daysBetween = (from: Date, through: Date): Date[] => {
  const days: Date[] = [];
  for (let day = dayOf(from); day.getTime() <= through.getTime(); day = addDays(day, 1)) days.push(day);
  return days;
};

/** A UTC month: `2026-11`. */
export const MONTH = /^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/;

/** For people, who may be in any zone: `25 Nov 2026, 09:40 UTC`. */
export const timeText = (at: Date): string =>
  at
    .toUTCString()
    .replace(/^\w+, (.*):\d\d GMT$/, "$1 UTC")
    .replace(/(\d{4}) /, "$1, ");
