import { type Bar, type Series, totalOf } from "./bar-scale.ts";
import { wholeText } from "./number-format.ts";

type Props = {
  bar: Bar;
  series: readonly Series[];
  /** Where the bar stands, 0 (left) to 1 (right). */
  place: number;
  /** What choosing it leads to. */
  leadsTo: string | undefined;
};

/** What one bar holds. It is drawn in the browser only, where setting a style is allowed. */
export const ChartTip = ({ bar, series, place, leadsTo }: Props) => (
  <div
    aria-hidden="true"
    className={`pointer-events-none absolute top-0 z-10 grid min-w-40 gap-1 rounded-md bg-surface p-2.5 text-xs shadow-pop ${place > 0.6 ? "-translate-x-[calc(100%+0.75rem)]" : "translate-x-3"}`}
    style={{ left: `${place * 100}%` }}
  >
    <div className="mb-0.5 flex justify-between gap-4 font-medium">
      <span>{bar.name}</span>
      <span className="tabular">{wholeText(totalOf(bar, series))}</span>
    </div>
    {[...series].reverse().map(({ id, name, dot }) => (
      <div key={id} className="flex items-center gap-1.5 text-soft">
        <span className={`forced-swatch size-2 rounded-xs ${dot}`} />
        <span className="grow">{name}</span>
        <span className="text-ink tabular">{wholeText(bar.values[id] ?? 0)}</span>
      </div>
    ))}
    {leadsTo && (
      <p className="mt-0.5 border-t pt-1 text-soft">
        <span className="pointer-coarse:hidden">Click for {leadsTo}</span>
        <span className="hidden pointer-coarse:inline">Tap again for {leadsTo}</span>
      </p>
    )}
  </div>
);
