const WARM_UP = 3;

export type Timed = { name: string; ask: () => Promise<unknown> };
export type Line = { name: string; p50: number; p95: number };

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;

/** In turns, so that whatever else the machine does hits all alike. Milliseconds. */
export const measure = async (
  questions: readonly Timed[],
  rounds: number,
  beforeRound: () => Promise<unknown> = async () => undefined,
): Promise<Line[]> => {
  const times = new Map<string, number[]>(questions.map(({ name }) => [name, []]));
  for (let round = -WARM_UP; round < rounds; round += 1) {
    await beforeRound();
    for (const { name, ask } of questions) {
      const startedMs = performance.now();
      await ask();
      if (round >= 0) times.get(name)?.push(performance.now() - startedMs);
    }
  }
  return questions.map(({ name }) => {
    const sorted = (times.get(name) ?? []).toSorted((a, b) => a - b);
    return { name, p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
  });
};
