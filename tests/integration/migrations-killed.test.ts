import { describe, expect, test } from "vitest";
import { withClient } from "../../scripts/lib/database.ts";
import { applyMigrations, migrationStatus } from "../../scripts/lib/migrations.ts";
import { examples } from "../long.ts";
import { createDatabase, createEmptyDatabase } from "../support/world/database.ts";
import { folderWith, ourFolderBefore, ourMigrations } from "../support/world/prisma-folder.ts";
import { schemaOf } from "../support/world/schema-of.ts";

const ALL_WELL = { edited: [], failed: [], pending: [], unknown: [] };
// Each migration is rehearsed in a database that all before it lay out: half a minute, and minutes on a busy machine.
const LONG = 600_000;

const run = (url: string, sql: string, values: unknown[] = []) =>
  withClient(url, (client) => client.query(sql, values));

/** What Prisma's engine leaves when it dies between a script and its history. */
const forgetTheEnd = (url: string, name: string) =>
  run(
    url,
    "update _prisma_migrations set finished_at = null, applied_steps_count = 0 where migration_name = $1",
    [name],
  );

/** What it leaves when it dies before the script. */
const noteTheStart = (url: string, name: string) =>
  run(
    url,
    "insert into _prisma_migrations (id, checksum, migration_name) values (gen_random_uuid(), '', $1)",
    [name],
  );

/** Cuts the connection that reports the end of the named migration, at that very moment. */
const cutAtTheEndOf = (url: string, name: string) =>
  run(
    url,
    `create function cut() returns trigger language plpgsql as $$
       begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); return new; end; $$;
     create trigger cut before insert or update on _prisma_migrations for each row
       when (new.migration_name = '${name}' and (new.finished_at is not null or new.applied_steps_count > 0))
       execute function cut();`,
  );

const mend = (url: string) => run(url, "drop trigger cut on _prisma_migrations; drop function cut;");

/** All of them, and in `npm test` the newest. */
const newest = (names: string[]): string[] => names.slice(-examples(names.length, 3));

const oursAfterTheFirst = async (): Promise<string[]> => newest((await ourMigrations()).slice(1));

async function expectWhole(url: string): Promise<void> {
  await using whole = await createDatabase();
  expect(await migrationStatus(url)).toEqual(ALL_WELL);
  expect(await schemaOf(url)).toEqual(await schemaOf(whole.url));
}

describe("a migration whose end is not in the history", { timeout: LONG }, () => {
  test("is recorded, not run again, when all of it is there: each of our own", async () => {
    await using database = await createEmptyDatabase();
    for (const name of newest(await ourMigrations())) {
      const folder = await ourFolderBefore(`${name}~`); // up to it, and with it
      await applyMigrations(database.url, folder);
      await forgetTheEnd(database.url, name);
      expect(await applyMigrations(database.url, folder)).toEqual([]);
    }
    await expectWhole(database.url);
  });

  test("is run when nothing of it is there: each of our own", async () => {
    const names = await oursAfterTheFirst();
    await using database = await createEmptyDatabase();
    await applyMigrations(database.url, await ourFolderBefore(names[0] ?? ""));
    for (const name of names) {
      await noteTheStart(database.url, name);
      expect(await applyMigrations(database.url, await ourFolderBefore(`${name}~`))).toEqual([name]);
    }
    await expectWhole(database.url);
  });

  test("is recorded when an older version has tried it again in vain, and marked it rolled back", async () => {
    await using database = await createEmptyDatabase();
    const name = "20261121070000_create_webhooks";
    await applyMigrations(database.url, await ourFolderBefore(`${name}~`));
    await forgetTheEnd(database.url, name);
    await noteTheStart(database.url, name);
    await run(database.url, "update _prisma_migrations set rolled_back_at = now() where finished_at is null");
    await applyMigrations(database.url);
    await expectWhole(database.url);
  });
});

describe("a connection that is cut between a script and its history", { timeout: LONG }, () => {
  test("leaves nothing that running it again does not finish: each of our own", async () => {
    const names = await oursAfterTheFirst();
    await using database = await createEmptyDatabase();
    await applyMigrations(database.url, await ourFolderBefore(names[0] ?? ""));
    for (const name of names) {
      await cutAtTheEndOf(database.url, name);
      await expect(applyMigrations(database.url)).rejects.toThrow();
      await mend(database.url);
    }
    await applyMigrations(database.url);
    await expectWhole(database.url);
  });

  test("applies a change of data once", async () => {
    await using database = await createEmptyDatabase();
    const first = {
      "20260101000000_create_purse": "create table purse (coins int); insert into purse values (1);",
    };
    const { folder, write } = await folderWith(first);
    await applyMigrations(database.url, folder);
    const name = "20260102000000_double_coins";
    await write(name, "update purse set coins = coins * 2;");
    await cutAtTheEndOf(database.url, name);
    await expect(applyMigrations(database.url, folder)).rejects.toThrow();
    await mend(database.url);
    expect(await applyMigrations(database.url, folder)).toEqual([name]);
    expect((await run(database.url, "select coins from purse")).rows).toEqual([{ coins: 2 }]);
  });
});
