export type Series = { id: string; name: string; fill: string; dot: string };
export type Bar = { key: string; name: string; values: Readonly<Record<string, number>> };

export const totalOf = (bar: Bar, series: readonly Series[]): number =>
  series.reduce((sum, { id }) => sum + (bar.values[id] ?? 0), 0);

const STEPS = [1, 2, 5, 10] as const;

/** Round numbers from zero to at least the highest bar, four or five of them. */
export const ticksFor = (highest: number): number[] => {
  const rough = Math.max(highest, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((factor) => factor * power >= rough) ?? 10);
  const count = Math.ceil(Math.max(highest, 1) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
};
