"use client";
import { type RowData, type SortingState, useTable } from "@tanstack/react-table";
import { type ReactNode, useMemo, useState } from "react";
import type { Column } from "./column.ts";
import { columnDefinitions } from "./column-definitions.ts";
import { HeadCell } from "./head-cell.tsx";
import { features } from "./table-features.ts";
import { TableFrame } from "./table-frame.tsx";

type Props<Row extends RowData> = {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Names the first column's sort, where the rows come in no order of their own. */
  initialSort?: SortingState;
  footer?: ReactNode;
};

/** Rows in columns. A column that says what it sorts by sorts, in the browser: only whole lists may do that. */
export const DataTable = <Row extends RowData>({
  label,
  columns,
  rows,
  rowId,
  initialSort = [],
  footer,
}: Props<Row>) => {
  const [sorting, setSorting] = useState<SortingState>(initialSort);
  const definitions = useMemo(() => columnDefinitions(columns), [columns]);
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    state: { sorting },
    onSortingChange: setSorting,
    enableMultiSort: false,
  });
  return (
    <TableFrame label={label} footer={footer}>
      <thead>
        <tr>
          {columns.map((column) => {
            const handle = table.getColumn(column.id);
            return (
              <HeadCell
                key={column.id}
                column={column}
                sorted={handle?.getIsSorted() ?? false}
                onSort={column.sortBy && handle ? () => handle.toggleSorting() : undefined}
              />
            );
          })}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map(({ id, original }) => (
          <tr
            key={id}
            className="relative border-t transition-colors hover:bg-hover has-[.cover-link]:cursor-pointer"
          >
            {columns.map((column) => (
              <td key={column.id} className={`h-11 px-3 py-1.5 sm:px-4 ${column.className ?? ""}`}>
                {column.cell(original)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
};
