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

/** Takes the room that the others leave: for what people wrote, however long. */
export const FILLS = "w-full max-w-0 min-w-32";

/** A column of buttons: in sight however wide the others are. */
export const ACTIONS = "sticky right-0 z-10 bg-surface text-right whitespace-nowrap";
