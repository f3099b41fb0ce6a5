"use client";
import type { Mode } from "#core/verification.ts";
import { Segmented } from "../../kit/segmented.tsx";
import { Select } from "../../kit/select.tsx";

type Props = {
  mode: Mode;
  days: number;
  periods: readonly number[];
  onChange: (changes: Readonly<Record<string, string>>) => void;
};

const MODES = [
  { value: "live", label: "Live" },
  { value: "test", label: "Test" },
] as const;

export const OverviewControls = ({ mode, days, periods, onChange }: Props) => (
  <>
    <Select
      aria-label="Period"
      value={String(days)}
      options={periods.map((period) => ({ value: String(period), label: `Last ${period} days` }))}
      onChange={(event) => onChange({ days: event.target.value })}
    />
    <Segmented label="Mode" value={mode} options={MODES} onChange={(next) => onChange({ mode: next })} />
  </>
);
