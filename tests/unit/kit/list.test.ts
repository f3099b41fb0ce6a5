import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { List } from "#kit/list.tsx";
import type { Column } from "#kit/table.tsx";

type Row = { id: string };
type End = NonNullable<Parameters<typeof List<Row>>[0]["end"]>;

const COLUMNS: readonly Column<Row>[] = [
  { id: "id", name: "Id", sortBy: ({ id }) => id, cell: ({ id }) => id },
];

const drawn = (count: number, end: End): string =>
  renderToStaticMarkup(
    List<Row>({
      label: "Keys",
      columns: COLUMNS,
      rows: Array.from({ length: count }, (_, number) => ({ id: `key_${number}` })),
      rowId: ({ id }) => id,
      empty: "No keys yet",
      end,
    }),
  );

const counted = (total: number): End => ({ noun: "keys", total, isBusy: false, onMore: () => {} });

const inPages = (hasNextPage: boolean, isFetchNextPageError = false): End => ({
  noun: "keys",
  query: { hasNextPage, isFetchNextPageError, isFetchingNextPage: false, fetchNextPage: async () => {} },
});

describe("a list says how much of it is shown, and offers the rest", () => {
  test.each([
    ["part of a counted one", 1_200, counted(3_400), "The first 1,200 of 3,400 keys"],
    ["part of one that is read in pages", 50, inPages(true), "The newest 50 keys"],
    [
      "a page after which no other came",
      50,
      inPages(true, true),
      "The newest 50 keys · More could not be loaded",
    ],
  ])("%s", (_, count, end, text) => {
    const list = drawn(count, end);
    expect(list).toContain('data-listed="part"');
    expect(list).toContain("Load more");
    expect(list.replace(/<[^>]*>/g, "")).toContain(text);
  });

  test.each([
    ["all of a counted one", 2, counted(2), "All 2 keys"],
    ["the last page", 70, inPages(false), "All 70 keys"],
    ["one row, counted", 1, counted(1), "1 in all"],
    ["one row of one page", 1, inPages(false), "1 in all"],
  ])("%s", (_, count, end, text) => {
    const list = drawn(count, end);
    expect(list).toContain('data-listed="all"');
    expect(list).not.toContain("Load more");
    expect(list).toContain(text);
  });
});

test("a list is sorted only when all of it is there: the first of all may be in the rest", () => {
  expect(drawn(2, counted(2))).toContain('aria-sort="none"');
  expect(drawn(2, counted(3))).not.toContain("aria-sort");
});

test("a list without rows says why, and has no table and no end", () => {
  expect(drawn(0, counted(0))).toBe("No keys yet");
});
