"use client";
import { type ReactNode, useMemo, useState } from "react";
import type { Column } from "./column.ts";
import { HeadCell } from "./head-cell.tsx";
import { nextSorting, type Sorting, sortRows } from "./sort-rows.ts";
import { TableFrame } from "./table-frame.tsx";

type Props<Row> = {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  footer?: ReactNode;
};

/** Rows in columns. A column that says what it sorts by sorts, in the browser: only whole lists may do that. */
export const DataTable = <Row,>({ label, columns, rows, rowId, footer }: Props<Row>) => {
  const [sorting, setSorting] = useState<Sorting>(null);
  const sorted = useMemo(() => sortRows(rows, columns, sorting), [rows, columns, sorting]);
  return (
    <TableFrame label={label} footer={footer}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell
              key={column.id}
              column={column}
              sorted={sorting?.id === column.id ? sorting.direction : false}
              onSort={column.sortBy && (() => setSorting(nextSorting(sorting, column.id)))}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {sorted.map((row) => (
          <tr
            key={rowId(row)}
            className="relative border-t transition-colors hover:bg-hover has-[.cover-link]:cursor-pointer"
          >
            {columns.map((column) => (
              <td key={column.id} className={`h-11 px-3 py-1.5 sm:px-4 ${column.className ?? ""}`}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
};
