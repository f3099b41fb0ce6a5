import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SECRET_KINDS } from "#core/operator/rotation.ts";
import { STORED } from "#core/practice/stored.ts";

// Auditors read SECURITY.md first: what it says is sealed or hashed must be all that is.
const ROWS = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, , where = "", how = ""]) => ({ where, how }));

/** Hashes of texts that are published: they hide nothing. */
const OF_PUBLIC_TEXTS = new Set([
  "erasure_chain.last_hash",
  "erasure_receipt.hash",
  "erasure_receipt.prev_hash",
  "practice_statement.hash",
]);

const snake = (name: string): string => name.replace(/(?<=.)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

const SECRETS = Object.entries(STORED).flatMap(([table, items]) =>
  items
    .flatMap(({ fields }) => fields.split(" "))
    .filter((field) => /sealed$|hash$/i.test(field))
    .map((field): [string, string] => [snake(table), snake(field)])
    .filter(([model, column]) => !OF_PUBLIC_TEXTS.has(`${model}.${column}`)),
);

describe("SECURITY.md, what is kept, and how", () => {
  test.each(SECRETS)("%s.%s is there, as sealed or hashed", (table, column) => {
    const rows = ROWS.filter(({ where }) => where.includes(`\`${table}\``) || where.includes(`\`${table}.`));
    const word = column.endsWith("sealed") ? /\bsealed\b/ : /\bhash(?:es)?\b|\bHMAC/;
    expect(rows.map(({ how }) => how).join("; ")).toMatch(word);
  });

  test("names no table or column that does not exist", () => {
    const columns = new Map(
      Object.entries(STORED).map(([table, items]) => [
        snake(table),
        items.flatMap(({ fields }) => fields.split(" ").map(snake)),
      ]),
    );
    const named = ROWS.flatMap(({ where }) => [...where.matchAll(/`([a-z_]+)(?:\.([a-z_]+))?`/g)]);
    expect(named.length).toBeGreaterThan(30);
    for (const [text, table = "", column] of named)
      expect([
        text,
        columns.has(table) && (column === undefined || columns.get(table)?.includes(column)),
      ]).toEqual([text, true]);
  });
});

test("how a secret of the deployment is exchanged is said in docs/operations.md alone, and the others lead there", () => {
  const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const rotating = /^## Rotating secrets\n([\s\S]*?)\n## /m.exec(read("SECURITY.md"))?.[1] ?? "";
  expect(rotating).toContain("(docs/operations.md#rotating-secrets)");
  expect(rotating).not.toMatch(/TOKEN_SIGNING_KEYS|SECRETS_KEY|KEY_PEPPER|ADMIN_KEYS/);
  const others = ["SECURITY.md", ".env.example", "src/runtime/start-check.ts", "scripts/reseal.ts"];
  for (const path of others) {
    // A step on its own leaves out what the next one waits for.
    const step = /(?:new|former|current) \w+ (?:first|as|to)\b/.exec(read(path))?.[0];
    expect([path, step]).toEqual([path, undefined]);
    expect([path, read(path).includes("otating secrets")]).toEqual([path, true]);
  }
  const operations = read("docs/operations.md");
  for (const kind of SECRET_KINDS) {
    const steps = new RegExp(`^### ${kind}\\n([\\s\\S]*?)\\n### `, "m").exec(operations)?.[1] ?? "";
    const kept = steps.search(/[Mm]ove the present one to|keep the present one behind/);
    expect([kind, kept > 0, steps.search(/\d\. Remove/) > kept]).toEqual([kind, true, true]);
    expect([kind, steps.includes("npm run rotate")]).toEqual([kind, true]);
  }
});
