import type { Measured } from "./measure.ts";
import { atMost, percentile, type Row } from "./table.ts";

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

export const count = <T>(items: readonly T[], is: (item: T) => boolean): number => items.filter(is).length;

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
    atMost("refused, longest, processor time", Math.max(...refused.map(({ cpuMs }) => cpuMs)), 3000, "ms"),
  ];
};
