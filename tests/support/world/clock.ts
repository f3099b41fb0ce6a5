/** A clock that stands still until it is told to move. Pass `clock.now` where the code wants the time. */
export type TestClock = {
  readonly now: () => Date;
  set: (instant: string | Date) => void;
  advance: (step: { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number }) => void;
};

export function testClock(start: string | Date = "2026-03-01T12:00:00.000Z"): TestClock {
  let at = instantOf(start);
  return {
    now: () => new Date(at),
    set(instant) {
      at = instantOf(instant);
    },
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }) {
      at += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;
    },
  };
}

function instantOf(instant: string | Date): number {
  const ms = new Date(instant).getTime();
  if (Number.isNaN(ms)) throw new Error(`not an instant: ${String(instant)}`);
  return ms;
}
