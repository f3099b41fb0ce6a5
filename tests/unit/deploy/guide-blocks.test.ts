import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { asTyped, guideBlocks, readBlocks, stepsOf } from "../../support/deploy/guide-blocks.ts";
import { BLOCK_RUNS, type Run } from "../../support/deploy/guide-runs.ts";

// A guide is a test: each block that it prints is run, or read as far as this machine goes.

const read = (path: string): string => readFileSync(path, "utf8");
const BLOCKS = guideBlocks();
const RUNS: readonly [id: string, run: Run][] = Object.entries(BLOCK_RUNS);

describe("every block has a test", () => {
  test("a new block is in the table, and the table has no block that is gone", () => {
    const known = new Set(RUNS.map(([id]) => id));
    const missing = BLOCKS.filter(({ id }) => !known.has(id)).map(
      ({ id, guide, line }) =>
        `${guide}:${line}: no test runs "${id}". Let one take it by printed("${id}"), and name it in tests/support/deploy/guide-runs.ts`,
    );
    expect(missing).toEqual([]);
    const there = new Set(BLOCKS.map(({ id }) => id));
    expect([...known].filter((id) => !there.has(id))).toEqual([]);
  });

  test.each(RUNS)("%s: its test is there and takes the text from the guide", (id, run) => {
    expect(existsSync(run.file), run.file).toBe(true);
    expect(read(run.file)).toContain(run.test);
    expect(read(run.by ?? run.file)).toContain(JSON.stringify(id));
  });

  test("no language is one that nobody reads", () => {
    const known = ["sh", "sql", "ini", "nginx", "yaml", ""];
    expect(BLOCKS.filter(({ language }) => !known.includes(language)).map(({ id }) => id)).toEqual([]);
  });
});

describe("the reader of blocks", () => {
  const page =
    "```sh\na\n```\n# One\n```ini\n# Two\nb = 1\n```\ntext\n```\nc\n```\n## Two\n  ```sh\n  d\n  ```\n";

  test("names a block by its heading and number, takes no comment for a heading, and says its line", () => {
    const found = readBlocks("a.md", page).map(({ id, line, language, text }) => [id, line, language, text]);
    expect(found).toEqual([
      ["a.md > (top) > 1", 2, "sh", "a\n"],
      ["a.md > One > 1", 6, "ini", "# Two\nb = 1\n"],
      ["a.md > One > 2", 11, "", "c\n"],
      ["a.md > Two > 1", 15, "sh", "  d\n"],
    ]);
  });

  test("refuses a block without an end", () => {
    expect(() => readBlocks("a.md", "```sh\na\n")).toThrow("a.md:2: nothing closes this block");
  });

  test("replaces the examples, all of them and nothing else", () => {
    const own = { "/opt/lintel": "/x/tree", "postgresql://…/lintel_drill": "postgresql://a/b" };
    expect(asTyped("cd /opt/lintel; psql postgresql://…/lintel_drill", own)).toBe(
      "cd /x/tree; psql postgresql://a/b",
    );
    expect(() => asTyped("cd /opt/lintel")).toThrow('no replacement for "/opt/lintel"');
    expect(() => asTyped("cd /opt/lintel", { "/opt/lintel": "/x", "eyJ…": "t" })).toThrow("eyJ…");
    expect(() => asTyped("cd /opt", { "/opt": "/x" })).toThrow("/opt");
  });

  test("takes a block apart into its commands, without comments", () => {
    expect(stepsOf("# first\na && b \\\n  -c   # why\n\n(umask 077; d > e)\n")).toEqual([
      "a",
      "b    -c",
      "(umask 077; d > e)",
    ]);
    expect(() => stepsOf("(a && b)\n")).toThrow("not whole");
  });
});
