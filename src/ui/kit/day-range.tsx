"use client";
import { DateInput } from "./date-input.tsx";

type Days = { from: string; to: string };
type Props = Days & { onChange: (changes: Partial<Days>) => void };

/** A first and a last day of UTC, both inside. */
export const DayRange = ({ from, to, onChange }: Props) => (
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
