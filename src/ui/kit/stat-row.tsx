import type { ReactNode } from "react";

/** Tiles side by side, with hair lines between them. */
export const StatRow = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line shadow-card lg:grid-cols-4">
    {children}
  </dl>
);
