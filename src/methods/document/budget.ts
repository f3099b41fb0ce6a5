/** How much time is left for one scan. */
export type Budget = { isSpent: () => boolean };

/** Starts the time now. `clock` gives milliseconds and never runs backwards. */
export const startBudget = (milliseconds: number, clock: () => number): Budget => {
  const end = clock() + milliseconds;
  return { isSpent: () => clock() >= end };
};
