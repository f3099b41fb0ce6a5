import { expect, test } from "vitest";
import { type Column, nextSorting, sortRows } from "#kit/table.tsx";

type Row = { name: string; uses: number | null };

const COLUMNS: Column<Row>[] = [
  { id: "name", name: "Name", cell: () => null, sortBy: ({ name }) => name },
  { id: "uses", name: "Uses", cell: () => null, sortBy: ({ uses }) => uses },
  { id: "actions", name: "Actions", cell: () => null },
];
const ROWS: readonly Row[] = [
  { name: "Mobile", uses: 10 },
  { name: "checkout", uses: null },
  { name: "Ärzte", uses: 9 },
];
const namesBy = (id: string, direction: "asc" | "desc"): string[] =>
  sortRows(ROWS, COLUMNS, { id, direction }).map(({ name }) => name);

test("rows stand as they came until a head is pressed, and where a column does not sort", () => {
  expect(sortRows(ROWS, COLUMNS, null)).toBe(ROWS);
  expect(namesBy("actions", "asc")).toEqual(["Mobile", "checkout", "Ärzte"]);
});

test("texts are sorted as people read them, numbers by size, and null is last either way", () => {
  expect(namesBy("name", "asc")).toEqual(["Ärzte", "checkout", "Mobile"]);
  expect(namesBy("name", "desc")).toEqual(["Mobile", "checkout", "Ärzte"]);
  expect(namesBy("uses", "asc")).toEqual(["Ärzte", "Mobile", "checkout"]);
  expect(namesBy("uses", "desc")).toEqual(["Mobile", "Ärzte", "checkout"]);
});

test("a head that is pressed again turns the order round, and then lets it go", () => {
  const first = nextSorting(null, "name");
  const second = nextSorting(first, "name");
  expect([first, second, nextSorting(second, "name"), nextSorting(second, "uses")]).toEqual([
    { id: "name", direction: "asc" },
    { id: "name", direction: "desc" },
    null,
    { id: "uses", direction: "asc" },
  ]);
});
