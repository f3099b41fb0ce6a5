"use client";
import {
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { ReactNode } from "react";
import { List } from "#kit/list.tsx";
import { Card } from "#kit/page-layout.tsx";
import { type Column, TableSkeleton } from "#kit/table.tsx";
import { QueryView } from "./query-view.tsx";

/** How a list's pages hold their rows. */
export type RowsOf<Page, Row> = {
  rows: (page: Page) => readonly Row[];
  withRows: (page: Page, rows: Row[]) => Page;
  id: (row: Row) => string;
};

/**
 * Merges a fresh first page into a long list: it adds new rows, updates changed ones and drops removed ones;
 * the rows further down stay as they were.
 * @returns null when the fresh page does not overlap the loaded rows: the list must be read again
 */
export const mergeNewest = <Page extends { nextCursor: string | null }, Row>(
  { pages, pageParams }: InfiniteData<Page>,
  fresh: Page,
  { rows, withRows, id }: RowsOf<Page, Row>,
): InfiniteData<Page> | null => {
  const last = rows(fresh).at(-1);
  if (fresh.nextCursor === null || last === undefined) {
    return { pages: [fresh], pageParams: pageParams.slice(0, 1) };
  }
  const lastId = id(last);
  const at = pages.findIndex((page) => rows(page).some((row) => id(row) === lastId));
  const joined = pages[at];
  if (!joined) return null;
  const below = rows(joined).slice(rows(joined).findIndex((row) => id(row) === lastId) + 1);
  const first = withRows({ ...fresh, nextCursor: joined.nextCursor }, [...rows(fresh), ...below]);
  return {
    pages: [first, ...pages.slice(at + 1)],
    pageParams: [pageParams[0], ...pageParams.slice(at + 1)],
  };
};

const REFRESH_MS = 10_000;

/**
 * Keeps a long list up to date. Only its first page is polled, however much of the list is loaded; hidden
 * tabs stop polling.
 * @param read reads the first page
 */
const useNewest = <Page extends { nextCursor: string | null }, Row>(
  queryKey: QueryKey,
  rows: RowsOf<Page, Row>,
  read: () => Promise<Page>,
): void => {
  const queries = useQueryClient();
  useQuery({
    queryKey: ["newest", ...queryKey],
    queryFn: async () => {
      const fresh = await read();
      const list = queries.getQueryData<InfiniteData<Page>>(queryKey);
      // A list that is being read gets new rows anyway.
      if (!list || queries.isFetching({ queryKey, exact: true }) > 0) return null;
      const merged = mergeNewest(list, fresh, rows);
      if (merged) queries.setQueryData(queryKey, merged);
      else void queries.invalidateQueries({ queryKey, exact: true });
      return null;
    },
    // The list is already loaded: the first poll is one interval away.
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: REFRESH_MS,
    retry: false,
  });
};

type Props<Name extends string, Row, Page, Failure, Key extends readonly unknown[], Cursor> = {
  options: UseInfiniteQueryOptions<Page, Failure, InfiniteData<Page, Cursor>, Key, Cursor>;
  /** Reads the first page. */
  read: () => Promise<Page>;
  /** The field of a page that holds its rows. */
  name: Name;
  rowId: (row: Row) => string;
  label: string;
  /** What the rows are called, in the plural. */
  noun: string;
  columns: readonly Column<Row>[];
  skeletonRows: number;
  empty: ReactNode;
};

/** A long list, newest first, that keeps itself up to date: shows its table, or why it is empty. */
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
  noun,
  skeletonRows,
  ...list
}: Props<Name, Row, Page, Failure, Key, Cursor>) => {
  const query = useInfiniteQuery(options);
  const rows = (page: Page): readonly Row[] => page[name];
  const withRows = (page: Page, all: Row[]): Page => ({ ...page, [name]: all });
  useNewest(options.queryKey, { rows, withRows, id: list.rowId }, read);
  return (
    <Card isFlush>
      <QueryView query={query} skeleton={<TableSkeleton rows={skeletonRows} />}>
        {({ pages }) => <List {...list} rows={pages.flatMap(rows)} end={{ noun, query }} />}
      </QueryView>
    </Card>
  );
};
