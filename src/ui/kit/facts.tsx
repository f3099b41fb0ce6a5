import type { ReactNode } from "react";

type Fact = { name: string; value: ReactNode };

/** Names and values, one line each. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid text-sm">
    {facts.map(({ name, value }) => (
      <div
        key={name}
        className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-3 border-t py-2 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[8.5rem_minmax(0,1fr)]"
      >
        <dt className="min-w-0 wrap-anywhere text-soft">{name}</dt>
        <dd className="min-w-0 wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);
