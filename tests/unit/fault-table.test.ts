import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nameIn, withRow } from "../support/faults/fault-row.ts";

const PAGE = "docs/reliability.md";
const names = readdirSync("tests/faults")
  .filter((file) => file.endsWith(".test.ts"))
  .map((file) => file.replace(".test.ts", ""));

test("every test of faults has its row in docs/reliability.md, and writes it itself", () => {
  const rows = readFileSync(PAGE, "utf8").split("\n").map(nameIn);
  expect(rows.filter((name) => name !== null)).toEqual(names.sort());
  for (const name of names) {
    const source = readFileSync(`tests/faults/${name}.test.ts`, "utf8");
    expect(source, name).toContain("writeFaultRow(import.meta.filename");
  }
});

test("a row takes the place of the test's former one, in the order of names, and nothing else changes", () => {
  const page = "# Page\n<!-- faults:begin -->\n| Test |\n|---|\n<!-- faults:end -->\nlast";
  const row = { fault: "a", done: "b | c", expected: "d\n  e", got: "f" };
  const two = withRow(withRow(page, "zebra", row), "ant", row);
  const again = withRow(two, "zebra", { ...row, got: "new" });
  expect(again.split("\n")).toEqual([
    "# Page",
    "<!-- faults:begin -->",
    "| Test |",
    "|---|",
    "| [ant](../tests/faults/ant.test.ts) | a | b \\| c | d e | f |",
    "| [zebra](../tests/faults/zebra.test.ts) | a | b \\| c | d e | new |",
    "<!-- faults:end -->",
    "last",
  ]);
  expect(() => withRow("# Page", "ant", row)).toThrow("no table");
});
