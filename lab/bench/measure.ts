import { percentile } from "./figures.ts";

export type Timed = { name: string; ask: () => Promise<unknown> };
export type Line = { name: string; p50: number; p95: number };

/** In turns, so that whatever else the machine does hits all alike. Milliseconds. */
export const measure = async (
  questions: readonly Timed[],
  rounds: number,
  {
    warmUp = 3,
    beforeRound = async () => undefined,
  }: { warmUp?: number; beforeRound?: () => Promise<unknown> } = {},
): Promise<Line[]> => {
  const times = new Map<string, number[]>(questions.map(({ name }) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    await beforeRound();
    for (const { name, ask } of questions) {
      const startedMs = performance.now();
      await ask();
      if (round >= 0) times.get(name)?.push(performance.now() - startedMs);
    }
  }
  return questions.map(({ name }) => {
    const own = times.get(name) ?? [];
    return { name, p50: percentile(own, 0.5), p95: percentile(own, 0.95) };
  });
};
