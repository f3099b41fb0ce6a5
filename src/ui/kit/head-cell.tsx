import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { Column } from "./column.ts";

type Props<Row> = {
  column: Pick<Column<Row>, "name" | "isNameHidden" | "className">;
  sorted: false | "asc" | "desc";
  onSort?: (() => void) | undefined;
};

const WORDS = { asc: "ascending", desc: "descending" } as const;

export const HeadCell = <Row,>({ column, sorted, onSort }: Props<Row>) => {
  const Icon = sorted === "asc" ? ArrowUp : sorted === "desc" ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={onSort ? (sorted ? WORDS[sorted] : "none") : undefined}
      className={`h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-soft sm:px-4 ${column.className ?? ""}`}
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
