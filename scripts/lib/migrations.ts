import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type {
  HistoryDiagnostic,
  MigrationList,
  SchemasContainer,
} from "@prisma/schema-engine-wasm/schema_engine_bg";
import { withClient } from "./migration-adapter.ts";
import { type SchemaEngine, withSchemaEngine } from "./schema-engine.ts";

/** Where the schema and its migrations lie; tests point it elsewhere. */
export type PrismaFolder = string;
const OUR_FOLDER: PrismaFolder = fileURLToPath(new URL("../../prisma", import.meta.url));

const NO_FILTER = { externalTables: [], externalEnums: [] };
// Every process that migrates the same database takes the same lock. The number is arbitrary but for ever.
const MIGRATION_LOCK = "7206911846281937";

export type MigrationStatus = {
  edited: string[];
  failed: string[];
  pending: string[];
  /** Applied to the database, but absent from the folder. */
  unknown: string[];
};

/** Applies what is missing and returns the names. Safe to run from several processes at once. */
export async function applyMigrations(databaseUrl: string, folder = OUR_FOLDER): Promise<string[]> {
  const migrationsList = await readMigrations(folder);
  return withMigrationLock(databaseUrl, () =>
    withEngine(databaseUrl, folder, async (engine) => {
      // A file runs as a whole or not at all (migration-adapter.ts), so one that failed may simply be tried again.
      const input = { migrationsList, optInToShadowDatabase: false, filters: NO_FILTER };
      const { failedMigrationNames } = await engine.diagnoseMigrationHistory(input);
      for (const migrationName of failedMigrationNames)
        await engine.markMigrationRolledBack({ migrationName });
      const done = await engine.applyMigrations({ migrationsList, filters: NO_FILTER });
      return done.appliedMigrationNames;
    }),
  );
}

export async function migrationStatus(databaseUrl: string, folder = OUR_FOLDER): Promise<MigrationStatus> {
  const migrationsList = await readMigrations(folder);
  return withEngine(databaseUrl, folder, async (engine) => {
    const input = { migrationsList, optInToShadowDatabase: false, filters: NO_FILTER };
    const found = await engine.diagnoseMigrationHistory(input);
    const all = migrationsList.migrationDirectories.map((directory) => directory.path);
    return {
      edited: found.editedMigrationNames,
      failed: found.failedMigrationNames,
      ...(found.hasMigrationsTable ? missing(found.history) : { pending: all, unknown: [] }),
    };
  });
}

/** The SQL that would lead from the migrations to schema.prisma; empty when they agree. */
export async function schemaDrift(databaseUrl: string, folder = OUR_FOLDER): Promise<string> {
  const migrationsList = await readMigrations(folder);
  const schema = await readSchema(folder);
  return withEngine(databaseUrl, folder, async (engine) => {
    const answer = await engine.diff({
      from: { tag: "migrations", ...migrationsList },
      to: { tag: "schemaDatamodel", ...schema },
      script: true,
      exitCode: true,
      filters: NO_FILTER,
    });
    // 2 is Prisma's way to say "not empty"; the text then is the script.
    return answer.exitCode === 2 ? (answer.stdout ?? "").trim() : "";
  });
}

function missing(history: HistoryDiagnostic | null): Pick<MigrationStatus, "pending" | "unknown"> {
  if (history === null) return { pending: [], unknown: [] };
  switch (history.diagnostic) {
    case "databaseIsBehind":
      return { pending: history.unappliedMigrationNames, unknown: [] };
    case "migrationsDirectoryIsBehind":
      return { pending: [], unknown: history.unpersistedMigrationNames };
    case "historiesDiverge":
      return { pending: history.unappliedMigrationNames, unknown: history.unpersistedMigrationNames };
  }
}

async function withEngine<T>(
  url: string,
  folder: PrismaFolder,
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const [file] = (await readSchema(folder)).files;
  if (file === undefined) throw new Error(`no schema.prisma in ${folder}`);
  return withSchemaEngine(url, file, use);
}

async function withMigrationLock<T>(databaseUrl: string, use: () => Promise<T>): Promise<T> {
  return withClient(databaseUrl, async (client) => {
    for (;;) {
      // Asking again and again, not waiting inside Postgres: a waiting statement holds a snapshot, and the
      // other process's CREATE INDEX CONCURRENTLY would wait for that snapshot for ever.
      const { rows } = await client.query("select pg_try_advisory_lock($1) as held", [MIGRATION_LOCK]);
      if (rows[0]?.held === true) break;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return use(); // the lock ends with the connection
  });
}

async function readSchema(folder: PrismaFolder): Promise<SchemasContainer> {
  const path = join(folder, "schema.prisma");
  return { files: [{ path, content: await readFile(path, "utf8") }] };
}

async function readMigrations(folder: PrismaFolder): Promise<MigrationList> {
  const baseDir = join(folder, "migrations");
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.sort().map(async (path) => {
        const value = await readFile(join(baseDir, path, "migration.sql"), "utf8");
        return { path, migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value } } };
      }),
    ),
  };
}
