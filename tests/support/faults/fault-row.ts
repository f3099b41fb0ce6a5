import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Where `npm run test:faults` writes what happened; absent in `npm run test:all`, which changes no file. */
    faultTable?: string;
  }
}

export type FaultRow = { fault: string; done: string; expected: string; got: string };

const BEGIN = "<!-- faults:begin";
const END = "<!-- faults:end";

const cell = (text: string): string => text.replaceAll("|", "\\|").replace(/\s+/g, " ").trim();

const lineOf = (name: string, { fault, done, expected, got }: FaultRow): string =>
  `| [${name}](../tests/faults/${name}.test.ts) | ${[fault, done, expected, got].map(cell).join(" | ")} |`;

/** The name of the test that wrote a line of the table; null for its head. */
export const nameIn = (line: string): string | null => /^\| \[([\w-]+)\]/.exec(line)?.[1] ?? null;

/**
 * The page with this row instead of the test's former one; rows are sorted by name.
 * @throws Error when the page has no table between its two marks
 */
export const withRow = (page: string, name: string, row: FaultRow): string => {
  const lines = page.split("\n");
  const begin = lines.findIndex((line) => line.startsWith(BEGIN));
  const end = lines.findIndex((line) => line.startsWith(END));
  if (begin === -1 || end < begin) throw new Error(`no table between "${BEGIN}" and "${END}"`);
  const table = lines.slice(begin, end);
  const head = table.filter((line) => nameIn(line) === null);
  const kept = table.filter((line) => ![null, name].includes(nameIn(line)));
  const rows = [...kept, lineOf(name, row)].sort();
  return [...lines.slice(0, begin), ...head, ...rows, ...lines.slice(end)].join("\n");
};

/**
 * Writes the test's row of docs/reliability.md, as the last thing that a passed test does.
 * @param file the test's own: `import.meta.filename`
 */
export const writeFaultRow = (file: string, row: FaultRow): void => {
  const name = basename(file, ".test.ts");
  console.log(`${name}: ${row.got}`);
  const table = inject("faultTable");
  if (table === undefined) return;
  const got = `${row.got} (${new Date().toISOString().slice(0, 10)})`;
  writeFileSync(table, withRow(readFileSync(table, "utf8"), name, { ...row, got }));
};
