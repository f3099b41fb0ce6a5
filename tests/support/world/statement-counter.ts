import type { PoolClient } from "pg";
import type { Deps } from "#services/context.ts";

const textOf = (query: unknown): string => {
  if (typeof query === "string") return query;
  return typeof query === "object" && query !== null && "text" in query ? String(query.text) : "";
};

/** Lines of the request log and the hours of keys are written later and for many requests at once. */
const isOwn = (text: string): boolean => !/request_log|to_regclass|key_hour/.test(text);

type Database = Pick<Deps, "db">;

/** @param noteOf what is written down of a statement; null: nothing */
const record = ({ db }: Database, noteOf: (query: unknown) => string | null): (() => string[]) => {
  let recorded: string[] = [];
  const watched = new WeakSet<PoolClient>();
  db.pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const { query } = client;
    Object.assign(client, {
      query: (...given: unknown[]) => {
        const note = noteOf(given[0]);
        if (note !== null) recorded.push(note);
        return Reflect.apply(query, client, given);
      },
    });
  });
  return () => {
    const taken = recorded;
    recorded = [];
    return taken;
  };
};

/**
 * Every statement that this process sends to Postgres from now on, `BEGIN`, `COMMIT` and `NOTIFY` among them.
 * @returns the statements since the last call, in order
 */
export const recordStatements = (database: Database): (() => string[]) =>
  record(database, (query) => {
    const text = textOf(query).replace(/\s+/g, " ").trim();
    return isOwn(text) ? text : null;
  });

/** The same by the names of those that have one. */
export const recordNamedStatements = (database: Database): (() => string[]) =>
  record(database, (query) =>
    typeof query === "object" && query !== null && "name" in query ? String(query.name) : null,
  );
