// A clock timer fires late when this process is busy, and then before data that arrived long ago is read:
// Node runs timers first, then sockets. Such a timer makes the peer pay for this process's delay.

/** Between two of these, every socket that has data is read (libuv's loop: timers, then poll). */
const TICK_MS = 25;

type Waiter = { ticksLeft: number; onOver: () => void };

const waiters = new Set<Waiter>();
let isTicking = false;

const tick = (): void => {
  for (const waiter of waiters) {
    waiter.ticksLeft -= 1;
    if (waiter.ticksLeft > 0) continue;
    waiters.delete(waiter);
    waiter.onOver();
  }
  isTicking = waiters.size > 0;
  if (isTicking) setTimeout(tick, TICK_MS);
};

/**
 * Calls back after `ms` of loop time: a turn of the event loop counts 25 ms at most, however long it took. An
 * idle loop keeps clock time; a busy one reads its sockets before time moves on.
 * @param ms in steps of 25, and up to one step late
 * @returns cancels the call
 */
export const afterLoopTime = (ms: number, onOver: () => void): (() => void) => {
  const waiter = { ticksLeft: Math.ceil(ms / TICK_MS) + 1, onOver };
  waiters.add(waiter);
  if (!isTicking) setTimeout(tick, TICK_MS);
  isTicking = true;
  return () => void waiters.delete(waiter);
};

/**
 * The promise's value, unless it takes longer than `ms` of loop time.
 * @param late makes the error to throw in that case
 */
export const withinLoopTime = async <Value>(
  ms: number,
  promise: Promise<Value>,
  late: () => Error,
): Promise<Value> => {
  const over = Promise.withResolvers<never>();
  const callOff = afterLoopTime(ms, () => over.reject(late()));
  try {
    return await Promise.race([promise, over.promise]);
  } finally {
    callOff();
  }
};
