import type { GateDecision, GateInput } from "#platform/gate.ts";
import { msUntilAdmitted, toWholeSeconds, used, type WindowCounts } from "#platform/sliding-window.ts";

/** A limiter that counts in this process only. */
export type LocalLimiter = {
  limit(input: GateInput): Omit<GateDecision, "degraded">;
  /** Counts a call that was admitted elsewhere, so that this process knows it when it has to decide alone. */
  record(input: GateInput): void;
  /** How many keys are held. */
  size(): number;
};

type Entry = WindowCounts & { window: number; windowMs: number };

/**
 * @param options.maxKeys bounds the memory (about 200 bytes each): when full, finished windows go, then the oldest key
 */
export const createLocalLimiter = (options: { now: () => Date; maxKeys?: number }): LocalLimiter => {
  const { now, maxKeys = 50_000 } = options;
  const entries = new Map<string, Entry>();

  /** Frees a tenth at once: walking all keys for every new one would be an attack's multiplier. */
  const makeRoom = (nowMs: number): void => {
    for (const [key, entry] of entries) {
      if (nowMs >= (entry.window + 2) * entry.windowMs) entries.delete(key);
    }
    for (const key of entries.keys()) {
      if (entries.size <= maxKeys * 0.9) return;
      entries.delete(key);
    }
  };

  /** The entry of this moment's window: kept, moved on by one window, or new. */
  const enter = (input: GateInput, nowMs: number): Entry => {
    const key = `${input.limit}/${input.windowSeconds}:${input.key}`;
    const windowMs = input.windowSeconds * 1000;
    const window = Math.floor(nowMs / windowMs);
    const last = entries.get(key);
    // One window ahead: the clock was set back a little, which must not refund anything.
    if (last && (last.window === window || last.window === window + 1)) return last;
    entries.delete(key); // and to the end of the order: the oldest key is the one whose window began first
    if (entries.size >= maxKeys) makeRoom(nowMs);
    const entry = { window, windowMs, current: 0, previous: last?.window === window - 1 ? last.current : 0 };
    entries.set(key, entry);
    return entry;
  };

  return {
    limit: (input) => {
      const nowMs = now().getTime();
      const entry = enter(input, nowMs);
      const offsetMs = Math.max(0, nowMs - entry.window * entry.windowMs);
      const waitMs = msUntilAdmitted(entry, input.limit, offsetMs, entry.windowMs);
      if (waitMs > 0) {
        const seconds = toWholeSeconds(waitMs);
        return {
          allowed: false,
          limit: input.limit,
          remaining: 0,
          resetSeconds: seconds,
          retryAfterSeconds: seconds,
        };
      }
      entry.current += 1;
      return {
        allowed: true,
        limit: input.limit,
        remaining: input.limit - used(entry, offsetMs, entry.windowMs),
        resetSeconds: toWholeSeconds(entry.windowMs - offsetMs),
        retryAfterSeconds: 0,
      };
    },
    record: (input) => {
      enter(input, now().getTime()).current += 1;
    },
    size: () => entries.size,
  };
};
