import { withClient } from "../../../scripts/lib/database.ts";
import { createDatabase, type TestDatabase } from "../world/database.ts";

// A database that is emptied between groups: to copy the template costs more than all requests of a group.

const TABLES = `
  select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind in ('r', 'p') and not relispartition and nspname not in ('pg_catalog', 'information_schema')`;

export type ReusedDatabase = AsyncDisposable & {
  /** The same database as new; to dispose of it does nothing. */
  emptied(): Promise<TestDatabase>;
};

export const createReusedDatabase = async (): Promise<ReusedDatabase> => {
  const database = await createDatabase();
  // What the migrations wrote stays.
  const written = await withClient(database.url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(TABLES);
    const names = tables.map(({ name }) => name);
    const checks = names.map((name) => `select '${name}' as name where not exists (select from ${name})`);
    const { rows } = await client.query<{ name: string }>(checks.join(" union all "));
    return rows.map(({ name }) => name);
  });
  // In any order and without triggers.
  const empty = [
    "set session_replication_role = replica",
    ...written.map((name) => `delete from ${name}`),
  ].join(";");
  return {
    emptied: async () => {
      await withClient(database.url, (client) => client.query(empty));
      return { url: database.url, [Symbol.asyncDispose]: async () => {} };
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
};
