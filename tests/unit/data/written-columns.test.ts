import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  fieldsOf,
  intoColumns,
  jsonOf,
  parameterOf,
  parametersOf,
  recordsetOf,
  valuesOf,
} from "#data/sql/rows.ts";
import { type Columns, postgresTypeOf, snakeCase } from "#data/sql/statement.ts";
import { ARTIFACT, LOGGED, STARTED, VERIFICATION, WRITTEN_LATER } from "#data/sql/tables.ts";

type Column = { name: string; type: string; isNullable: boolean; hasDefault: boolean; column: string };

const schema = readFileSync("prisma/schema.prisma", "utf8");
const enums = new Map(
  [...schema.matchAll(/^enum (\w+) \{[\s\S]+?@@map\("(\w+)"\)/gm)].map(([, name = "", inSql = ""]) => [
    name,
    inSql,
  ]),
);
const SQL_TYPES: Readonly<Record<string, string>> = {
  String: "text",
  Int: "integer",
  Float: "double precision",
  Boolean: "boolean",
  DateTime: "timestamp with time zone",
  Bytes: "bytea",
  Json: "jsonb",
};

/** The columns of a model, as prisma/schema.prisma has them: no relations. */
const columnsIn = (model: string): Column[] => {
  const [, body = ""] = new RegExp(`^model ${model} \\{\\n([\\s\\S]*?)^\\}`, "m").exec(schema) ?? [];
  return [...body.matchAll(/^ {2}(\w+) +(\w+)(\[\])?(\?)?(.*)$/gm)].flatMap(
    ([, name = "", type = "", list = "", optional = "", rest = ""]) => {
      const inSql = enums.get(type) ?? SQL_TYPES[type];
      if (inSql === undefined) return [];
      const column = /@map\("(\w+)"\)/.exec(rest)?.[1] ?? name;
      return [
        {
          name,
          type: inSql + list,
          isNullable: optional !== "",
          hasDefault: rest.includes("@default"),
          column,
        },
      ];
    },
  );
};

const WRITTEN: readonly (readonly [model: string, first: Columns, later: Columns])[] = [
  ["Verification", STARTED, WRITTEN_LATER],
  ["RequestLog", LOGGED, {}],
  ["OidcArtifact", ARTIFACT, { consumedAt: "time?" }],
];

describe.each(WRITTEN)("the columns of %s", (model, first, later) => {
  const columns = columnsIn(model);
  const byName = new Map(columns.map((column) => [column.name, column]));

  test("are each inserted, or named as written later", () => {
    expect(columns.length).toBeGreaterThan(5);
    const named = [...Object.keys(first), ...Object.keys(later)];
    expect(named.toSorted()).toEqual([...byName.keys()].toSorted());
  });

  test("that are written later are null until then, or have a default in the database", () => {
    const withoutValue = Object.keys(later).filter((name) => {
      const column = byName.get(name);
      return !column?.isNullable && !column?.hasDefault;
    });
    expect(withoutValue).toEqual([]);
  });

  test("have the types, nulls and names of the schema", () => {
    const declared = Object.entries({ ...first, ...later }).map(([name, kind]) => ({
      name,
      type: postgresTypeOf(kind),
      isNullable: kind.endsWith("?"),
      column: snakeCase(name),
    }));
    const inSchema = columns.map(({ hasDefault, ...column }) => column);
    const byOwnName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    expect(declared.toSorted(byOwnName)).toEqual(inSchema.toSorted(byOwnName));
  });
});

test("a verification's columns are in one of the two groups", () => {
  expect(Object.keys(VERIFICATION)).toHaveLength(
    Object.keys(STARTED).length + Object.keys(WRITTEN_LATER).length,
  );
});

describe("what a statement needs of a row", () => {
  const MAP = { id: "text", secretHash: "bytes?", metadata: "json?", ages: "ints" } as const;
  const row = { ages: [18], metadata: { a: "1" }, secretHash: Buffer.from([1, 255]), id: "x" };

  test("is in the map's order, whatever the row's is", () => {
    expect(intoColumns(MAP)).toBe("id, secret_hash, metadata, ages");
    expect(parametersOf(MAP)).toBe("$1::text, $2::bytea, $3::jsonb, $4::integer[]");
    expect(parameterOf(MAP, "metadata")).toBe("$3::jsonb");
    expect(recordsetOf(MAP)).toBe('"id" text, "secretHash" bytea, "metadata" jsonb, "ages" integer[]');
    expect(fieldsOf("a", MAP)).toBe('a."id", a."secretHash", a."metadata", a."ages"');
    expect(valuesOf(MAP, row)).toEqual(["x", row.secretHash, '{"a":"1"}', [18]]);
    expect(valuesOf(MAP, { ...row, metadata: null, secretHash: null })).toEqual(["x", null, null, [18]]);
  });

  test("as JSON has bytes as PostgreSQL reads them, and nothing that the map does not name", () => {
    const more = { ...row, birthDate: "2000-01-01" };
    expect(JSON.parse(jsonOf(MAP, [more]))).toEqual([
      { id: "x", secretHash: "\\x01ff", metadata: { a: "1" }, ages: [18] },
    ]);
  });
});
