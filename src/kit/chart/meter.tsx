type Mark = { at: number; name: string };

type Props = {
  label: string;
  value: number;
  /** The expected final value, drawn behind `value` and paler. */
  forecast?: number;
  max: number;
  marks?: readonly Mark[];
  tone?: "ok" | "warn" | "danger";
};

const FILLS = { ok: "fill-accent", warn: "fill-warn", danger: "fill-danger" } as const;

/** How much of something is used up. */
export const Meter = ({ label, value, forecast = 0, max, marks = [], tone = "ok" }: Props) => {
  const width = (amount: number): string => `${Math.min(amount / Math.max(max, 1), 1) * 100}%`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no browser lets <meter> be drawn with a forecast and marks
    <div role="meter" aria-label={label} aria-valuenow={value} aria-valuemin={0} aria-valuemax={max}>
      <svg width="100%" height="10" className="block" aria-hidden="true" focusable="false">
        <rect width="100%" height="10" rx="3" className="fill-neutral-soft" />
        <rect width={width(forecast)} height="10" rx="3" className={`${FILLS[tone]} opacity-25`} />
        <rect width={width(value)} height="10" rx="3" className={FILLS[tone]} />
        {marks.map(({ at, name }) => (
          <line
            key={name}
            x1={width(at)}
            x2={width(at)}
            y1="0"
            y2="10"
            strokeWidth="2"
            className="stroke-ink"
          />
        ))}
      </svg>
    </div>
  );
};

/** A share of a whole as a thin bar, next to its number. */
export const ShareBar = ({ share, fill = "fill-chart-approved" }: { share: number; fill?: string }) => (
  <svg width="100%" height="6" className="block" aria-hidden="true" focusable="false">
    <rect width="100%" height="6" rx="2" className="fill-neutral-soft" />
    <rect width={`${Math.max(0, Math.min(share, 1)) * 100}%`} height="6" rx="2" className={fill} />
  </svg>
);
