import { type Columns, type Fields, hexOf, type Kind, postgresTypeOf, snakeCase } from "./statement.ts";

// Rows that a statement writes. One map, name → kind, says which columns they have; everything that a
// statement needs follows from it: the columns of the insert, the parameters or the recordset, and the
// values, each in the map's order.

/** `id, tenant_id`: the columns of an insert. */
export const intoColumns = (columns: Columns): string => Object.keys(columns).map(snakeCase).join(", ");

/** `$2::text`: a column's parameter. */
export const parameterOf = <C extends Columns>(columns: C, name: keyof C & string): string =>
  `$${Object.keys(columns).indexOf(name) + 1}::${postgresTypeOf(columns[name] ?? "text")}`;

/** `$1::text, $2::text`: the first parameters of a statement that writes one row. */
export const parametersOf = (columns: Columns): string =>
  Object.keys(columns)
    .map((name) => parameterOf(columns, name))
    .join(", ");

/** `"id" text, "tenantId" text`: how `jsonb_to_recordset` reads what `jsonOf` made. */
export const recordsetOf = (columns: Columns): string =>
  Object.entries(columns)
    .map(([name, kind]) => `"${name}" ${postgresTypeOf(kind)}`)
    .join(", ");

/** `a."id", a."tenantId"`: the columns of such a recordset. */
export const fieldsOf = (table: string, columns: Columns): string =>
  Object.keys(columns)
    .map((name) => `${table}."${name}"`)
    .join(", ");

const isJson = (kind: Kind): boolean => kind === "json" || kind === "json?";

/** A row's values for `parametersOf`. */
export const valuesOf = <const C extends Columns>(columns: C, row: Fields<C>): unknown[] => {
  const given: Readonly<Record<string, unknown>> = row;
  return Object.entries(columns).map(([name, kind]) =>
    isJson(kind) && given[name] !== null ? JSON.stringify(given[name]) : given[name],
  );
};

/** Rows for `recordsetOf`, all of one kind, as a JSON array in text form; any other fields are left out. */
export const jsonOf = <const C extends Columns>(columns: C, rows: readonly Fields<C>[]): string =>
  JSON.stringify(
    rows.map((row) => {
      const given: Readonly<Record<string, unknown>> = row;
      const written = Object.keys(columns).map((name) => [name, given[name]] as const);
      return Object.fromEntries(
        written.map(([name, value]) => [name, value instanceof Uint8Array ? hexOf(value) : value]),
      );
    }),
  );
