"use client";
import type { ReactNode } from "react";
import { Select } from "../../kit/select.tsx";

type Props = {
  /** What is chosen; what is shown may be a moment behind. */
  chosen: number;
  periods: readonly number[];
  onChange: (days: string) => void;
  children: ReactNode;
};

export const periodText = (days: number): string => `last ${days} days`;

/** The part of a page that a period governs, all of it, below the switch. */
export const PeriodSection = ({ chosen, periods, onChange, children }: Props) => (
  <section aria-label={`The ${periodText(chosen)}`} className="grid min-w-0 gap-4">
    <header className="flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-base tracking-normal">The {periodText(chosen)}</h2>
      <Select
        aria-label="Period"
        value={String(chosen)}
        options={periods.map((days) => ({ value: String(days), label: `Last ${days} days` }))}
        onChange={(event) => onChange(event.target.value)}
      />
    </header>
    {children}
  </section>
);
