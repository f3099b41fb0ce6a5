/** A UTC day, in milliseconds. */
export const DAY_MS = 86_400_000;

/** The same instant some days later or earlier. Every UTC day has the same length. */
export const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** `2026-11-21`: the UTC day. */
export const dayName = (at: Date): string => at.toISOString().slice(0, 10);
