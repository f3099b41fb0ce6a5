"use client";
import { ClearFilters } from "../../kit/clear-filters.tsx";
import { DayRange } from "../../kit/day-range.tsx";
import { FilterBar } from "../../kit/filter-bar.tsx";
import { Select } from "../../kit/select.tsx";
import { NOUNS } from "./audit-words.ts";

type Props = {
  texts: { actor: string; action: string; from: string; to: string };
  members: readonly { id: string; name: string }[];
  onChange: (changes: Readonly<Record<string, string>>) => void;
};

export const AuditFilters = ({ texts, members, onChange }: Props) => (
  <FilterBar label="Filter the audit trail">
    <Select
      aria-label="Who"
      className="max-w-full sm:max-w-60"
      value={texts.actor}
      options={[
        { value: "", label: "Anyone" },
        ...members.map(({ id, name }) => ({ value: `member:${id}`, label: name })),
        { value: "admin", label: "Operator" },
        { value: "system", label: "The service" },
      ]}
      onChange={(event) => onChange({ actor: event.target.value })}
    />
    <Select
      aria-label="What"
      value={texts.action}
      options={NOUNS}
      onChange={(event) => onChange({ action: event.target.value })}
    />
    <DayRange from={texts.from} to={texts.to} onChange={onChange} />
    <ClearFilters texts={texts} onChange={onChange} />
  </FilterBar>
);
