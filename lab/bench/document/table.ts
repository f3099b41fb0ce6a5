export type Row = { what: string; got: string; target: string; isMet: boolean | null };

/** The value that a share of all values is not above. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const percent = (part: number, whole: number): string =>
  whole === 0 ? "-" : `${part}/${whole} (${((100 * part) / whole).toFixed(1)}%)`;

const mark = ({ isMet }: Row): string => (isMet === null ? " " : isMet ? "✓" : "✗");

/** A table for people, and for the README: Markdown. */
export const printRows = (title: string, rows: readonly Row[]): void => {
  console.log(`\n### ${title}\n\n| | got | target | |\n|---|---|---|---|`);
  for (const row of rows) console.log(`| ${row.what} | ${row.got} | ${row.target} | ${mark(row)} |`);
};

/** At least this share; nothing measured, nothing met. */
export const atLeast = (what: string, part: number, whole: number, share: number): Row => ({
  what,
  got: percent(part, whole),
  target: `≥ ${Math.round(share * 100)}%`,
  isMet: whole === 0 ? null : part / whole >= share,
});

export const none = (what: string, count: number, of: number): Row => ({
  what,
  got: `${count} of ${of}`,
  target: "0",
  isMet: of === 0 ? null : count === 0,
});

export const atMost = (what: string, value: number, limit: number, unit: string): Row => ({
  what,
  got: `${Math.round(value)} ${unit}`,
  target: `≤ ${limit} ${unit}`,
  isMet: Number.isNaN(value) ? null : value <= limit,
});
