import type { ReactNode } from "react";

/** What a list is narrowed down by, in one row. */
export const FilterBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <search aria-label={label} className="mb-4 flex flex-wrap items-center gap-2">
    {children}
  </search>
);
