"use client";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { wholeText } from "#kit/format.ts";
import { Link } from "#kit/link.tsx";

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

type ChartBarsProps = {
  label: string;
  bars: readonly Bar[];
  series: readonly Series[];
  /** What a bar leads to: "verifications of this day". */
  leadsTo: string | undefined;
  setActive: (index: number | null) => void;
};

const BAR_STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_, last) => last,
};

const isTouch = ({ nativeEvent }: MouseEvent): boolean =>
  nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";

/**
 * Makes a chart's bars usable: one tab stop, arrow keys between bars, and each bar is a link that reads out
 * its numbers. On touch, the first tap shows the numbers and the second follows the link.
 */
export const ChartBars = ({ label, bars, series, leadsTo, setActive }: ChartBarsProps) => {
  const group = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(bars.length - 1);
  const [tapped, setTapped] = useState<string | null>(null);
  // The days may have changed: if so, fall back to the newest bar.
  const current = Math.min(stop, bars.length - 1);

  const move = (event: KeyboardEvent): void => {
    const next = BAR_STEPS[event.key]?.(current, bars.length - 1);
    if (next === undefined) return;
    event.preventDefault();
    setStop(next);
    group.current?.querySelectorAll<HTMLElement>("[data-bar]")[next]?.focus();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={group}
      role="group"
      aria-label={`${label}. Arrow keys move from bar to bar.`}
      className="absolute inset-0 flex"
      onKeyDown={move}
      onPointerLeave={() => setActive(null)}
      onBlur={() => setActive(null)}
    >
      {bars.map((bar, index) => {
        const common = {
          "data-bar": bar.key,
          tabIndex: index === current ? 0 : -1,
          className: "h-full min-w-0 flex-1 rounded-xs",
          onPointerEnter: () => setActive(index),
          onFocus: () => {
            setStop(index);
            setActive(index);
          },
        };
        const text = barText(bar, series);
        if (bar.href === undefined)
          return (
            <button
              {...common}
              key={bar.key}
              type="button"
              aria-label={text}
              onClick={() => setActive(index)}
            />
          );
        return (
          <Link
            {...common}
            key={bar.key}
            href={bar.href}
            prefetch={false}
            aria-label={leadsTo === undefined ? text : `${text}. Show ${leadsTo}`}
            onClick={(event) => {
              if (!isTouch(event) || tapped === bar.key) return;
              event.preventDefault();
              setTapped(bar.key);
              setActive(index);
            }}
          />
        );
      })}
    </div>
  );
};

type ChartTipProps = {
  bar: Bar;
  series: readonly Series[];
  /** The bar's position, 0 (left) to 1 (right). */
  place: number;
  /** What choosing it leads to. */
  leadsTo: string | undefined;
};

/** One bar's numbers. Drawn only in the browser, where the content policy allows setting a style. */
export const ChartTip = ({ bar, series, place, leadsTo }: ChartTipProps) => (
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
