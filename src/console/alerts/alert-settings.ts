import type { ConsoleOutputs } from "#trpc/root.ts";

export type AlertSettings = ConsoleOutputs["alerts"]["settings"];

/** "22:00" of minutes after midnight. */
export const clockText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Minutes after midnight of "22:00"; null: no time of day, as while it is typed. */
export const minutesOf = (text: string): number | null => {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
};
