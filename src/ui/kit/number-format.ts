const WHOLE = new Intl.NumberFormat("en-GB");
const COMPACT = new Intl.NumberFormat("en-GB", { notation: "compact", maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat("en-GB", { style: "percent", maximumFractionDigits: 1 });

export const wholeText = (value: number): string => WHOLE.format(value);
export const compactText = (value: number): string =>
  value < 10_000 ? WHOLE.format(value) : COMPACT.format(value);

/** Of nothing there is no share. */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? "–" : PERCENT.format(part / whole);

/** Minor units to money: how many of them make one is the currency's (ISO 4217), 100 of the euro and 1 of the yen. */
export const moneyText = (minor: number, currency: string): string => {
  const format = new Intl.NumberFormat("en-GB", { style: "currency", currency });
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

export const durationText = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
};
