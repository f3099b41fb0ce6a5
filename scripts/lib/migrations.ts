import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { withClient } from "./database.ts";
import { Foreseen } from "./foreseen.ts";
import {
  ensureHistory,
  type HistoryEntry,
  type HistoryState,
  type Migration,
  readHistory,
  readHistoryIfAny,
  recordApplied,
  recordRolledBack,
  withMigrationLock,
} from "./migration-history.ts";
import { dropHalfMadeIndex, runMigration } from "./migration-script.ts";
import { ROOT } from "./run.ts";
import { withSchemaEngine } from "./schema-engine.ts";
import { inspectMigration } from "./unfinished-migration.ts";

/** Where the schema and its migrations lie; tests point elsewhere. */
const OUR_FOLDER = join(ROOT, "prisma");

/**
 * Applies what is missing and returns the names. Safe to run from several processes at once, and again after
 * an earlier run ended in any way. `note` gets what else happened, a line each.
 */
export async function applyMigrations(
  databaseUrl: string,
  folder = OUR_FOLDER,
  note: (line: string) => void = () => {},
): Promise<string[]> {
  const migrations = await readScripts(folder);
  return withMigrationLock(databaseUrl, note, async (client) => {
    await ensureHistory(client);
    const history = await readHistory(client);
    refuseUnknown(history, migrations);
    const done: string[] = [];
    for (const migration of migrations) {
      const state = history.get(migration.name)?.state;
      if (state === "applied") continue;
      const applied = migrations.filter(({ name }) => history.get(name)?.state === "applied");
      if (state !== undefined && (await isThere(client, databaseUrl, applied, migration, state))) {
        await recordApplied(client, migration);
        note(`${migration.name} had been applied, and its record was missing: it is recorded now`);
      } else {
        await runMigration(client, migration, note);
        done.push(migration.name);
      }
      history.set(migration.name, { state: "applied", checksum: migration.checksum });
    }
    return done;
  });
}

/** Whether a migration that is in the history without an end was applied; throws `Foreseen` where that is not sure. */
async function isThere(
  client: pg.Client,
  databaseUrl: string,
  applied: Migration[],
  migration: Migration,
  state: HistoryState,
): Promise<boolean> {
  await dropHalfMadeIndex(client, migration);
  const found = await inspectMigration(client, databaseUrl, applied, migration);
  if (found.what !== "unclear") return found.what === "whole";
  // "rolled back" is an operator's word, or an older version's, and nothing speaks against it.
  if (state === "rolled back") return false;
  throw new Foreseen(
    `Migration ${migration.name} was begun, and whether it ended was not recorded. ${found.why}\n${howToResolve(migration.name)}`,
  );
}

const howToResolve = (name: string): string =>
  `Look at the database, then say which it is:
  npm run migrate resolve ${name} applied       what the migration does is there
  npm run migrate resolve ${name} rolled-back   it is not there: the next \`npm run migrate\` runs it`;

function refuseUnknown(history: Map<string, HistoryEntry>, migrations: Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  for (const [name, { state }] of history) {
    if (state !== "unfinished" || known.has(name)) continue;
    throw new Foreseen(
      `Migration ${name} was begun by another version of Lintel, and whether it ended was not recorded. ` +
        `Run the migrations with that version. Or:\n${howToResolve(name)}`,
    );
  }
}

/** Writes what an operator has found out about a migration that has no recorded end. */
export async function resolveMigration(
  databaseUrl: string,
  name: string,
  outcome: "applied" | "rolled-back",
  folder = OUR_FOLDER,
): Promise<void> {
  const migrations = await readScripts(folder);
  await withMigrationLock(databaseUrl, console.log, async (client) => {
    await ensureHistory(client);
    const state = (await readHistory(client)).get(name)?.state;
    // "rolled back" may have been a mistake, and is not the last word; "applied" is.
    const isOpen = state === "unfinished" || (state === "rolled back" && outcome === "applied");
    if (!isOpen) {
      const why = state === undefined ? "is not in the history" : `is recorded as ${state}`;
      throw new Foreseen(`Nothing to resolve: ${name} ${why}. \`npm run migrate status\` lists what failed.`);
    }
    if (outcome === "rolled-back") await recordRolledBack(client, name);
    // A migration of another version has no file here; its checksum is then unknown.
    else
      await recordApplied(
        client,
        migrations.find((one) => one.name === name) ?? { name, sql: "", checksum: "" },
      );
  });
}

/** How the folder and the database's history stand to each other. */
export async function migrationStatus(databaseUrl: string, folder = OUR_FOLDER) {
  const scripts = await readScripts(folder);
  const history = await withClient(databaseUrl, readHistoryIfAny);
  const inState = (state: HistoryState) => (name: string) => history.get(name)?.state === state;
  const names = scripts.map(({ name }) => name);
  return {
    edited: scripts
      .filter(({ name, checksum }) => inState("applied")(name) && history.get(name)?.checksum !== checksum)
      .map(({ name }) => name),
    /** Begun, with no recorded end. */
    failed: [...history.keys()].filter(inState("unfinished")),
    pending: names.filter((name) => !inState("applied")(name) && !inState("unfinished")(name)),
    /** Applied to the database, but absent from the folder. */
    unknown: [...history.keys()].filter((name) => inState("applied")(name) && !names.includes(name)),
  };
}

/** The SQL that would lead from the migrations to schema.prisma; empty when they agree. */
export async function schemaDrift(databaseUrl: string, folder = OUR_FOLDER): Promise<string> {
  const scripts = await readScripts(folder);
  const path = join(folder, "schema.prisma");
  const schema = { path, content: await readFile(path, "utf8") };
  return withSchemaEngine(databaseUrl, schema, async (engine) => {
    const answer = await engine.diff({
      from: {
        tag: "migrations",
        baseDir: join(folder, "migrations"),
        lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
        shadowDbInitScript: "",
        migrationDirectories: scripts.map(({ name, sql }) => ({
          path: name,
          migrationFile: { path: "migration.sql", content: { tag: "ok", value: sql } },
        })),
      },
      to: { tag: "schemaDatamodel", files: [schema] },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    // 2 is Prisma's way to say "not empty"; the text then is the script.
    return answer.exitCode === 2 ? (answer.stdout ?? "").trim() : "";
  });
}

async function readScripts(folder: string): Promise<Migration[]> {
  const entries = await readdir(join(folder, "migrations"), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, "migrations", name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}
