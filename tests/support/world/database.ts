import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, inject } from "vitest";
import { withClient, withDatabase } from "../../../scripts/lib/database.ts";

export type TestDatabase = AsyncDisposable & { readonly url: string };

/** A migrated database of one's own: `await using database = await createDatabase()`. */
export const createDatabase = (): Promise<TestDatabase> => create(inject("postgres").template);

/** The same without any table, for tests of the migrations. */
export const createEmptyDatabase = (): Promise<TestDatabase> => create("template0");

/** One database for the whole test file: `const database = databaseForFile()`, then `database.url` inside tests. */
export function databaseForFile(): { readonly url: string } {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => database?.[Symbol.asyncDispose]());
  return {
    get url() {
      if (database === undefined) throw new Error("The database exists only while tests run.");
      return database.url;
    },
  };
}

/** Runs `work` while nobody can connect to a database of `create…`, and whoever was connected is cut off. */
export const withoutDatabase = async <T>(name: string, work: () => Promise<T>): Promise<T> =>
  withClient(inject("postgres").url, async (client) => {
    await client.query(`alter database ${name} with allow_connections false`);
    try {
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
      return await work();
    } finally {
      await client.query(`alter database ${name} with allow_connections true`);
    }
  });

async function create(template: string): Promise<TestDatabase> {
  const server = inject("postgres").url;
  const name = `test_${randomBytes(6).toString("hex")}`;
  // As files: nothing of it goes through the log, which costs more than the copy.
  await withClient(server, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  return {
    url: withDatabase(server, name),
    // Forced: a test that failed may have left connections open.
    [Symbol.asyncDispose]: () =>
      withClient(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}
