import type { InfiniteData } from "@tanstack/react-query";

/** How the pages of one list hold their rows. */
export type RowsOf<Page, Row> = {
  rows: (page: Page) => readonly Row[];
  withRows: (page: Page, rows: Row[]) => Page;
  id: (row: Row) => string;
};

/**
 * A long list after its first page was read again: new rows in front, changed ones changed, those that are gone from
 * it gone, and what was loaded further down as it was.
 * @returns null where the fresh page does not join on to what is loaded: the list has to be read again
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
