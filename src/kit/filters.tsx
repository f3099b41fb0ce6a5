"use client";
import { X } from "lucide-react";
import { Button } from "./button.tsx";
import { DateInput, SearchInput, Select } from "./fields.tsx";

/** One filter of a list, by its name in the address: a choice, or a text to search for. */
export type Filter = { name: string; label: string } & (
  | { placeholder: string }
  | { any: string; choices: readonly { value: string; label: string }[] }
);

type Props = {
  label: string;
  filters: readonly Filter[];
  /** The address's query: what each filter is set to. */
  query: URLSearchParams;
  onChange: (changes: Readonly<Record<string, string>>) => void;
};

/** A list's filters in one row, with a first and a last UTC day, both included. */
export const FilterBar = ({ label, filters, query, onChange }: Props) => {
  const setTo = (name: string): string => query.get(name) ?? "";
  const names = [...filters.map(({ name }) => name), "from", "to"];
  return (
    <search aria-label={label} className="mb-4 flex flex-wrap items-center gap-2">
      {filters.map((filter) =>
        "choices" in filter ? (
          <Select
            key={filter.name}
            aria-label={filter.label}
            className="max-w-full sm:max-w-60"
            value={setTo(filter.name)}
            options={[{ value: "", label: filter.any }, ...filter.choices]}
            onChange={(event) => onChange({ [filter.name]: event.target.value })}
          />
        ) : (
          <SearchInput
            key={filter.name}
            label={filter.label}
            placeholder={filter.placeholder}
            value={setTo(filter.name)}
            onChange={(text) => onChange({ [filter.name]: text })}
          />
        ),
      )}
      <DateInput
        label="From (UTC day)"
        word="From"
        value={setTo("from")}
        max={setTo("to")}
        onChange={(from) => onChange({ from })}
      />
      <DateInput
        label="To (UTC day)"
        word="To"
        value={setTo("to")}
        min={setTo("from")}
        onChange={(to) => onChange({ to })}
      />
      {names.some(setTo) && (
        <Button look="ghost" onClick={() => onChange(Object.fromEntries(names.map((name) => [name, ""])))}>
          <X size={14} aria-hidden="true" />
          Clear
        </Button>
      )}
    </search>
  );
};
