"use client";
import { useId } from "react";
import { classNames } from "./class-names.ts";

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; tone?: "test" }[];
  /** As wide as what it is in. */
  isWide?: boolean;
  onChange: (value: Value) => void;
};

/** A choice of few, all in sight. */
export const Segmented = <Value extends string>({
  label,
  value,
  options,
  isWide = false,
  onChange,
}: Props<Value>) => {
  const name = useId();
  return (
    <fieldset
      className={classNames(
        "rounded-md border bg-neutral-soft p-0.5",
        isWide ? "flex w-full" : "inline-flex",
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            "forced-choice relative flex h-7 cursor-pointer items-center justify-center rounded-sm px-2.5 text-sm font-medium whitespace-nowrap text-soft pointer-coarse:h-10 has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-accent",
            option.tone === "test"
              ? "has-checked:bg-test has-checked:text-on-test"
              : "has-checked:bg-surface has-checked:text-ink",
            isWide && "grow basis-0",
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer appearance-none outline-none!"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
};
