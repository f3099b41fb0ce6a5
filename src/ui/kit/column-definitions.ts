import { createColumnHelper, type RowData } from "@tanstack/react-table";
import type { Column } from "./column.ts";
import type { Features } from "./table-features.ts";

type Value = string | number | null;

const compare = (a: Value, b: Value): number => {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return typeof a === "string" && typeof b === "string" ? a.localeCompare(b) : a < b ? -1 : 1;
};

/** Our columns as the table engine wants them. */
export const columnDefinitions = <Row extends RowData>(columns: readonly Column<Row>[]) => {
  const helper = createColumnHelper<Features, Row>();
  return helper.columns(
    columns.map(({ id, sortBy }) =>
      helper.accessor((row: Row): Value => sortBy?.(row) ?? null, {
        id,
        enableSorting: sortBy !== undefined,
        sortFn: (a, b) => compare(sortBy?.(a.original) ?? null, sortBy?.(b.original) ?? null),
      }),
    ),
  );
};
