"use client";
import { inputStyle } from "./input-style.ts";

type Props = {
  label: string;
  /** In front of the date. */
  word: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
};

export const DateInput = ({ label, word, value, min, max, onChange }: Props) => (
  <span className="relative inline-flex min-w-0">
    <span
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-xs text-soft"
    >
      {word}
    </span>
    <input
      type="date"
      aria-label={label}
      value={value}
      {...(min && { min })}
      {...(max && { max })}
      onChange={(event) => onChange(event.target.value)}
      className={inputStyle("w-40! pl-11 tabular")}
    />
  </span>
);
