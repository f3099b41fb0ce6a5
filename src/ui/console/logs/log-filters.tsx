"use client";
import { X } from "lucide-react";
import { Button } from "../../kit/button.tsx";
import { DateInput } from "../../kit/date-input.tsx";
import { FilterBar } from "../../kit/filter-bar.tsx";
import { SearchInput } from "../../kit/search-input.tsx";
import { Select } from "../../kit/select.tsx";

type Props = {
  texts: { status: string; method: string; path: string; requestId: string; from: string; to: string };
  onChange: (changes: Readonly<Record<string, string>>) => void;
};

const NONE = { status: "", method: "", path: "", requestId: "", from: "", to: "" };

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
    <DateInput
      label="From (UTC day)"
      word="From"
      value={texts.from}
      max={texts.to}
      onChange={(from) => onChange({ from })}
    />
    <DateInput
      label="To (UTC day)"
      word="To"
      value={texts.to}
      min={texts.from}
      onChange={(to) => onChange({ to })}
    />
    {Object.values(texts).some(Boolean) && (
      <Button look="ghost" onClick={() => onChange(NONE)}>
        <X size={14} aria-hidden="true" />
        Clear
      </Button>
    )}
  </FilterBar>
);
