"use client";
import { ChevronDown, Search } from "lucide-react";
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";
import { useHeld } from "./hooks.ts";
import { searchText, searchTextOf } from "./search-text.ts";
import { inputStyle } from "./styles.ts";

export type FieldParts = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** Shown below the control and tied to it. */
  error?: string | undefined;
  children: (parts: FieldParts) => ReactNode;
};

/** A control with its label, hint and error. */
export const Field = ({ label, hint, error, children }: FieldProps) => {
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, "aria-describedby": notes || undefined, "aria-invalid": error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger" role="alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-xs leading-snug text-soft">
          {hint}
        </p>
      )}
    </div>
  );
};

export const TextInput = ({ className, type = "text", ...rest }: ComponentProps<"input">) => (
  <input {...rest} type={type} className={inputStyle(className)} />
);

type TextFieldProps = Omit<FieldProps, "children"> &
  Omit<ComponentProps<"input">, "onChange"> & { value: string; onChange: (text: string) => void };

export const TextField = ({ label, hint, error, onChange, ...rest }: TextFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(parts) => <TextInput {...rest} {...parts} onChange={(event) => onChange(event.target.value)} />}
  </Field>
);

type TextAreaFieldProps = Omit<FieldProps, "children"> &
  Omit<ComponentProps<"textarea">, "onChange"> & { value: string; onChange: (text: string) => void };

export const TextAreaField = ({ label, hint, error, className, onChange, ...rest }: TextAreaFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(parts) => (
      <textarea
        {...rest}
        {...parts}
        onChange={(event) => onChange(event.target.value)}
        className={inputStyle(`h-auto min-h-20 py-2 pointer-coarse:h-auto ${className ?? ""}`)}
      />
    )}
  </Field>
);

/**
 * A form's texts, as they are typed.
 * @param issues what the last call said, by field
 * @returns `field`: a text's value, what was said about it, and how to change it
 */
export const useTexts = <Values extends Readonly<Record<string, string>>>(
  initial: Values,
  issues: Readonly<Record<string, string>> = {},
) => {
  const [values, setValues] = useState(initial);
  const field = (name: keyof Values & string) => ({
    value: values[name] ?? "",
    error: issues[name],
    onChange: (text: string): void => setValues((before) => ({ ...before, [name]: text })),
  });
  return { values, setValues, field };
};

/** A whole number as it is typed: it may be half written. */
export const WholeNumberField = (props: TextFieldProps) => (
  <TextField {...props} type="number" inputMode="numeric" required className="max-w-32 tabular" />
);

type DateInputProps = {
  label: string;
  /** In front of the date. */
  word: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
};

/** Nothing where the text is not a date, as a browser shows it. */
const dateIn = (text: string): string => {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text ? text : "";
};

export const DateInput = ({ label, word, value, min, max, onChange }: DateInputProps) => (
  <span className="relative inline-flex min-w-0">
    <span
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-xs text-soft"
    >
      {word}
    </span>
    <input
      ref={useHeld<HTMLInputElement>(dateIn(value), onChange)}
      type="date"
      aria-label={label}
      value={dateIn(value)}
      {...(min && { min })}
      {...(max && { max })}
      onChange={(event) => onChange(event.target.value)}
      className={inputStyle("w-40! pl-11 tabular")}
    />
  </span>
);

type SelectProps = Omit<ComponentProps<"select">, "children" | "ref" | "value"> & {
  options: readonly { value: string; label: string }[];
  value: string;
};

/** A list without the chosen value, such as members not loaded yet, shows its first choice. */
const drawnOf = (options: SelectProps["options"], value: string): string | undefined =>
  (options.find((option) => option.value === value) ?? options[0])?.value;

/** The browser's own list, which phones and screen readers know best. */
export const Select = ({ options, className, ...rest }: SelectProps) => (
  <span className={`relative inline-flex min-w-0 ${className ?? ""}`}>
    <select
      {...rest}
      ref={useHeld<HTMLSelectElement>(drawnOf(options, rest.value), (held, select) => {
        select.value = held;
        select.dispatchEvent(new Event("change", { bubbles: true }));
      })}
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

type SelectFieldProps = Omit<FieldProps, "children"> &
  Pick<SelectProps, "options"> & { value: string; onChange: (value: string) => void };

export const SelectField = ({ label, hint, error, onChange, ...rest }: SelectFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    {(parts) => <Select {...rest} {...parts} onChange={(event) => onChange(event.target.value)} />}
  </Field>
);

type SearchInputProps = {
  label: string;
  placeholder: string;
  value: string;
  /** How often the filters were cleared: each time empties the box at once. */
  clears: number;
  onChange: (value: string) => void;
};

const PAUSE_MS = 350;

const LEFT_BUTTON = 0;

/** Whether a press on a link leaves this page in this tab. */
const isLeaving = ({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean => {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  return (
    link !== null && !link.target && button === LEFT_BUTTON && !(metaKey || ctrlKey || shiftKey || altKey)
  );
};

/** Calls `onChange` once typing pauses. */
export const SearchInput = ({ label, placeholder, value, clears, onChange }: SearchInputProps) => {
  const [{ typed, sent }, change] = useReducer(searchText, value, searchTextOf);
  const ref = useHeld<HTMLInputElement>(value, (text) => change({ kind: "typed", text }));
  const lastSent = sent.at(-1);
  // In the same turn as the press that caused it: a letter that came in between would be added to the old text.
  useLayoutEffect(() => change({ kind: "arrived", text: value }), [value]);
  useLayoutEffect(() => {
    if (clears > 0) change({ kind: "cleared" });
  }, [clears]);
  const send = useEffectEvent((text: string) => {
    change({ kind: "sent", text });
    onChange(text);
  });
  // A change of the address while the next page loads would call its navigation off: what was typed before a press on a
  // link is not sent any more, however often this page is drawn again until it goes.
  const unsent = useRef<string | null>(null);
  useEffect(() => {
    if (typed !== unsent.current) unsent.current = null;
    if (typed === (lastSent ?? value) || typed === unsent.current) return;
    const timer = setTimeout(() => send(typed), PAUSE_MS);
    const cancel = (event: MouseEvent): void => {
      if (!isLeaving(event)) return;
      clearTimeout(timer);
      unsent.current = typed;
    };
    document.addEventListener("click", cancel, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("click", cancel, true);
    };
  }, [typed, lastSent, value]);
  return (
    <span className="relative min-w-48 grow basis-48 sm:max-w-80">
      <Search
        size={14}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-soft"
        aria-hidden="true"
      />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        onChange={(event) => change({ kind: "typed", text: event.target.value })}
        onBlur={() => change({ kind: "left" })}
        className={inputStyle("pl-8")}
      />
    </span>
  );
};
