import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const FOLDER = new URL("../../docs/adr/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), "utf8");

const pages = readdirSync(FOLDER)
  .filter((name) => name !== "README.md")
  .sort();
const index = read("README.md");
const STATUS = /^Status: (?:accepted|superseded by ([0-9]{4})), [0-9]{4}-[0-9]{2}-[0-9]{2}$/;

const titleOf = (name: string): string => read(name).split("\n")[0]?.replace(/^# /, "") ?? "";

describe.each(pages)("docs/adr/%s", (name) => {
  const number = name.slice(0, 4);

  test("is named after its number, and has a number of its own", () => {
    expect(name).toMatch(/^[0-9]{4}-[a-z0-9-]+\.md$/);
    expect(pages.filter((other) => other.startsWith(number))).toEqual([name]);
  });

  test("begins with its number, title and status", () => {
    const [heading = "", blank, status = ""] = read(name).split("\n");
    expect(heading).toMatch(new RegExp(`^# ${number}\\. [A-Z].*[^.]$`));
    expect(blank).toBe("");
    expect(status).toMatch(STATUS);
  });

  test("that is superseded names a page that exists", () => {
    const by = STATUS.exec(read(name).split("\n")[2] ?? "")?.[1];
    if (by) expect(pages.filter((other) => other.startsWith(by))).toHaveLength(1);
  });

  test("is in the index with its title", () => {
    expect(index).toContain(`- [${titleOf(name)}](${name})`);
  });
});

test("the index lists nothing else", () => {
  expect(index.match(/^- \[/gm)).toHaveLength(pages.length);
});
