"use client";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { type Bar, barText, type Series } from "./bar-scale.ts";
import { Link } from "./link.tsx";

type Props = {
  label: string;
  bars: readonly Bar[];
  series: readonly Series[];
  /** What a bar leads to: "verifications of this day". */
  leadsTo: string | undefined;
  setActive: (index: number | null) => void;
};

const STEPS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_, last) => last,
};

const isTouch = ({ nativeEvent }: MouseEvent): boolean =>
  nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";

/**
 * What makes the bars of a chart more than a picture: one stop of the Tab key, arrow keys from bar to bar, and each bar a
 * link with its numbers in words. A finger's first tap shows the numbers, its second follows the link.
 */
export const ChartBars = ({ label, bars, series, leadsTo, setActive }: Props) => {
  const group = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(bars.length - 1);
  const [tapped, setTapped] = useState<string | null>(null);
  // The newest bar where the days have changed meanwhile.
  const current = Math.min(stop, bars.length - 1);

  const move = (event: KeyboardEvent): void => {
    const next = STEPS[event.key]?.(current, bars.length - 1);
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
