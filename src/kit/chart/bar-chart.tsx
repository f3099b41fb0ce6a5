"use client";
import { useState } from "react";
import { compactText } from "#kit/format.ts";
import { type Bar, ChartBars, ChartTip, type Series, ticksFor, totalOf } from "./chart-bars.tsx";

const ChartLegend = ({ series }: { series: readonly Series[] }) => (
  <figcaption aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
    {series.map(({ id, name, dot }) => (
      <span key={id} className="flex items-center gap-1.5">
        <span className={`forced-swatch size-2 rounded-xs ${dot}`} />
        {name}
      </span>
    ))}
  </figcaption>
);

type ChartTableProps = { label: string; bars: readonly Bar[]; series: readonly Series[] };

/** The chart's numbers, for screen readers. */
const ChartTable = ({ label, bars, series }: ChartTableProps) => (
  <div className="sr-only">
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {series.map(({ id, name }) => (
            <th key={id} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.key}>
            <th scope="row">{bar.name}</th>
            {series.map(({ id }) => (
              <td key={id}>{bar.values[id] ?? 0}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

type BarChartProps = {
  label: string;
  bars: readonly Bar[];
  series: readonly Series[];
  /** What a bar with an address leads to: "the verifications of this day". */
  leadsTo?: string;
  height?: number;
};

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/**
 * Stacked bars over time. Sized by percentage attributes, because a style attribute would break the content
 * policy.
 */
export const BarChart = ({ label, bars, series, leadsTo, height = 180 }: BarChartProps) => {
  const [active, setActive] = useState<number | null>(null);
  const highest = Math.max(...bars.map((bar) => totalOf(bar, series)), 0);
  const isEmpty = highest === 0;
  const ticks = ticksFor(highest);
  const top = ticks.at(-1) ?? 1;
  const y = (value: number): number => height - (value / top) * height;
  const shown = active === null ? undefined : bars[active];
  const every = Math.ceil(bars.length / 8);
  return (
    <figure className="grid min-w-0 gap-3">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
        <div
          aria-hidden="true"
          className="flex flex-col-reverse justify-between text-right text-2xs leading-none text-soft tabular"
        >
          {ticks.map((tick) => (
            <span key={tick} className="-my-1.5 h-3 leading-3">
              {compactText(tick)}
            </span>
          ))}
        </div>
        <div className="relative">
          <svg
            width="100%"
            height={height}
            className="block overflow-visible"
            aria-hidden="true"
            focusable="false"
          >
            {ticks.map((tick) => (
              <line
                key={tick}
                x1="0"
                x2="100%"
                y1={y(tick)}
                y2={y(tick)}
                className="stroke-line"
                strokeWidth="1"
              />
            ))}
            {bars.map((bar, index) => {
              let from = 0;
              return (
                <g key={bar.key}>
                  <rect
                    x={percent(index, bars.length)}
                    width={percent(1, bars.length)}
                    y="0"
                    height={height}
                    className={active === index ? "fill-hover" : "fill-transparent"}
                  />
                  {series.map(({ id, fill }) => {
                    const value = bar.values[id] ?? 0;
                    from += value;
                    return value === 0 ? null : (
                      <rect
                        key={id}
                        x={percent(index + 0.16, bars.length)}
                        width={percent(0.68, bars.length)}
                        y={y(from)}
                        height={Math.max((value / top) * height - 0.75, 0.75)}
                        rx="1.5"
                        className={`${fill} forced-colors:stroke-[CanvasText]`}
                      />
                    );
                  })}
                </g>
              );
            })}
          </svg>
          {isEmpty && (
            <p className="absolute inset-0 grid place-items-center text-sm text-soft">
              Nothing in this period
            </p>
          )}
          <ChartBars {...{ label, bars, series, leadsTo, setActive }} />
          {shown && active !== null && (
            <ChartTip
              bar={shown}
              series={series}
              place={(active + 0.5) / bars.length}
              leadsTo={shown.href === undefined ? undefined : leadsTo}
            />
          )}
        </div>
        <div aria-hidden="true" className="col-start-2 mt-2 flex text-2xs leading-none text-soft tabular">
          {bars.map((bar, index) => (
            <span
              key={bar.key}
              className="flex min-w-0 flex-1 justify-center overflow-visible whitespace-nowrap"
            >
              {index % every === 0 && (
                <span className={index % (every * 2) === 0 ? "" : "hidden sm:inline"}>{bar.name}</span>
              )}
            </span>
          ))}
        </div>
      </div>
      <ChartLegend series={series} />
      <ChartTable label={label} bars={bars} series={series} />
    </figure>
  );
};
