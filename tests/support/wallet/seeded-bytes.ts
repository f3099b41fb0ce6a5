/** Chance that is the same in every run (mulberry32): a mutant that gets through can be found again. */
export const seeded = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
};

/** Bytes of no meaning, or a real message that was cut off, shortened in its middle or changed in several places. */
export const damage = (message: Uint8Array, next: (below: number) => number): Uint8Array => {
  const cut = next(message.length);
  switch (next(5)) {
    case 0:
      return message.slice(0, cut);
    case 1:
      return new Uint8Array([...message.slice(0, cut), ...message.slice(cut + 1 + next(40))]);
    case 2:
      return Uint8Array.from({ length: next(600) }, () => next(256));
    case 3:
      return new Uint8Array([...message.slice(0, cut), ...message.slice(0, cut), ...message.slice(cut)]);
    default: {
      const copy = message.slice();
      for (let count = 1 + next(8); count > 0; count -= 1) copy[next(copy.length)] = next(256);
      return copy;
    }
  }
};
