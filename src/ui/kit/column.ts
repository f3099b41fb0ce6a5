import type { ReactNode } from "react";

export type Column<Row> = {
  id: string;
  name: string;
  /** Read to screen readers only: for a column of buttons. */
  isNameHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** What its rows are sorted by; absent: they are not. Null comes last. */
  sortBy?: (row: Row) => string | number | null;
  /** Width, alignment, and from which screen on it is there. */
  className?: string;
};
