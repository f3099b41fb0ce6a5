"use client";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { Skeleton } from "./states.tsx";

export type Column<Row> = {
  id: string;
  name: string;
  /** Only for screen readers, as for a column of buttons. */
  isNameHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** The sort key; if absent, the column cannot be sorted. Null comes last. */
  sortBy?: (row: Row) => string | number | null;
  /**
   * Width, alignment and the smallest screen that shows the column. The sidebar comes at lg and takes its width from the
   * table: what does not fit beside the columns of md comes at xl.
   */
  className?: string;
};

/** Takes the remaining width, for free text of any length. */
export const FILLS = "w-full max-w-0 min-w-32";

/** Nothing scrolls on paper: columns share its width, and texts wrap (console.css). */
const ON_PAPER = "print:w-auto print:max-w-none print:px-2";

/** A column of buttons that stays visible while the table scrolls. */
export const actionsColumn = <Row,>(cell: Column<Row>["cell"]): Column<Row> => ({
  id: "actions",
  name: "Actions",
  isNameHidden: true,
  className: "sticky right-0 z-10 bg-surface text-right whitespace-nowrap print:hidden",
  cell,
});

type HeadCellProps<Row> = {
  column: Pick<Column<Row>, "name" | "isNameHidden" | "className">;
  sorted: false | "asc" | "desc";
  onSort?: (() => void) | false | undefined;
};

const WORDS = { asc: "ascending", desc: "descending" } as const;

export const HeadCell = <Row,>({ column, sorted, onSort }: HeadCellProps<Row>) => {
  const Icon = sorted === "asc" ? ArrowUp : sorted === "desc" ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={onSort ? (sorted ? WORDS[sorted] : "none") : undefined}
      className={`h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-soft sm:px-4 ${column.className ?? ""} ${ON_PAPER}`}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="-mx-1.5 inline-flex h-7 cursor-pointer items-center gap-1 rounded-sm px-1.5 font-medium hover:text-ink"
        >
          {column.name}
          <Icon size={12} aria-hidden="true" className={sorted ? "" : "opacity-60"} />
        </button>
      ) : (
        <span className={column.isNameHidden ? "sr-only" : ""}>{column.name}</span>
      )}
    </th>
  );
};

/** The sorted column; null: the original order. */
export type Sorting = { id: string; direction: "asc" | "desc" } | null;

type Value = string | number | null;

const compare = (a: Value, b: Value, sign: 1 | -1): number => {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return sign * (typeof a === "string" && typeof b === "string" ? a.localeCompare(b) : a < b ? -1 : 1);
};

/** A sorted copy of the rows; equal rows keep their order and null is last in both directions. */
export const sortRows = <Row,>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting,
): readonly Row[] => {
  const sortBy = sorting && columns.find(({ id }) => id === sorting.id)?.sortBy;
  if (!sorting || !sortBy) return rows;
  const sign = sorting.direction === "asc" ? 1 : -1;
  return [...rows].sort((a, b) => compare(sortBy(a), sortBy(b), sign));
};

/** The sorting after a press on a column's head: ascending, descending, unsorted. */
export const nextSorting = (sorting: Sorting, id: string): Sorting => {
  if (sorting?.id !== id) return { id, direction: "asc" };
  return sorting.direction === "asc" ? { id, direction: "desc" } : null;
};

type TableFrameProps = { label: string; footer?: ReactNode; children: ReactNode };

/** A table that scrolls sideways on narrow screens. */
export const TableFrame = ({ label, footer, children }: TableFrameProps) => (
  <div className="min-w-0">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.2 §2.1.1) */}
    <section aria-label={label} tabIndex={0} className="focus-inset relative overflow-x-auto rounded-lg">
      <table className="w-full border-collapse text-sm">{children}</table>
    </section>
    {footer}
  </div>
);

export type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  footer?: ReactNode;
  /** The rows are the beginning of a longer list: sorting them would hide that the first of all is not among them. */
  isPart?: boolean;
};

/** Rows in columns. Sorting happens in the browser, so only complete lists may have `sortBy`. */
export const DataTable = <Row,>({ label, columns, rows, rowId, footer, isPart }: DataTableProps<Row>) => {
  const [sorting, setSorting] = useState<Sorting>(null);
  const sorted = useMemo(
    () => (isPart ? rows : sortRows(rows, columns, sorting)),
    [isPart, rows, columns, sorting],
  );
  return (
    <TableFrame label={label} footer={footer}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell
              key={column.id}
              column={column}
              sorted={!isPart && sorting?.id === column.id ? sorting.direction : false}
              onSort={!isPart && column.sortBy && (() => setSorting(nextSorting(sorting, column.id)))}
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
              <td
                key={column.id}
                className={`h-11 px-3 py-1.5 sm:px-4 ${column.className ?? ""} ${ON_PAPER}`}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
};

const WIDTHS = ["w-40", "w-24", "w-32", "w-20"] as const;

/** Placeholder rows while loading. */
export const TableSkeleton = ({ rows = 6 }: { rows?: number }) => (
  <div role="status">
    <span className="sr-only">Loading…</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move
      <div key={row} className="flex h-11 items-center gap-6 border-t px-4 first:border-t-0">
        {WIDTHS.map((width, column) => (
          <Skeleton key={width} className={`h-3.5 ${width} ${column > 1 ? "hidden sm:block" : ""}`} />
        ))}
      </div>
    ))}
  </div>
);
