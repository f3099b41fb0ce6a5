import type { Pool } from "pg";
import type { Database } from "#data/service/client.ts";
import { type Kind, POSTGRES_TYPES, type RowOf, type Statement, type ValuesOf } from "./statement.ts";

const typeOf = (kind: Kind): string =>
  Object.entries(POSTGRES_TYPES).find(([name]) => name === kind.replace("?", ""))?.[1] ?? "text";

/** The statement for many askers: each parameter is an array, and each row says which asker's it is. */
const manyOf = ({ name, text, parameters }: Statement): { name: string; text: string } => {
  const arrays = parameters.map((kind, index) => `$${index + 1}::${typeOf(kind)}[]`);
  const names = parameters.map((_, index) => `p${index + 1}`);
  return {
    name: `${name}_many`,
    text: `select asked.place::int as "askedPlace", answer.*
      from unnest(${arrays.join(", ")}) with ordinality as asked (${names.join(", ")}, place)
      cross join lateral (${text.replaceAll(/\$(\d+)/g, "asked.p$1")}) as answer`,
  };
};

/**
 * Runs a read that answers with one row at most, together with all others of the same statement that are asked for in the
 * same turn of the event loop: under load, one round trip and one connection serve many requests; alone, a read is sent as
 * it is. What fails, fails for all who asked: values must be ones that PostgreSQL takes.
 * @returns the row, or null
 */
export const sharedRead = <
  const Parameters extends readonly Kind[],
  const Columns extends Readonly<Record<string, Kind>>,
>(
  statement: Statement<Parameters, Columns>,
) => {
  type Row = RowOf<Statement<Parameters, Columns>>;
  type Asker = {
    values: ValuesOf<Parameters>;
    answer: (row: Row | null) => void;
    fail: (error: unknown) => void;
  };
  const { name, text } = statement;
  const many = manyOf(statement);
  // A transaction has a pool of its own (`asOneTransaction`), so its reads are its own too.
  const waiting = new WeakMap<Pool, Asker[]>();

  const askFor = async (pool: Pool, askers: readonly Asker[]): Promise<Map<number, Row>> => {
    const [first] = askers;
    if (first && askers.length === 1) {
      const { rows } = await pool.query<Row>({ name, text, values: [...first.values] });
      return new Map(rows.slice(0, 1).map((row) => [0, row]));
    }
    const values = statement.parameters.map((_, index) => askers.map((asker) => asker.values[index]));
    const { rows } = await pool.query<Row & { askedPlace?: number }>({ ...many, values });
    const found = new Map<number, Row>();
    for (const row of rows) {
      found.set((row.askedPlace ?? 0) - 1, row);
      delete row.askedPlace;
    }
    return found;
  };

  const send = (pool: Pool): void => {
    const askers = waiting.get(pool) ?? [];
    waiting.delete(pool);
    askFor(pool, askers).then(
      (found) => {
        for (const [place, { answer }] of askers.entries()) answer(found.get(place) ?? null);
      },
      (error: unknown) => {
        for (const { fail } of askers) fail(error);
      },
    );
  };

  return (
    { pool, observe }: Pick<Database, "pool" | "observe">,
    values: ValuesOf<Parameters>,
  ): Promise<Row | null> => {
    const ask = () =>
      new Promise<Row | null>((answer, fail) => {
        const askers = waiting.get(pool);
        if (askers) return void askers.push({ values, answer, fail });
        waiting.set(pool, [{ values, answer, fail }]);
        setImmediate(send, pool);
      });
    return observe ? observe("statement", name, ask) : ask();
  };
};
