"use client";
import { useId } from "react";

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; name: string; about: string }[];
  onChange: (value: Value) => void;
};

/** A choice of few, each with what it means. */
export const RadioCards = <Value extends string>({ label, value, options, onChange }: Props<Value>) => {
  const name = useId();
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2.5 text-sm hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none!"
            />
            <span className="grid">
              <span className="font-medium">{option.name}</span>
              <span className="text-xs text-soft">{option.about}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
