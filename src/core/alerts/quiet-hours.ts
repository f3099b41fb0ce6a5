/** Minutes after midnight in the member's time zone; `from` after `to`: over midnight; both equal: none. */
export type QuietHours = { from: number; to: number; zone: string };

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

const minuteIn = (zone: string, at: Date): number => {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const value = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return value("hour") * 60 + value("minute");
};

const isWithin = ({ from, to }: QuietHours, minute: number): boolean =>
  from <= to ? minute >= from && minute < to : minute >= from || minute < to;

/**
 * When the quiet hours that run now end; null: none run. Walks by whole minutes of real time and reads the wall clock at
 * each, so a clock that is put forward or back changes how long they last and never when they end: where the end is
 * skipped, they end at the first minute after it.
 */
export const quietUntil = (hours: QuietHours, now: Date): Date | null => {
  if (!isWithin(hours, minuteIn(hours.zone, now))) return null;
  const start = Math.floor(now.getTime() / MINUTE_MS);
  // The wall clock's distance is right but for a change of the clock, which is at most three hours.
  const distance = (hours.to - minuteIn(hours.zone, now) + DAY_MINUTES) % DAY_MINUTES;
  const from = start + Math.max(1, distance - 180);
  for (let minute = from; minute <= start + distance + 180; minute += 1) {
    const at = new Date(minute * MINUTE_MS);
    if (!isWithin(hours, minuteIn(hours.zone, at))) return at;
  }
  return null;
};
