import type { Column } from "./column.ts";

/** Which column the rows are sorted by; null: they stand as they came. */
export type Sorting = { id: string; direction: "asc" | "desc" } | null;

type Value = string | number | null;

const compare = (a: Value, b: Value, sign: 1 | -1): number => {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return sign * (typeof a === "string" && typeof b === "string" ? a.localeCompare(b) : a < b ? -1 : 1);
};

/** The rows by the sorted column, in a list of their own; equal ones keep their order, null is last either way. */
export const sortRows = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting,
): readonly Row[] => {
  const sortBy = sorting && columns.find(({ id }) => id === sorting.id)?.sortBy;
  if (!sorting || !sortBy) return rows;
  const sign = sorting.direction === "asc" ? 1 : -1;
  return [...rows].sort((a, b) => compare(sortBy(a), sortBy(b), sign));
};

/** What a column's head does when it is pressed: ascending, descending, and back to how the rows came. */
export const nextSorting = (sorting: Sorting, id: string): Sorting => {
  if (sorting?.id !== id) return { id, direction: "asc" };
  return sorting.direction === "asc" ? { id, direction: "desc" } : null;
};
