import { describe, expect, test } from "vitest";
import { withClient } from "../../scripts/lib/database.ts";
import { applyMigrations, migrationStatus, schemaDrift } from "../../scripts/lib/migrations.ts";
import { createDatabase, createEmptyDatabase } from "../support/world/database.ts";
import { folderWith, NO_MODELS, ourFolderBefore, ourMigrations } from "../support/world/prisma-folder.ts";
import { schemaOf } from "../support/world/schema-of.ts";

const ALL_WELL = { edited: [], failed: [], pending: [], unknown: [] };

const databases = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      "select datname from pg_database where datname like 'lintel_scratch%'",
    );
    return rows.length;
  });

describe("our own migrations", () => {
  test("say the same as prisma/schema.prisma", async () => {
    await using database = await createEmptyDatabase();
    expect(await schemaDrift(database.url)).toBe("");
    expect(await databases(database.url)).toBe(0);
  });

  test("have been applied to every test's database, and are not applied twice", async () => {
    await using database = await createDatabase();
    expect(await migrationStatus(database.url)).toEqual(ALL_WELL);
    expect(await applyMigrations(database.url)).toEqual([]);
  });

  test("end at the same tables from an empty database and from one of the first version", async () => {
    await using empty = await createEmptyDatabase();
    await using old = await createEmptyDatabase();
    const [first = "", second = ""] = await ourMigrations();
    expect(await applyMigrations(old.url, await ourFolderBefore(second))).toEqual([first]);
    await applyMigrations(empty.url);
    await applyMigrations(old.url);
    expect(await schemaOf(old.url)).toEqual(await schemaOf(empty.url));
    expect(await migrationStatus(old.url)).toEqual(ALL_WELL);
  });

  test("are applied once when several processes start together", async () => {
    await using database = await createEmptyDatabase();
    const runs = await Promise.all([1, 2, 3, 4].map(() => applyMigrations(database.url)));
    expect(runs.filter((applied) => applied.length > 0)).toHaveLength(1);
    expect(await migrationStatus(database.url)).toEqual(ALL_WELL);
  });
});

describe("the schema engine", () => {
  test("runs function bodies and strings that hold semicolons", async () => {
    await using database = await createEmptyDatabase();
    const sql = "create function one() returns text language plpgsql as $$ begin return 'a;b'; end; $$;";
    const { folder } = await folderWith({ "20260101000000_create_function": sql });
    expect(await applyMigrations(database.url, folder)).toEqual(["20260101000000_create_function"]);
    const answer = await withClient(database.url, (client) => client.query("select one()"));
    expect(answer.rows).toEqual([{ one: "a;b" }]);
  });

  test("names what Postgres said, keeps nothing of a failed file, and tries it again when it is mended", async () => {
    await using database = await createEmptyDatabase();
    const name = "20260101000000_create_table";
    const { folder, write } = await folderWith({
      [name]: "create table a (id int);\ncreate index on a (nope);",
    });
    await expect(applyMigrations(database.url, folder)).rejects.toThrow(
      `Migration ${name} failed, and nothing of it was applied: column "nope" does not exist`,
    );
    expect(await migrationStatus(database.url, folder)).toEqual({ ...ALL_WELL, pending: [name] });
    await write(name, "create table a (id int);");
    expect(await applyMigrations(database.url, folder)).toEqual([name]);
    expect(await migrationStatus(database.url, folder)).toEqual(ALL_WELL);
  });

  test("sees drift, and is blind to what Prisma cannot say", async () => {
    await using database = await createEmptyDatabase();
    const model =
      'model Thing {\n  id String @id\n  at DateTime @db.Timestamptz(3)\n  @@id([at, id])\n  @@map("thing")\n}\n';
    const schema = NO_MODELS + model.replace(" @id\n", "\n");
    const byHand = `create schema thing_days;
      create table thing (id text collate "C" not null, at timestamptz(3) not null, constraint thing_pkey primary key (at, id),
        constraint short check (length(id) < 40)) partition by range (at);
      create table thing_days.d1 partition of thing for values from ('2026-01-01') to ('2026-01-02');
      create index recent on thing (id) where at > '2026-01-01';`;
    const { folder, write } = await folderWith({ "20260101000000_create_thing": byHand }, schema);
    expect(await schemaDrift(database.url, folder)).toBe("");
    await write("20260102000000_add_name", "alter table thing add column name text;");
    expect(await schemaDrift(database.url, folder)).toContain('DROP COLUMN "name"');
  });

  test("tells pending, edited and unknown migrations", async () => {
    await using database = await createEmptyDatabase();
    const { folder, write } = await folderWith({ "20260101000000_first_step": "select 1;" });
    expect(await migrationStatus(database.url, folder)).toEqual({
      ...ALL_WELL,
      pending: ["20260101000000_first_step"],
    });
    await applyMigrations(database.url, folder);
    await write("20260101000000_first_step", "select 2;");
    await write("20260102000000_second_step", "select 1;");
    const status = await migrationStatus(database.url, folder);
    expect(status).toMatchObject({
      edited: ["20260101000000_first_step"],
      pending: ["20260102000000_second_step"],
    });
    const other = await folderWith({});
    expect((await migrationStatus(database.url, other.folder)).unknown).toEqual([
      "20260101000000_first_step",
    ]);
  });
});
