/** Resident memory at a moment of a run. */
export type Reading = { minutes: number; mib: number };

/** The line of least squares through readings, in MiB per minute; NaN for fewer than two moments. */
export const slopeOf = (readings: readonly Reading[]): number => {
  const mean = (of: (reading: Reading) => number): number =>
    readings.reduce((sum, reading) => sum + of(reading), 0) / readings.length;
  const [minutes, mib] = [mean((reading) => reading.minutes), mean((reading) => reading.mib)];
  const together = mean((reading) => (reading.minutes - minutes) * (reading.mib - mib));
  return together / mean((reading) => (reading.minutes - minutes) ** 2);
};

/**
 * What a run says about growth. The first third is left out: code is compiled, pools and caches fill, and the collector
 * finds its sizes.
 */
export const growthOf = (readings: readonly Reading[]): { slope: number; grownMib: number } => {
  const settled = readings.slice(Math.floor(readings.length / 3));
  const half = Math.ceil(settled.length / 2);
  const mean = (part: readonly Reading[]): number =>
    part.reduce((sum, { mib }) => sum + mib, 0) / Math.max(1, part.length);
  return { slope: slopeOf(settled), grownMib: mean(settled.slice(half)) - mean(settled.slice(0, half)) };
};
