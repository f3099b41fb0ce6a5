"use client";
import { VERIFICATION_STATUSES } from "#core/verification.ts";
import { ClearFilters } from "../../kit/clear-filters.tsx";
import { DayRange } from "../../kit/day-range.tsx";
import { FilterBar } from "../../kit/filter-bar.tsx";
import { SearchInput } from "../../kit/search-input.tsx";
import { Select } from "../../kit/select.tsx";
import { methodName } from "../words/method-names.ts";
import { STATUS_NAMES } from "../words/status-badge.tsx";

export type FilterTexts = {
  status: string;
  method: string;
  from: string;
  to: string;
  search: string;
};

type Props = {
  texts: FilterTexts;
  methods: readonly string[];
  onChange: (changes: Readonly<Record<string, string>>) => void;
};

const STATUSES = [
  { value: "", label: "Any state" },
  ...VERIFICATION_STATUSES.map((status) => ({ value: status, label: STATUS_NAMES[status] })),
];

export const VerificationFilters = ({ texts, methods, onChange }: Props) => (
  <FilterBar label="Filter verifications">
    <SearchInput
      label="Search by id or metadata value"
      placeholder="Id, or a whole metadata value"
      value={texts.search}
      onChange={(search) => onChange({ search })}
    />
    <Select
      aria-label="State"
      value={texts.status}
      options={STATUSES}
      onChange={(event) => onChange({ status: event.target.value })}
    />
    <Select
      aria-label="Method"
      value={texts.method}
      options={[
        { value: "", label: "Any method" },
        ...methods.map((method) => ({ value: method, label: methodName(method) })),
      ]}
      onChange={(event) => onChange({ method: event.target.value })}
    />
    <DayRange from={texts.from} to={texts.to} onChange={onChange} />
    <ClearFilters texts={texts} onChange={onChange} />
  </FilterBar>
);
