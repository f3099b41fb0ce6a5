"use client";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { DateInput } from "./fields.tsx";

/** What a list is narrowed down by, in one row. */
export const FilterBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <search aria-label={label} className="mb-4 flex flex-wrap items-center gap-2">
    {children}
  </search>
);

type ClearFiltersProps = {
  /** Every filter of the bar; empty where it is not set. */
  texts: Readonly<Record<string, string>>;
  onChange: (changes: Readonly<Record<string, string>>) => void;
};

/** Takes all filters away; there as long as one is set. */
export const ClearFilters = ({ texts, onChange }: ClearFiltersProps) =>
  Object.values(texts).some(Boolean) && (
    <Button
      look="ghost"
      onClick={() => onChange(Object.fromEntries(Object.keys(texts).map((name) => [name, ""])))}
    >
      <X size={14} aria-hidden="true" />
      Clear
    </Button>
  );

type Days = { from: string; to: string };
type DayRangeProps = Days & { onChange: (changes: Partial<Days>) => void };

/** A first and a last day of UTC, both inside. */
export const DayRange = ({ from, to, onChange }: DayRangeProps) => (
  <>
    <DateInput
      label="From (UTC day)"
      word="From"
      value={from}
      max={to}
      onChange={(day) => onChange({ from: day })}
    />
    <DateInput
      label="To (UTC day)"
      word="To"
      value={to}
      min={from}
      onChange={(day) => onChange({ to: day })}
    />
  </>
);
