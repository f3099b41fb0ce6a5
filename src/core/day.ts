import { createId, ID_RANDOM_BYTES, type IdKind } from "./ids.ts";

/** A day of UTC, in milliseconds. */
export const DAY_MS = 86_400_000;

/** First instant of the UTC day. */
export const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/** The same instant some days later or earlier. Every UTC day has the same length. */
export const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

const NOTHING = new Uint8Array(ID_RANDOM_BYTES);

/** The smallest id that can be created at this instant, so that a range of times is a range of ids. */
export const firstIdAt = (kind: IdKind, at: Date): string => createId(kind, at, NOTHING);

/** UTC days, both inclusive, such as 2026-11-21. */
export type DayRange = { from?: string | undefined; to?: string | undefined };

/** The same as a range of ids: `fromId` is inclusive, `beforeId` exclusive. */
export const idsOfDays = (kind: IdKind, { from, to }: DayRange): { fromId?: string; beforeId?: string } => ({
  ...(from !== undefined && { fromId: firstIdAt(kind, new Date(`${from}T00:00:00Z`)) }),
  ...(to !== undefined && { beforeId: firstIdAt(kind, addDays(new Date(`${to}T00:00:00Z`), 1)) }),
});

/** Every day from one to another, both inclusive. */
export const daysBetween = (from: Date, through: Date): Date[] => {
  const days: Date[] = [];
  for (let day = dayOf(from); day.getTime() <= through.getTime(); day = addDays(day, 1)) days.push(day);
  return days;
};
