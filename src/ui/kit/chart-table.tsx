import type { Bar, Series } from "./bar-scale.ts";

type Props = { label: string; bars: readonly Bar[]; series: readonly Series[] };

/** The chart's numbers, for who does not see it. */
export const ChartTable = ({ label, bars, series }: Props) => (
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
