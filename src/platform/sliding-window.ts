/**
 * The arithmetic of the sliding window counter, as `@upstash/ratelimit` has it in Lua: two fixed windows are counted,
 * and the previous one weighs as much as it still covers of the last `windowMs`. So every clock window admits the
 * limit at most, and any stretch of that length one more under steady load. The previous calls are taken as spread
 * evenly: when they all came at their window's end, a stretch can hold up to twice the limit. Times are arguments.
 */
export type WindowCounts = { previous: number; current: number };

/** How many calls count at this moment. @param offsetMs since the current window began */
export const used = (counts: WindowCounts, offsetMs: number, windowMs: number): number =>
  Math.floor((1 - offsetMs / windowMs) * counts.previous) + counts.current;

/** First offset, in whole ms, at which the previous window weighs less than `room` calls; 0 at the earliest. */
const offsetWithRoom = (previous: number, room: number, windowMs: number): number =>
  // Whole numbers up to the division: `1 - room / previous` would round to just before the moment, and be a lie.
  previous < room ? 0 : Math.floor((windowMs * (previous - room)) / previous) + 1;

/**
 * How long from `offsetMs` until one more call is admitted, if none comes in between: 0 when it is admitted now.
 * In between, usage only falls, so a later call is admitted too.
 * @param limit at least 1
 */
export const msUntilAdmitted = (
  counts: WindowCounts,
  limit: number,
  offsetMs: number,
  windowMs: number,
): number => {
  if (used(counts, offsetMs, windowMs) < limit) return 0;
  const room = limit - counts.current;
  if (room > 0) {
    const inThisWindow = offsetWithRoom(counts.previous, room, windowMs);
    if (inThisWindow < windowMs) return Math.max(1, inThisWindow - offsetMs);
  }
  // In the next window the current counts are the previous ones. At its very start they still weigh in full.
  return windowMs - offsetMs + offsetWithRoom(counts.current, limit, windowMs);
};

/** Whole seconds that are surely long enough, at least 1: a client that waits them is not sent away again. */
export const toWholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));
