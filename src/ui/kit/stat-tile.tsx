import type { ReactNode } from "react";

type Props = { name: string; value: ReactNode; note?: ReactNode };

export const StatTile = ({ name, value, note }: Props) => (
  <div className="grid min-w-0 content-start gap-0.5 bg-surface p-4">
    <dt className="truncate text-xs font-medium text-soft">{name}</dt>
    <dd className="grid gap-0.5">
      <span className="text-2xl leading-tight font-semibold tracking-tighter tabular">{value}</span>
      {note && <span className="text-xs text-soft">{note}</span>}
    </dd>
  </div>
);
