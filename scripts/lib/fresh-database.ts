import { type PostgresOptions, startPostgres } from "../local/postgres.ts";
import { applyMigrations } from "./migrations.ts";

/** A separate PostgreSQL with this version's tables, which ends with the stack. @returns the database's address */
export const freshDatabase = async (
  stack: AsyncDisposableStack,
  options?: PostgresOptions,
): Promise<string> => {
  const postgres = await startPostgres(options);
  stack.defer(() => postgres.stop());
  const url = postgres.url("postgres");
  await applyMigrations(url);
  return url;
};
