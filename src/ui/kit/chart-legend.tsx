import type { Series } from "./bar-scale.ts";

export const ChartLegend = ({ series }: { series: readonly Series[] }) => (
  <figcaption aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
    {series.map(({ id, name, dot }) => (
      <span key={id} className="flex items-center gap-1.5">
        <span className={`forced-swatch size-2 rounded-xs ${dot}`} />
        {name}
      </span>
    ))}
  </figcaption>
);
