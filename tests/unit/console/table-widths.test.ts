import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../../scripts/lib/run.ts";

const FOLDER = join(ROOT, "src/console");

/** Columns that come with the sidebar, at lg, and fit beside those of md: measured at 1024 px. */
const FITTING: Readonly<Record<string, number>> = {
  // What it may do.
  "keys/key-table.tsx": 1,
  // When it was added.
  "webhooks/endpoint-table.tsx": 1,
};

test("a column comes at xl, not with the sidebar that takes its room, unless it is known to fit", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".tsx"),
  );
  const found = files.flatMap((path) => {
    const count = readFileSync(join(FOLDER, path), "utf8").match(/\blg:table-cell\b/g)?.length ?? 0;
    return count === 0 ? [] : [[path, count] as const];
  });
  expect(Object.fromEntries(found)).toEqual(FITTING);
});

/** The lists that people print. */
const PRINTED = [
  "keys/key-table.tsx",
  "logs/log-table.tsx",
  "verifications/verification-table.tsx",
  "vouchers/vouchers-screen.tsx",
  "webhooks/delivery-table.tsx",
  "webhooks/endpoint-table.tsx",
];

test.each(PRINTED)("%s has the columns on paper that a narrow screen leaves out", (path) => {
  const names = readFileSync(join(FOLDER, path), "utf8").match(
    /\bhidden [^"`]*(?:md|lg|xl|min-\[\w+\]):table-cell[^"`]*/g,
  );
  expect(names).not.toBeNull();
  expect(names?.filter((one) => !one.includes("print:table-cell"))).toEqual([]);
});
