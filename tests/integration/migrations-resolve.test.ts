import { describe, expect, test } from "vitest";
import { withClient } from "../../scripts/lib/database.ts";
import { applyMigrations, migrationStatus, resolveMigration } from "../../scripts/lib/migrations.ts";
import { withSchemaEngine } from "../../scripts/lib/schema-engine.ts";
import { createEmptyDatabase } from "../support/world/database.ts";
import { folderWith, NO_MODELS } from "../support/world/prisma-folder.ts";

const ALL_WELL = { edited: [], failed: [], pending: [], unknown: [] };
// Databases that are made and dropped wait for a busy disk.
const LONG = 120_000;
const FIRST = "20260101000000_create_purse";
const SECOND = "20260102000000_double_coins";
const PURSE = "create table purse (id int primary key, coins int);\ninsert into purse values (1, 1);\n";
const DOUBLE = "update purse set coins = coins * 2;";

const run = (url: string, sql: string, values: unknown[] = []) =>
  withClient(url, (client) => client.query(sql, values));

const coins = async (url: string): Promise<unknown> =>
  (await run(url, "select coins from purse")).rows[0]?.coins;

const noteTheStart = (url: string, name: string) =>
  run(
    url,
    "insert into _prisma_migrations (id, checksum, migration_name) values (gen_random_uuid(), '', $1)",
    [name],
  );

/** A purse with one coin, and a second migration that was begun and has no recorded end. */
async function unfinished(second: string) {
  const database = await createEmptyDatabase();
  const { folder, write } = await folderWith({ [FIRST]: PURSE });
  await applyMigrations(database.url, folder);
  await write(SECOND, second);
  await noteTheStart(database.url, SECOND);
  return { folder, url: database.url, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

describe("a migration whose end nothing shows", { timeout: LONG }, () => {
  test("is left to an operator, whose word is kept", async () => {
    for (const outcome of ["applied", "rolled-back"] as const) {
      await using world = await unfinished(DOUBLE);
      const { url, folder } = world;
      const asks = expect(applyMigrations(url, folder)).rejects;
      await asks.toThrow(
        /was begun, and whether it ended was not recorded.*changes data only.*migrate resolve/s,
      );
      expect(await migrationStatus(url, folder)).toMatchObject({ failed: [SECOND] });
      await resolveMigration(url, SECOND, outcome, folder);
      expect(await applyMigrations(url, folder)).toEqual(outcome === "applied" ? [] : [SECOND]);
      expect(await coins(url)).toBe(outcome === "applied" ? 1 : 2);
      expect(await migrationStatus(url, folder)).toEqual(ALL_WELL);
    }
  });

  test("is not guessed where some of it is there", async () => {
    await using world = await unfinished("alter table purse add owner text, add colour text;");
    await run(world.url, "alter table purse add owner text");
    const asks = expect(applyMigrations(world.url, world.folder)).rejects;
    await asks.toThrow(
      /Of its 2 changes some are there \(column purse\.owner.*some are not \(column purse\.colour/,
    );
  });

  test("is told by what it makes, whatever else the database holds", async () => {
    await using world = await unfinished("alter table purse add owner text; create index on purse (owner);");
    await run(world.url, "create index by_coins on purse (coins); create table other (id int)");
    expect(await applyMigrations(world.url, world.folder)).toEqual([SECOND]);
    await run(world.url, "update _prisma_migrations set finished_at = null where migration_name = $1", [
      SECOND,
    ]);
    expect(await applyMigrations(world.url, world.folder)).toEqual([]);
    expect(await migrationStatus(world.url, world.folder)).toEqual(ALL_WELL);
  });

  test("stops a version that has no file for it", async () => {
    await using world = await unfinished(DOUBLE);
    const older = await folderWith({ [FIRST]: PURSE });
    const asks = expect(applyMigrations(world.url, older.folder)).rejects;
    await asks.toThrow(/begun by another version/);
  });

  test("cannot be resolved twice, or when it never began", async () => {
    await using world = await unfinished(DOUBLE);
    const resolve = (name: string, outcome: "applied" | "rolled-back" = "applied") =>
      resolveMigration(world.url, name, outcome, world.folder);
    await resolve(SECOND, "rolled-back");
    await expect(resolve(SECOND, "rolled-back")).rejects.toThrow("is recorded as rolled back");
    await resolve(SECOND); // that was a mistake
    await expect(resolve(SECOND)).rejects.toThrow("Nothing to resolve");
    await expect(resolve("20260103000000_no_such")).rejects.toThrow("is not in the history");
  });
});

describe("what cannot share a transaction with its record", { timeout: LONG }, () => {
  const INDEX = 'create index concurrently "Dear; coins" on purse (coins);';
  const isValid = async (url: string): Promise<unknown[]> =>
    (await run(url, `select indisvalid from pg_index where indexrelid = to_regclass('"Dear; coins"')`)).rows;

  test("an index made CONCURRENTLY is made again where a kill left half of it", async () => {
    for (const half of [true, false]) {
      await using world = await unfinished(INDEX);
      await run(world.url, INDEX);
      // What a killed CREATE INDEX CONCURRENTLY leaves; the tests' account may write it.
      if (half)
        await run(
          world.url,
          `update pg_index set indisvalid = false where indexrelid = '"Dear; coins"'::regclass`,
        );
      expect(await applyMigrations(world.url, world.folder)).toEqual(half ? [SECOND] : []);
      expect(await isValid(world.url)).toEqual([{ indisvalid: true }]);
      expect(await migrationStatus(world.url, world.folder)).toEqual(ALL_WELL);
    }
  });

  test("a script that ends the transaction, or hides a CONCURRENTLY among others, is refused before it runs", async () => {
    const scripts = {
      [`${PURSE} commit; select 1;`]: 'says "commit"',
      [`${PURSE} create index concurrently by_coins on purse (coins);`]: "says CONCURRENTLY",
    };
    for (const [script, words] of Object.entries(scripts)) {
      await using database = await createEmptyDatabase();
      const { folder } = await folderWith({ [FIRST]: script });
      await expect(applyMigrations(database.url, folder)).rejects.toThrow(words);
      expect((await run(database.url, "select to_regclass('purse') as purse")).rows).toEqual([
        { purse: null },
      ]);
    }
  });

  test("words in strings, comments, names and bodies are only words", async () => {
    await using database = await createEmptyDatabase();
    const script = `-- commit; create index concurrently
      /* begin; */ create table "commit; concurrently" (note text default 'it''s; commit;', more text default e'\\'; commit;');
      create function f() returns int language plpgsql as $body$ begin return 1; end; $body$;
      create function g() returns int begin atomic select 1; select 2; end;`;
    const { folder } = await folderWith({ [FIRST]: script });
    expect(await applyMigrations(database.url, folder)).toEqual([FIRST]);
  });
});

describe("Prisma's own engine", { timeout: LONG }, () => {
  const engine = (url: string, folder: string, second: string) =>
    withSchemaEngine(url, { path: `${folder}/schema.prisma`, content: NO_MODELS }, async (its) => {
      const scripts = { [FIRST]: PURSE, [SECOND]: second };
      const done = await its.applyMigrations({
        filters: { externalTables: [], externalEnums: [] },
        migrationsList: {
          baseDir: `${folder}/migrations`,
          lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
          shadowDbInitScript: "",
          migrationDirectories: Object.entries(scripts).map(([path, value]) => ({
            path,
            migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value } },
          })),
        },
      });
      return done.appliedMigrationNames;
    });

  test("goes on where this leaves off, and the reverse", async () => {
    await using ours = await createEmptyDatabase();
    const { folder, write } = await folderWith({ [FIRST]: PURSE });
    await applyMigrations(ours.url, folder);
    expect(await engine(ours.url, folder, DOUBLE)).toEqual([SECOND]);
    await write(SECOND, DOUBLE);
    expect(await applyMigrations(ours.url, folder)).toEqual([]);
    expect(await migrationStatus(ours.url, folder)).toEqual(ALL_WELL);

    await using theirs = await createEmptyDatabase();
    expect(await engine(theirs.url, folder, DOUBLE)).toEqual([FIRST, SECOND]);
    expect(await applyMigrations(theirs.url, folder)).toEqual([]);
    expect(await migrationStatus(theirs.url, folder)).toEqual(ALL_WELL);
  });
});

test("a database with another program's tables is left alone", async () => {
  await using database = await createEmptyDatabase();
  await run(database.url, "create table theirs (id int)");
  const { folder } = await folderWith({ [FIRST]: PURSE });
  await expect(applyMigrations(database.url, folder)).rejects.toThrow("no history of migrations");
});
