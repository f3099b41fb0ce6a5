import { oncePerTurn } from "./once-per-turn.ts";
import {
  type Columns,
  type Fields,
  type Kind,
  type Pooled,
  postgresTypeOf,
  runForOne,
  type Statement,
  type ValuesOf,
} from "./statement.ts";

/** The statement for many askers: each parameter is an array, and each row says which asker it belongs to. */
const manyOf = ({ name, text, parameters }: Statement): { name: string; text: string } => {
  const arrays = parameters.map((kind, index) => `$${index + 1}::${postgresTypeOf(kind)}[]`);
  const names = parameters.map((_, index) => `p${index + 1}`);
  return {
    name: `${name}_many`,
    text: `select asked.place::int as "askedPlace", answer.*
      from unnest(${arrays.join(", ")}) with ordinality as asked (${names.join(", ")}, place)
      cross join lateral (${text.replaceAll(/\$(\d+)/g, "asked.p$1")}) as answer`,
  };
};

/**
 * A read that returns at most one row. It is sent together with all others of its statement from the same
 * turn of the event loop; on its own, it is sent as it is. If it fails, it fails for every asker, so
 * PostgreSQL must accept the values.
 * @returns the row, or null
 */
export const sharedRead = <const Parameters extends readonly Kind[], const Answer extends Columns>(
  statement: Statement<Parameters, Answer>,
) => {
  type Row = Fields<Answer>;
  const many = manyOf(statement);

  const readMany = async (
    { pool }: Pooled,
    asked: readonly ValuesOf<Parameters>[],
  ): Promise<(Row | null)[]> => {
    const values = statement.parameters.map((_, index) => asked.map((one) => one[index]));
    const { rows } = await pool.query<Row & { askedPlace?: number }>({ ...many, values });
    const found = new Map<number, Row>();
    for (const row of rows) {
      found.set((row.askedPlace ?? 0) - 1, row);
      delete row.askedPlace;
    }
    return asked.map((_, place) => found.get(place) ?? null);
  };

  return oncePerTurn<ValuesOf<Parameters>, Row | null>(
    statement.name,
    Number.POSITIVE_INFINITY,
    async (database, asked) => {
      const [first] = asked;
      return first && asked.length === 1
        ? [await runForOne(database, statement, first)]
        : readMany(database, asked);
    },
  );
};
