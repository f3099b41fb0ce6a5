import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { withClient } from "../../scripts/lib/database.ts";
import { applyMigrations, migrationStatus, schemaDrift } from "../../scripts/lib/migrations.ts";
import { writeFaultRow } from "../support/faults/fault-row.ts";
import { processEnv } from "../support/webhooks/worker-process.ts";
import { createDatabase, createEmptyDatabase, type TestDatabase } from "../support/world/database.ts";
import { ourFolderBefore, ourMigrations } from "../support/world/prisma-folder.ts";
import { schemaOf } from "../support/world/schema-of.ts";
import { seeded } from "../support/world/seeded.ts";

const KILLS = 100;
const EMPTY = 30;
const KILLS_EACH = 3;
const KILLS_WITH_DATA = 10;
const ALL_WELL = { edited: [], failed: [], pending: [], unknown: [] };
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const migrate = (databaseUrl: string): ChildProcess =>
  spawn(process.execPath, ["scripts/migrate.ts"], {
    env: processEnv({ DATABASE_URL: databaseUrl }),
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Resolves when the process has a connection to the database, or is over. */
async function untilConnected(child: ChildProcess, databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    const sql = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    while (child.exitCode === null && (await client.query(sql)).rowCount === 0) await pause(1);
  });
}

/** Runs to the end, and says how long it took from its first connection on, in ms. */
async function finish(databaseUrl: string): Promise<{ code: number; words: string; ms: number }> {
  const child = migrate(databaseUrl);
  const ended = once(child, "exit");
  const words = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : "")));
  await untilConnected(child, databaseUrl);
  const connectedAt = performance.now();
  const [code] = await ended;
  return { code, words: (await words).join(""), ms: performance.now() - connectedAt };
}

/** Kills one run with -9, at any moment of the `ms` after its first connection; false when it was over by then. */
async function killOnce(databaseUrl: string, ms: number): Promise<boolean> {
  const child = migrate(databaseUrl);
  const ended = once(child, "exit");
  await untilConnected(child, databaseUrl);
  await pause(ms);
  child.kill("SIGKILL");
  const [, signal] = await ended;
  return signal === "SIGKILL";
}

/** The tables of the first migration, with a shop of many verifications, as a database before all upgrades. */
async function createOldDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  const [, second = ""] = await ourMigrations();
  await applyMigrations(database.url, await ourFolderBefore(second));
  await withClient(database.url, (client) =>
    client.query(`
      insert into tenant (id, name, created_at, updated_at)
        select 'ten_' || n, 'Shop ' || n, now(), now() from generate_series(1, 50) n;
      insert into audit_entry (id, tenant_id, actor, action, target, request_id, created_at)
        select 'aud_' || n, 'ten_' || n, 'member:mem_' || n, 'tenant.create', 'ten_' || n, 'req_' || n, now()
        from generate_series(1, 50) n;
      insert into verification (id, tenant_id, mode, request_id, secret_hash, minimum_age, methods, metadata, max_attempts,
          created_at, expires_at)
        select 'ver_' || n, 'ten_' || 1 + n % 50, 'live', 'req_' || n, sha256(n::text::bytea), 18, '{document}',
          jsonb_build_object('order', n), 3, now(), now() + interval '30 minutes'
        from generate_series(1, 40000) n;
      insert into usage_month select 'ten_' || n, date_trunc('month', now())::date, 'live', 800
        from generate_series(1, 50) n;`),
  );
  return database;
}

const summaryOfData = (databaseUrl: string): Promise<unknown> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query(`select
      (select count(*)::int from verification) as verifications,
      (select count(*)::int from tenant where made_by = 'mem_' || substr(id, 5)) as makers,
      (select count(*)::int from tenant_plan) as plans,
      (select sum(started)::int from usage_month) as used`);
    return rows[0];
  });

test("migrations that are killed at any moment are finished by running them again", async () => {
  const chance = seeded();
  await using whole = await createDatabase();
  const wanted = await schemaOf(whole.url);
  await using rehearsal = await createEmptyDatabase();
  const { ms: length } = await finish(rehearsal.url);
  let [kills, tooLate, unfinishedRows] = [0, 0, 0];
  const bricked: string[] = [];

  const torment = async (databaseUrl: string, times: number, span: number): Promise<void> => {
    for (let landed = 0, tries = 0; landed < times && tries < times * 4; tries += 1) {
      // What is left to do shrinks with each kill; so does the span.
      const left = span / (1 + landed);
      if (await killOnce(databaseUrl, chance.next() * left)) {
        landed += 1;
        kills += 1;
      } else tooLate += 1;
      const open = await withClient(databaseUrl, (client) =>
        client
          .query("select from _prisma_migrations where finished_at is null")
          .catch(() => ({ rowCount: 0 })),
      );
      unfinishedRows += open.rowCount ?? 0;
    }
    const { code, words } = await finish(databaseUrl);
    const isWhole = code === 0 && JSON.stringify(await schemaOf(databaseUrl)) === JSON.stringify(wanted);
    if (!isWhole) bricked.push(words.trim());
    else expect(await migrationStatus(databaseUrl)).toEqual(ALL_WELL);
  };

  await using old = await createOldDatabase();
  await using oldRehearsal = await createOldDatabase();
  const { ms: oldLength } = await finish(oldRehearsal.url);
  await torment(old.url, KILLS_WITH_DATA, oldLength);
  // Some kills come too late, when the run is over: as many databases as it takes for the others to be enough.
  let empty = 0;
  for (; empty < EMPTY || kills < KILLS; empty += 1) {
    await using database = await createEmptyDatabase();
    await torment(database.url, KILLS_EACH, length);
  }

  const got =
    `seed ${chance.seed}: ${kills} kills over ${empty} empty databases and one with data, ${tooLate} came too late; ` +
    `a run takes ${Math.round(length)} and ${Math.round(oldLength)} ms from its first connection on; ` +
    `${unfinishedRows} unfinished rows seen; ${bricked.length} could not be finished`;
  console.log(got);
  expect(bricked).toEqual([]);
  expect(await summaryOfData(old.url)).toEqual(await summaryOfData(oldRehearsal.url));
  expect(await schemaDrift(old.url)).toBe("");
  writeFaultRow(import.meta.filename, {
    fault: "A migration is killed (-9)",
    done: "empty databases and one with 40,000 verifications, each killed several times at random moments, then run again",
    expected: "the next run finishes; schema and data as without a kill",
    got: got,
  });
}, 600_000);
