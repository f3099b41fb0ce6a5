"use client";
import { clsx } from "clsx";
import { SlidersHorizontal, X } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "./button.tsx";
import { DateInput, SearchInput, Select } from "./fields.tsx";
import { ownZone } from "./format.ts";
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
  /** What the list asks for at an address: a value that changes nothing there is said to be left out. */
  input?: (query: (name: string) => string | null) => unknown;
  onChange: (changes: Readonly<Record<string, string>>) => void;
  /** Whether rows have a day to filter by. */
  hasDays?: boolean;
};

const DAYS = ["from", "to"] as const;

const AND = new Intl.ListFormat("en-GB");

/** Those of these names whose values in the address the list does not understand: it asks for the same without them. */
export const leftOut = (
  input: NonNullable<Props["input"]>,
  query: URLSearchParams,
  names: readonly string[],
): string[] => {
  const asked = (at: URLSearchParams): string => JSON.stringify(input((name) => at.get(name)));
  const all = asked(query);
  return names.filter((name) => {
    const others = new URLSearchParams(query);
    others.delete(name);
    return (query.get(name) ?? "").trim() !== "" && asked(others) === all;
  });
};

/** What the rows on paper are filtered by, where the controls are not printed. */
const filteredText = (filters: readonly Filter[], query: URLSearchParams): string => {
  const said = filters.flatMap((filter) => {
    const value = query.get(filter.name) ?? "";
    if (value === "") return [];
    const chosen = "choices" in filter ? filter.choices.find((choice) => choice.value === value) : undefined;
    return [`${filter.label}: ${chosen?.label ?? value}`];
  });
  const days = [
    ["From", query.get("from") ?? ""],
    ["To", query.get("to") ?? ""],
  ].flatMap(([word, day]) => (day === "" ? [] : [`${word}: ${day} (${query.get("zone") || "UTC"})`]));
  return [...said, ...days].join("; ");
};

/**
 * A list's filters in one row, with a first and a last day, both included. On a phone everything but the search is behind
 * one button, which says how many are set. They are days in the reader's time zone, as are the rows' times, and the
 * address names the zone; days in another zone, or in UTC if none is named, are labelled as such.
 */
export const FilterBar = ({ label, filters, query, input, onChange, hasDays = true }: Props) => {
  const setTo = (name: string): string => query.get(name) ?? "";
  const names = [...filters.map(({ name }) => name), ...DAYS];
  const isClient = useIsClient();
  const [clears, setClears] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  const zone = setTo("zone") || "UTC";
  const isForeign = isClient && DAYS.some(setTo) && zone !== ownZone();
  const labelled = (word: string): string => (isForeign ? `${word} (${zone})` : word);
  const change = (day: Partial<Record<(typeof DAYS)[number], string>>): void => {
    const isByDay = DAYS.some((name) => day[name] ?? setTo(name));
    onChange({ ...day, zone: isByDay ? ownZone() : "" });
  };
  const choices = filters.flatMap((filter) => ("choices" in filter ? [filter.name] : []));
  const folded = [...choices, ...(hasDays ? DAYS : [])];
  // One alone takes no more room than the button would.
  const isFolded = folded.length > 1;
  const count = folded.filter((name) => setTo(name) !== "").length;
  const unread = input === undefined ? [] : leftOut(input, query, names);
  const used = new URLSearchParams(query);
  for (const name of unread) used.delete(name);
  const filtered = filteredText(filters, used);
  const labels = [...filters, { name: "from", label: "From" }, { name: "to", label: "To" }];
  const unreadLabels = labels.flatMap((one) => (unread.includes(one.name) ? [`“${one.label}”`] : []));
  return (
    <>
      <search aria-label={label} className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
        {filters.map((filter) =>
          "choices" in filter ? null : (
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
        {isFolded && (
          <Button
            className="sm:hidden"
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => setIsOpen(!isOpen)}
          >
            <SlidersHorizontal size={14} aria-hidden="true" />
            {count === 0 ? "Filters" : `Filters (${count})`}
          </Button>
        )}
        <div
          id={panel}
          className={clsx(
            "gap-2 sm:contents",
            isFolded && !isOpen ? "hidden" : "flex flex-wrap items-center",
            isFolded && "w-full",
          )}
        >
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
            ) : null,
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
        </div>
        {setTo("from") > setTo("to") && setTo("to") !== "" && (
          <span role="alert" className="text-xs text-danger">
            “From” is after “To”
          </span>
        )}
        {unreadLabels.length > 0 && (
          <span role="status" className="text-xs text-danger">
            Not filtered by {AND.format(unreadLabels)}: the address has no valid value there.
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
      {filtered !== "" && (
        <p
          data-filtered={`Filtered. ${filtered}`}
          className="mb-3 hidden text-xs before:content-[attr(data-filtered)] print:block"
        />
      )}
    </>
  );
};
