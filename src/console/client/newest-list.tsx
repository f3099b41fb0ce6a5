"use client";
import { type InfiniteData, type UseInfiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Card } from "#kit/page-layout.tsx";
import { type Column, DataTable, LoadMore, TableSkeleton } from "#kit/table.tsx";
import { QueryView } from "./query-view.tsx";
import { useNewest } from "./use-newest.ts";

type Props<Name extends string, Row, Page, Failure, Key extends readonly unknown[], Cursor> = {
  options: UseInfiniteQueryOptions<Page, Failure, InfiniteData<Page, Cursor>, Key, Cursor>;
  /** Reads the first page. */
  read: () => Promise<Page>;
  /** Where a page has its rows. */
  name: Name;
  rowId: (row: Row) => string;
  label: string;
  /** What the rows are, in the plural. */
  noun: string;
  columns: readonly Column<Row>[];
  skeletonRows: number;
  empty: ReactNode;
};

/** A long list, newest first, that keeps itself up to date: its table, or why it is empty. */
export const NewestList = <
  Name extends string,
  Row,
  Page extends Readonly<Record<Name, readonly Row[]>> & { nextCursor: string | null },
  Failure,
  Key extends readonly unknown[],
  Cursor,
>({
  options,
  read,
  name,
  rowId,
  noun,
  skeletonRows,
  empty,
  ...table
}: Props<Name, Row, Page, Failure, Key, Cursor>) => {
  const query = useInfiniteQuery(options);
  const rows = (page: Page): readonly Row[] => page[name];
  const withRows = (page: Page, all: Row[]): Page => ({ ...page, [name]: all });
  useNewest(options.queryKey, { rows, withRows, id: rowId }, read);
  return (
    <Card isFlush>
      <QueryView query={query} skeleton={<TableSkeleton rows={skeletonRows} />}>
        {({ pages }) => {
          const all = pages.flatMap(rows);
          return all.length === 0 ? (
            empty
          ) : (
            <DataTable
              {...table}
              rows={all}
              rowId={rowId}
              footer={<LoadMore query={query} shown={all.length} noun={noun} />}
            />
          );
        }}
      </QueryView>
    </Card>
  );
};
