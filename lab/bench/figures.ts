// The benchmarks' statistics. A webhook that never arrived has no time: it is reported as missing, and the wait for it
// enters no figure.

/** The figures of one side in each round; Infinity for what did not come while the benchmark waited. */
type Rounds = readonly number[];

/** The lags of all that were sent, sorted: those that never came are longer than any. */
export const lagsOfAll = (lagsMs: readonly number[], sent: number): number[] => {
  const missing = Math.max(0, sent - lagsMs.length);
  return [...lagsMs, ...Array<number>(missing).fill(Number.POSITIVE_INFINITY)].sort((a, b) => a - b);
};

/** The value that this share of the sorted ones do not exceed; NaN for none. */
export const quantile = (sorted: Rounds, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1))] ?? Number.NaN;

/** A quantile of values in any order. */
export const percentile = (values: Rounds, share: number): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    share,
  );

/** The middle value, or the mean of the two in the middle. */
export const median = (values: Rounds): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? Number.NaN : low === high ? low : (low + high) / 2;
};

/** The median of one figure of the rounds. */
export const medianOf = <Field extends string>(
  rounds: readonly Record<Field, number>[],
  field: Field,
): number => median(rounds.map((round) => round[field]));

/** The median of one figure divided by the same of another's round. */
export const medianRatio = <Field extends string>(
  rounds: readonly Record<Field, number>[],
  others: readonly Record<Field, number>[],
  field: Field,
): number => median(rounds.map((round, i) => round[field] / (others[i]?.[field] ?? Number.NaN)));

/** The geometric mean of ratios, and its standard error as a share of it: NaN for one ratio alone. */
export const meanRatio = (ratios: Rounds): { mean: number; error: number } => {
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (logs.length - 1);
  return { mean: Math.exp(mean), error: Math.sqrt(variance / logs.length) };
};

/** The median and, of several rounds, the lowest and the highest: `17 (15–20)`. */
export const spread = (values: Rounds, never: string, digits = 0): string => {
  const text = (value: number): string => (Number.isFinite(value) ? value.toFixed(digits) : never);
  const [lowest, highest] = [text(Math.min(...values)), text(Math.max(...values))];
  return lowest === highest ? lowest : `${text(median(values))} (${lowest} to ${highest})`;
};

/** How many times `more` is of `less`, round by round; no number when one of them is none. */
export const ratio = (more: Rounds, less: Rounds): string => {
  const ratios = more.map((value, round) => value / (less[round] ?? Number.NaN));
  const isKnown = [...more, ...less].every(Number.isFinite) && ratios.every(Number.isFinite);
  return isKnown ? `${spread(ratios, "", 2)} ×` : "no ratio";
};
