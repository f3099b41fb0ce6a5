import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { REHASHED_COLUMNS, SEALED_COLUMNS } from "#data/service/sealed-columns.ts";

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (part) => `_${part.toLowerCase()}`);

/** `table.column` of every field whose name, or the comment above it, says that it is sealed. */
const sealedInSchema = (): string[] => {
  const found: string[] = [];
  for (const [model] of readFileSync("prisma/schema.prisma", "utf8").matchAll(/^model \w+ \{[\s\S]+?^\}/gm)) {
    const table = /@@map\("(\w+)"\)/.exec(model)?.[1];
    let comment = "";
    for (const line of model.split("\n").map((text) => text.trim())) {
      if (line.startsWith("///")) comment += line;
      const field = /^(\w+)\s+(String|Bytes|Json)/.exec(line);
      if (field && /sealed|AES-256-GCM/i.test(`${field[1]} ${comment}`)) {
        const column = /@map\("(\w+)"\)/.exec(line)?.[1] ?? snakeCase(field[1] ?? "");
        found.push(`${table}.${column}`);
      }
      if (!line.startsWith("///")) comment = "";
    }
  }
  return found.sort();
};

const nameOf = ({ table, column }: { table: string; column: string }): string => `${table}.${column}`;

test("every sealed column of the schema is sealed again when keys are exchanged", () => {
  const walked = SEALED_COLUMNS.map(nameOf);
  // The test word is written last, when nothing needs the older key any more.
  expect([...walked, "secret_check.sealed"].sort()).toEqual(sealedInSchema());
});

test("hashes are made anew from a sealed text in the same row", () => {
  const sealed = SEALED_COLUMNS.map(nameOf);
  for (const { table, sealedAs: column } of REHASHED_COLUMNS) {
    expect(sealed).toContain(`${table}.${column}`);
  }
});
