"use client";
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { inputStyle } from "./input-style.ts";

type Props = { label: string; placeholder: string; value: string; onChange: (value: string) => void };

const PAUSE_MS = 350;

/** Says what was typed once the typing pauses. */
export const SearchInput = ({ label, placeholder, value, onChange }: Props) => {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <span className="relative min-w-48 grow basis-48 sm:max-w-80">
      <Search
        size={14}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-soft"
        aria-hidden="true"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={inputStyle("pl-8")}
      />
    </span>
  );
};
