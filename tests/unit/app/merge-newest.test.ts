import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeNewest, type RowsOf } from "#console/client/newest-list.tsx";

type Row = { id: number; text: string };
type Page = { rows: Row[]; nextCursor: string | null };

const ROWS: RowsOf<Page, Row> = {
  rows: (page) => page.rows,
  withRows: (page, rows) => ({ ...page, rows }),
  id: (row) => String(row.id),
};

const PAGE = 5;

/** A page of a list of these rows, newest first. */
const pageOf = (all: readonly Row[], before = Number.POSITIVE_INFINITY): Page => {
  const found = all.filter(({ id }) => id < before).slice(0, PAGE + 1);
  const rows = found.slice(0, PAGE);
  return { rows, nextCursor: found.length > PAGE ? String(rows.at(-1)?.id) : null };
};

const load = (all: readonly Row[], count: number) => {
  const pages = [pageOf(all)];
  while (pages.length < count && pages.at(-1)?.nextCursor) {
    pages.push(pageOf(all, Number(pages.at(-1)?.nextCursor)));
  }
  return { pages, pageParams: [undefined, ...pages.slice(0, -1).map(({ nextCursor }) => nextCursor)] };
};

const list = (newest: number, count: number, text = ""): Row[] =>
  Array.from({ length: count }, (_, n) => ({ id: newest - n, text }));

const shown = (data: ReturnType<typeof mergeNewest<Page, Row>>) => data?.pages.flatMap(({ rows }) => rows);

describe("a list whose first page was read again", () => {
  test("gets the new rows in front and keeps the pages that were loaded", () => {
    const old = list(100, 20);
    const now = [{ id: 102, text: "" }, { id: 101, text: "" }, ...old];
    const merged = mergeNewest(load(old, 3), pageOf(now), ROWS);
    expect(shown(merged)).toEqual(now.slice(0, 17));
    expect(merged?.pages).toHaveLength(3);
    expect(merged?.pages.at(-1)?.nextCursor).toBe(String(86));
  });

  test("shows what has changed, and drops what no longer belongs to it", () => {
    const old = list(100, 20);
    const now = old.filter(({ id }) => id !== 98).map((row) => (row.id === 99 ? { ...row, text: "x" } : row));
    expect(shown(mergeNewest(load(old, 2), pageOf(now), ROWS))).toEqual(now.slice(0, 9));
  });

  test("is read again where more has come than a page holds", () => {
    const old = list(100, 20);
    expect(mergeNewest(load(old, 2), pageOf([...list(106, 6), ...old]), ROWS)).toBeNull();
  });

  test("may be empty, before and after", () => {
    expect(shown(mergeNewest(load([], 1), pageOf(list(3, 2)), ROWS))).toEqual(list(3, 2));
    expect(shown(mergeNewest(load(list(3, 2), 1), pageOf([]), ROWS))).toEqual([]);
  });

  test("shows what the server has, in its order and each row once, whatever came meanwhile", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 9 }),
        (count, loaded, come) => {
          const old = list(100, count);
          const now = [...list(100 + come, come), ...old];
          const before = load(old, loaded);
          const merged = mergeNewest(before, pageOf(now), ROWS);
          if (merged === null) {
            expect(come).toBeGreaterThan(0);
            return;
          }
          const rows = shown(merged) ?? [];
          expect(rows).toEqual(now.slice(0, rows.length));
          expect(merged.pageParams).toHaveLength(merged.pages.length);
          // Loading on from here leaves nothing out.
          const cursor = merged.pages.at(-1)?.nextCursor;
          expect(cursor ?? null).toBe(rows.length < now.length ? String(rows.at(-1)?.id) : null);
        },
      ),
    );
  });
});
