import { percentile } from "../figures.ts";
import type { Measured } from "./measure.ts";

export type Row = { what: string; got: string; target: string; isMet: boolean | null };

export const percent = (part: number, whole: number): string =>
  whole === 0 ? "-" : `${part}/${whole} (${((100 * part) / whole).toFixed(1)}%)`;

const mark = ({ isMet }: Row): string => (isMet === null ? " " : isMet ? "✓" : "✗");

/** A table for people, and for docs/performance.md: Markdown. */
export const printRows = (title: string, rows: readonly Row[]): void => {
  console.log(`\n### ${title}\n\n| | got | target | |\n|---|---|---|---|`);
  for (const row of rows) console.log(`| ${row.what} | ${row.got} | ${row.target} | ${mark(row)} |`);
};

type Is<T> = (item: T) => boolean;

export const count = <T>(items: readonly T[], is: Is<T>): number => items.filter(is).length;

/** How many of them, without a target. */
export const share = <T>(what: string, items: readonly T[], is: Is<T>): Row => ({
  what,
  got: percent(count(items, is), items.length),
  target: "",
  isMet: null,
});

/** At least this share of them; nothing measured, nothing met. */
export const atLeast = <T>(what: string, items: readonly T[], is: Is<T>, least: number): Row => ({
  ...share(what, items, is),
  target: `≥ ${Math.round(least * 100)}%`,
  isMet: items.length === 0 ? null : count(items, is) / items.length >= least,
});

export const none = <T>(what: string, items: readonly T[], is: Is<T>): Row => ({
  what,
  got: `${count(items, is)} of ${items.length}`,
  target: "0",
  isMet: items.length === 0 ? null : count(items, is) === 0,
});

export const atMost = (what: string, value: number, limit: number, unit: string): Row => ({
  what,
  got: `${Math.round(value)} ${unit}`,
  target: `≤ ${limit} ${unit}`,
  isMet: Number.isNaN(value) ? null : value <= limit,
});

/** The longest processor time of some scans, in milliseconds. */
export const longest = (measured: readonly Pick<Measured, "cpuMs">[]): number =>
  Math.max(...measured.map(({ cpuMs }) => cpuMs));

/** One after the other, saying now and then how far it is. */
export const inTurn = async <T, R>(
  name: string,
  items: readonly T[],
  one: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    results.push(await one(item));
    if (index % 50 === 49) console.error(`${name}: ${index + 1} of ${items.length}`);
  }
  return results;
};

/** How long scans took: by the processor, and by the clock on the wall. */
export const timeRows = (measured: readonly Measured[]): Row[] => {
  const read = measured.filter(({ isRead }) => isRead);
  const refused = measured.filter(({ isRead }) => !isRead);
  const cpu = read.map(({ cpuMs }) => cpuMs);
  const wall = read.map(({ wallMs }) => wallMs);
  return [
    atMost("accepted, p50, processor time", percentile(cpu, 0.5), 350, "ms"),
    atMost("accepted, p95, processor time", percentile(cpu, 0.95), 900, "ms"),
    atMost("accepted, p50, wall time", percentile(wall, 0.5), 350, "ms"),
    atMost("refused, longest, processor time", longest(refused), 3000, "ms"),
  ];
};
