import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CONFIG_KEYS } from "#config/config.ts";
import { SETTING_NAMES, SETTINGS } from "#config/settings-table.ts";

// The guides name settings and their defaults; the table of settings decides what exists and what it is without a word.

const PAGES = [
  "README.md",
  "SECURITY.md",
  ...readdirSync("docs").flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
];

const textOf = (page: string): string => readFileSync(page, "utf8");

const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

const namesIn = (cell = ""): string[] =>
  [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = ""]) => name);

type Table = { page: string; header: string[]; rows: string[][] };

const tablesOf = (page: string): Table[] => {
  const withoutCode = textOf(page).replace(/^```.*?^```/gms, "");
  return [...withoutCode.matchAll(/^\|.*(?:\n\|.*)*/gm)].map(([block]) => {
    const [header = [], , ...rows] = block.split("\n").map(cellsOf);
    return { page, header, rows };
  });
};

/** Whether a row begins with a setting: then all do. */
const isOfSettings = ({ rows }: Table): boolean =>
  rows.some(([cell = ""]) => CONFIG_KEYS.some((name) => cell.startsWith(`\`${name}\``)));

const rowsOfSettings = PAGES.flatMap(tablesOf)
  .filter(isOfSettings)
  .flatMap(({ page, header, rows }) => {
    const at = header.indexOf("Default");
    return rows.map((cells) => {
      const [first = ""] = cells;
      return { page, first, names: namesIn(first), stated: at === -1 ? null : (cells[at] ?? "") };
    });
  });

test("each row of a table of settings names settings that exist", () => {
  expect(rowsOfSettings.length).toBeGreaterThan(20);
  const wrong = rowsOfSettings.filter(
    ({ names }) => names.length === 0 || names.some((name) => !CONFIG_KEYS.includes(name)),
  );
  expect(wrong.map(({ page, first }) => `${page}: ${first}`)).toEqual([]);
});

/** A value in a cell of defaults, with or without the marks of code; null: words, such as "none". */
const valueIn = (cell: string): string | null =>
  /^`([^`]*)`$/.exec(cell)?.[1] ?? (/^[\d.]+$/.test(cell) ? cell : null);

test("a default in the guides is the one that the service has", () => {
  const stated = rowsOfSettings.flatMap(({ page, names: [name = ""], stated: cell }) =>
    cell === null ? [] : [{ page, name, value: valueIn(cell) }],
  );
  expect(stated.length).toBeGreaterThan(10);
  const wrong = stated.filter(({ name, value }) => {
    const own = SETTING_NAMES.find((each) => each === name);
    return value !== (own === undefined ? null : (SETTINGS[own].example ?? null));
  });
  expect(wrong).toEqual([]);
});

test("each setting is named in a guide", () => {
  const words = new Set(PAGES.flatMap((page) => textOf(page).match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []));
  expect(SETTING_NAMES.filter((name) => !words.has(name))).toEqual([]);
});
