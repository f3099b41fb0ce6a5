"use client";
import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode };

export const Checkbox = ({ label, hint, className, ...rest }: CheckboxProps) => (
  <label
    className={`flex cursor-pointer items-start gap-2.5 text-sm has-disabled:cursor-default ${className ?? ""}`}
  >
    <input {...rest} type="checkbox" className="mt-0.5 size-4 shrink-0 cursor-[inherit] accent-accent" />
    <span className="grid gap-0.5">
      <span className="font-medium">{label}</span>
      {hint && <span className="text-xs text-soft">{hint}</span>}
    </span>
  </label>
);

type CheckboxGroupProps = { label: string; error?: string | undefined; isRow?: boolean; children: ReactNode };

export const CheckboxGroup = ({ label, error, isRow = false, children }: CheckboxGroupProps) => (
  <fieldset className="grid gap-1.5">
    <legend className="mb-1.5 text-sm font-medium">{label}</legend>
    <div className={isRow ? "flex flex-wrap gap-x-6 gap-y-2" : "grid gap-2.5"}>{children}</div>
    {error && (
      <p role="alert" className="text-sm text-danger">
        {error}
      </p>
    )}
  </fieldset>
);

type RadioCardsProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; name: string; about: string }[];
  onChange: (value: Value) => void;
};

/** A choice of a few options, each explained. */
export const RadioCards = <Value extends string>({
  label,
  value,
  options,
  onChange,
}: RadioCardsProps<Value>) => {
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

type SegmentedProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; tone?: "test" }[];
  /** Fills its container. */
  isWide?: boolean;
  onChange: (value: Value) => void;
};

/** A choice of a few options, all visible. */
export const Segmented = <Value extends string>({
  label,
  value,
  options,
  isWide = false,
  onChange,
}: SegmentedProps<Value>) => {
  const name = useId();
  return (
    <fieldset
      className={clsx("rounded-md border bg-neutral-soft p-0.5", isWide ? "flex w-full" : "inline-flex")}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
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
