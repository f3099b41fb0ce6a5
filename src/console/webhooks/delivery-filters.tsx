"use client";
import { EVENT_NAMES } from "#core/event.ts";
import { SearchInput, Select } from "#kit/fields.tsx";
import { ClearFilters, DayRange, FilterBar } from "#kit/filters.tsx";
import { DELIVERY_NAMES } from "./delivery-table.tsx";

type Props = {
  texts: {
    status: string;
    event: string;
    endpointId: string;
    verificationId: string;
    from: string;
    to: string;
  };
  endpoints: readonly { id: string; url: string }[];
  onChange: (changes: Readonly<Record<string, string>>) => void;
};

const STATES = [
  { value: "", label: "Any state" },
  ...Object.entries(DELIVERY_NAMES).map(([value, label]) => ({ value, label })),
];

const EVENTS = [
  { value: "", label: "Any event" },
  ...EVENT_NAMES.map((name) => ({ value: name, label: name })),
];

export const DeliveryFilters = ({ texts, endpoints, onChange }: Props) => (
  <FilterBar label="Filter deliveries">
    <SearchInput
      label="Search by verification id"
      placeholder="Verification id"
      value={texts.verificationId}
      onChange={(verificationId) => onChange({ verificationId })}
    />
    <Select
      aria-label="State"
      value={texts.status}
      options={STATES}
      onChange={(event) => onChange({ status: event.target.value })}
    />
    <Select
      aria-label="Event"
      value={texts.event}
      options={EVENTS}
      onChange={(event) => onChange({ event: event.target.value })}
    />
    <Select
      aria-label="Endpoint"
      className="max-w-full sm:max-w-60"
      value={texts.endpointId}
      options={[
        { value: "", label: "Any endpoint" },
        ...endpoints.map(({ id, url }) => ({ value: id, label: url })),
      ]}
      onChange={(event) => onChange({ endpointId: event.target.value })}
    />
    <DayRange from={texts.from} to={texts.to} onChange={onChange} />
    <ClearFilters texts={texts} onChange={onChange} />
  </FilterBar>
);
