import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { expect, test } from "vitest";
import { withClient } from "../../scripts/lib/database.ts";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { createEmptyDatabase } from "../support/world/database.ts";
import { eventually } from "../support/world/eventually.ts";
import { folderWith } from "../support/world/prisma-folder.ts";

const MAKE_TWO = `create table first (n int); insert into first values (1);
create table second (n int); insert into second values (1);`;
const NAME = "20260102000000_add_notes";
const ADD_NOTES = `alter table first add column note text;
alter table second add column note text;`;

type Apply = (note?: (line: string) => void) => Promise<string[]>;

/** Two tables with a row each, a migration of both, and the connections of a request that is under way and of another one. */
const withTwo = async (use: (apply: Apply, request: pg.Client, other: pg.Client) => Promise<void>) => {
  await using database = await createEmptyDatabase();
  const { folder, write } = await folderWith({ "20260101000000_make_two": MAKE_TWO });
  await applyMigrations(database.url, folder);
  await write(NAME, ADD_NOTES);
  await withClient(database.url, (request) =>
    withClient(database.url, (other) =>
      use((note) => applyMigrations(database.url, folder, note), request, other),
    ),
  );
};

const waitsForLock = (other: pg.Client) => async (): Promise<boolean> => {
  const { rows } = await other.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'alter%'",
  );
  return rows.length > 0;
};

test("a migration that would deadlock with a request gives way to it, and is applied after it", () =>
  withTwo(async (apply, request, other) => {
    const lines: string[] = [];
    await request.query("begin; update second set n = 2");
    const applying = apply((line) => void lines.push(line));
    await eventually(waitsForLock(other)).toBe(true);
    await request.query("update first set n = 2"); // what the migration holds while it waits for what the request holds
    await request.query("commit");
    expect(await applying).toEqual([NAME]);
    expect(lines).toEqual([`${NAME} waits for others' locks, and lets them pass in the meantime`]);
    const { rows } = await other.query("select first.*, second.* from first, second");
    expect(rows).toEqual([{ n: 2, note: null }]);
  }));

test("requests go on at a table whose migration waits for a session that holds it for long", () =>
  withTwo(async (apply, request, other) => {
    await request.query("begin; select * from first");
    const applying = apply();
    // Three times while the other session goes on to hold it: each would queue behind the migration until it ends.
    for (let times = 0; times < 3; times += 1) {
      await eventually(waitsForLock(other)).toBe(true);
      expect((await other.query("select n from first")).rows).toEqual([{ n: 1 }]);
    }
    expect(await Promise.race([applying, pause(0, "it waits")])).toBe("it waits");
    await request.query("commit");
    expect(await applying).toEqual([NAME]);
  }));
