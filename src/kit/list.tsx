"use client";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { wholeText } from "./format.ts";
import { DataTable, type DataTableProps } from "./table.tsx";

/** Read page by page, the newest first, by a TanStack infinite query, of which this is needed. */
type InPages = {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
};

/** Read from its beginning, with the number of rows in all. */
type Counted = { total: number; isBusy: boolean; onMore: () => void };

/** How a list that may be longer than what is shown of it goes on. */
type End = {
  /** What the rows are called, in the plural. */
  noun: string;
} & (InPages | Counted);

type FootProps = { text: string; hasMore: boolean; isBusy: boolean; hasFailed?: boolean; onMore: () => void };

const footOf = (end: End, shown: number): FootProps => {
  const { noun } = end;
  const all = (total: number): string => (total === 1 ? "1 in all" : `All ${wholeText(total)} ${noun}`);
  if ("query" in end) {
    const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = end.query;
    return {
      text: hasNextPage ? `The newest ${wholeText(shown)} ${noun}` : all(shown),
      hasMore: hasNextPage,
      isBusy: isFetchingNextPage,
      hasFailed: isFetchNextPageError,
      onMore: () => void fetchNextPage(),
    };
  }
  const { total, isBusy, onMore } = end;
  const hasMore = shown < total;
  const part = `The first ${wholeText(shown)} of ${wholeText(total)} ${noun}`;
  return { text: hasMore ? part : all(total), hasMore, isBusy, onMore };
};

/** How much of a list is shown, and the button for more. */
const Foot = ({ text, hasMore, isBusy, hasFailed, onMore }: FootProps) => (
  <footer className="flex min-h-12 items-center justify-between gap-3 border-t px-4 py-2 text-xs text-soft">
    <span aria-live="polite" data-listed={hasMore ? "part" : "all"}>
      {text}
      {hasFailed && <span className="text-danger"> · More could not be loaded</span>}
    </span>
    {hasMore && (
      <Button size="sm" isBusy={isBusy} onClick={onMore}>
        Load more
      </Button>
    )}
  </footer>
);

type ListProps<Row> = Omit<DataTableProps<Row>, "isPart"> & {
  /** In place of a table without rows. */
  empty: ReactNode;
  /** Absent: all rows are shown, or the footer says how it goes on. */
  end?: End;
};

/** A table of rows with its end, or why there are none. What is shown in part cannot be sorted. */
export const List = <Row,>({ rows, empty, end, footer, ...table }: ListProps<Row>): ReactNode => {
  if (rows.length === 0) return empty;
  const foot = end && footOf(end, rows.length);
  return (
    <DataTable
      {...table}
      rows={rows}
      isPart={foot?.hasMore === true}
      footer={foot ? <Foot {...foot} /> : footer}
    />
  );
};
