import { wholeText } from "./number-format.ts";

export type Series = { id: string; name: string; fill: string; dot: string };
export type Bar = {
  key: string;
  name: string;
  values: Readonly<Record<string, number>>;
  /** The page that shows what the bar counts. */
  href?: string;
};

export const totalOf = (bar: Bar, series: readonly Series[]): number =>
  series.reduce((sum, { id }) => sum + (bar.values[id] ?? 0), 0);

const STEPS = [1, 2, 5, 10] as const;

/** A bar in words: `21 Nov: 15 in all. Approved 12, Under age 3`. */
export const barText = (bar: Bar, series: readonly Series[]): string => {
  const parts = series.flatMap(({ id, name }) => {
    const value = bar.values[id] ?? 0;
    return value === 0 ? [] : [`${name} ${wholeText(value)}`];
  });
  const total = `${bar.name}: ${wholeText(totalOf(bar, series))} in all`;
  return parts.length === 0 ? total : `${total}. ${parts.join(", ")}`;
};

/** Round numbers from zero to at least the highest bar, four or five of them. */
export const ticksFor = (highest: number): number[] => {
  const rough = Math.max(highest, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((factor) => factor * power >= rough) ?? 10);
  const count = Math.ceil(Math.max(highest, 1) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
};
