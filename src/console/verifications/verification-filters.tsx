"use client";
import { STATUS_NAMES } from "#console/words/badges.tsx";
import { methodName } from "#console/words/words.ts";
import { VERIFICATION_STATUSES } from "#core/verification.ts";
import { SearchInput, Select } from "#kit/fields.tsx";
import { ClearFilters, DayRange, FilterBar } from "#kit/filters.tsx";

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
