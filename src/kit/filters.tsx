"use client";
import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { DateInput, SearchInput, Select } from "./fields.tsx";
import { useIsClient } from "./hooks.ts";

/** One of a list's filters, by its name in the address: a choice, or a text to search for. */
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
  /** Whether rows have a day to filter by. */
  hasDays?: boolean;
};

const DAYS = ["from", "to"] as const;

const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * A list's filters in one row, with a first and a last day, both included. They are days in the reader's time
 * zone, as are the rows' times, and the address names the zone; days in another zone, or in UTC if none is
 * named, are labelled as such.
 */
export const FilterBar = ({ label, filters, query, onChange, hasDays = true }: Props) => {
  const setTo = (name: string): string => query.get(name) ?? "";
  const names = [...filters.map(({ name }) => name), ...DAYS];
  const isClient = useIsClient();
  const [clears, setClears] = useState(0);
  const zone = setTo("zone") || "UTC";
  const isForeign = isClient && DAYS.some(setTo) && zone !== ownZone();
  const labelled = (word: string): string => (isForeign ? `${word} (${zone})` : word);
  const change = (day: Partial<Record<(typeof DAYS)[number], string>>): void => {
    const isByDay = DAYS.some((name) => day[name] ?? setTo(name));
    onChange({ ...day, zone: isByDay ? ownZone() : "" });
  };
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
            clears={clears}
            onChange={(text) => onChange({ [filter.name]: text })}
          />
        ),
      )}
      {hasDays && (
        <>
          <DateInput
            label={labelled("From")}
            word="From"
            value={setTo("from")}
            max={setTo("to")}
            onChange={(from) => change({ from })}
          />
          <DateInput
            label={labelled("To")}
            word="To"
            value={setTo("to")}
            min={setTo("from")}
            onChange={(to) => change({ to })}
          />
        </>
      )}
      {setTo("from") > setTo("to") && setTo("to") !== "" && (
        <span role="alert" className="text-xs text-danger">
          “From” is after “To”
        </span>
      )}
      {isForeign && <span className="text-xs text-soft">Days of {zone}</span>}
      {names.some(setTo) && (
        <Button
          look="ghost"
          onClick={() => {
            setClears(clears + 1);
            onChange(Object.fromEntries([...names, "zone"].map((name) => [name, ""])));
          }}
        >
          <X size={14} aria-hidden="true" />
          Clear
        </Button>
      )}
    </search>
  );
};
