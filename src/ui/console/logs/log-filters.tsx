"use client";
import { ClearFilters } from "../../kit/clear-filters.tsx";
import { DayRange } from "../../kit/day-range.tsx";
import { FilterBar } from "../../kit/filter-bar.tsx";
import { SearchInput } from "../../kit/search-input.tsx";
import { Select } from "../../kit/select.tsx";

type Props = {
  texts: { status: string; method: string; path: string; requestId: string; from: string; to: string };
  onChange: (changes: Readonly<Record<string, string>>) => void;
};

const STATUSES = [
  { value: "", label: "Any status" },
  { value: "2xx", label: "2xx success" },
  { value: "4xx", label: "4xx refused" },
  { value: "429", label: "429 limits" },
  { value: "5xx", label: "5xx our side" },
];

const METHODS = ["", "GET", "POST"].map((value) => ({ value, label: value || "GET and POST" }));

const PATHS = [
  "",
  "/verify/start",
  "/verify/status",
  "/verify/complete",
  "/verify/submit",
  "/tokens/validate",
].map((value) => ({ value, label: value || "Any endpoint" }));

export const LogFilters = ({ texts, onChange }: Props) => (
  <FilterBar label="Filter requests">
    <SearchInput
      label="Search by request id"
      placeholder="Request id"
      value={texts.requestId}
      onChange={(requestId) => onChange({ requestId })}
    />
    <Select
      aria-label="Status"
      value={texts.status}
      options={STATUSES}
      onChange={(event) => onChange({ status: event.target.value })}
    />
    <Select
      aria-label="Endpoint"
      value={texts.path}
      options={PATHS}
      onChange={(event) => onChange({ path: event.target.value })}
    />
    <Select
      aria-label="HTTP method"
      value={texts.method}
      options={METHODS}
      onChange={(event) => onChange({ method: event.target.value })}
    />
    <DayRange from={texts.from} to={texts.to} onChange={onChange} />
    <ClearFilters texts={texts} onChange={onChange} />
  </FilterBar>
);
