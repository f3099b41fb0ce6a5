import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { inputStyle } from "./input-style.ts";

type Props = Omit<ComponentProps<"select">, "children"> & {
  options: readonly { value: string; label: string }[];
};

/** The browser's own list: the one that phones and screen readers know best. */
export const Select = ({ options, className, ...rest }: Props) => (
  <span className={`relative inline-flex min-w-0 ${className ?? ""}`}>
    <select
      {...rest}
      className={inputStyle(
        "cursor-pointer appearance-none pr-8 font-medium shadow-card",
        "border-line hover:border-line-strong",
      )}
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDown
      size={14}
      className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-soft"
      aria-hidden="true"
    />
  </span>
);
