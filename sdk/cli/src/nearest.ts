/** In a short word, two letters more make another word. */
const SHORT = 5;

/** How many letters were missed, added, mistaken or swapped with the next (optimal string alignment). */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      const ways = [(next[column - 1] ?? 0) + 1, (last[column] ?? 0) + 1, (last[column - 1] ?? 0) + cost];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) ways.push((before[column - 2] ?? 0) + 1);
      next.push(Math.min(...ways));
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}

/** What was probably meant by a word that is none of these; null where none is like it. */
export function nearest(word: string, known: readonly string[]): string | null {
  const most = word.length < SHORT ? 1 : 2;
  // A long word is not like any of these, and would cost time.
  const near = known
    .filter((candidate) => Math.abs(candidate.length - word.length) <= most)
    .map((candidate) => ({ candidate, apart: distance(word, candidate) }))
    .filter(({ apart }) => apart <= most)
    .toSorted((one, other) => one.apart - other.apart);
  return near[0]?.candidate ?? null;
}
