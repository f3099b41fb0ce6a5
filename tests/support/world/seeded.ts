/** Chance that can be had again: mulberry32, by a seed that the test prints. */
export type Seeded = {
  readonly seed: number;
  next(): number;
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
};

export const seeded = (seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))): Seeded => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    seed,
    next,
    below,
    pick: (from) => {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error("nothing to pick from");
      return picked;
    },
  };
};
