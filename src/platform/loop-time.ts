// A timer of the clock fires late when this process is busy, and then before what has long arrived is read: Node runs
// timers first, sockets after. Who is judged by such a timer pays for the delay of who judges.

/** Between two of these every socket is read that has something (libuv's loop: timers, then poll). */
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
 * Calls back after so much of this process' own time: a turn of the event loop counts 25 ms at most, however long it took.
 * With an idle loop that is the time on the clock; a loop that was held up has read its sockets before time goes on.
 * @param ms in steps of 25, and up to one step late
 * @returns calls it off
 */
export const afterLoopTime = (ms: number, onOver: () => void): (() => void) => {
  const waiter = { ticksLeft: Math.ceil(ms / TICK_MS) + 1, onOver };
  waiters.add(waiter);
  if (!isTicking) setTimeout(tick, TICK_MS);
  isTicking = true;
  return () => void waiters.delete(waiter);
};

/**
 * What a promise comes to, unless it takes longer than so much of this process' own time.
 * @param late makes the error that is thrown then
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
