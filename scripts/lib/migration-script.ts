import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { describeFault } from "./database.ts";
import { Foreseen } from "./foreseen.ts";
import { type Migration, recordApplied, recordBegun, recordRolledBack } from "./migration-history.ts";

// Comments, strings, quoted names and dollar-quoted bodies: what may hold a ";" or a word that means nothing.
const QUOTED =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\be'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|(\$(?:[a-z_]\w*)?\$)[\s\S]*?\1/gi;
const ENDS_TRANSACTION = /^(begin|start\s+transaction|commit|rollback(?!\s+to)|abort|end)\b/i;
const CONCURRENTLY = /\bconcurrently\b/i;
const CONCURRENT_INDEX =
  /^(?:create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?|drop\s+index\s+concurrently\s+(?:if\s+exists\s+)?)("(\d+)"|\w+)(?=\s+on\b|$)/i;

// Below Postgres' deadlock_timeout of 1 s: a migration gives way before a request of the serving version is chosen to fail,
// and no request queues behind a lock that the migration waits for longer than that.
const LOCK_TIMEOUT_MS = 500;
const LOCK_PAUSE_MS = 500;
const LOCK_TRIES = 60;
/** lock_not_available, deadlock_detected (PostgreSQL, appendix A) */
const LOCK_CODES = new Set(["55P03", "40P01"]);

/** The statements, without comments, with every string empty and every quoted name replaced by its number in `names`. */
function outline(sql: string): { statements: string[]; names: string[] } {
  const names: string[] = [];
  const bare = sql.replace(QUOTED, (token) => {
    if (token.startsWith('"')) return `"${names.push(token) - 1}"`;
    return token.startsWith("--") || token.startsWith("/*") ? " " : "''";
  });
  const statements = bare
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
  return { statements, names };
}

/** The index that the migration makes or drops CONCURRENTLY, as SQL names it; undefined for every other migration. */
function concurrentIndex({ name, sql }: Migration): string | undefined {
  const { statements, names } = outline(sql);
  // The bodies of functions in standard SQL hold statements too, and end with END.
  const isAtomic = statements.some((statement) => /\bbegin\s+atomic\b/i.test(statement));
  const ending = statements.find(
    (statement) => ENDS_TRANSACTION.test(statement) && !(isAtomic && /^end$/i.test(statement)),
  );
  if (ending !== undefined) {
    throw new Foreseen(
      `Migration ${name} says "${ending}": a migration runs in one transaction together with its record. Take it out.`,
    );
  }
  if (!statements.some((statement) => CONCURRENTLY.test(statement))) return undefined;
  const [, index, number] = (statements.length === 1 && CONCURRENT_INDEX.exec(statements[0] ?? "")) || [];
  if (index !== undefined) return number === undefined ? index : names[Number(number)];
  throw new Foreseen(
    `Migration ${name} says CONCURRENTLY, which no transaction can hold. ` +
      "Only CREATE INDEX CONCURRENTLY name ON … and DROP INDEX CONCURRENTLY name can be finished after a crash, each alone in its file.",
  );
}

/** Takes away the half-made index that a CONCURRENTLY leaves when it is killed. Does nothing for other migrations. */
export async function dropHalfMadeIndex(client: pg.Client, migration: Migration): Promise<void> {
  const index = concurrentIndex(migration);
  if (index === undefined) return;
  const sql = "select from pg_index where indexrelid = to_regclass($1) and not indisvalid";
  const { rowCount } = await client.query(sql, [index]);
  if (rowCount !== 0) await client.query(`drop index concurrently if exists ${index}`);
}

/**
 * Runs a migration and records it, both in one transaction: whatever ends the process or the connection, either
 * both are there or neither. What cannot run in a transaction is recorded when it begins and when it ends.
 * A transaction that does not get a lock within half a second is undone and tried again, for half a minute at least: requests go on.
 * `note` gets a line when that begins. Throws `Foreseen` with the words of Postgres.
 */
export async function runMigration(
  client: pg.Client,
  migration: Migration,
  note: (line: string) => void = () => {},
): Promise<void> {
  const isConcurrent = concurrentIndex(migration) !== undefined;
  try {
    if (isConcurrent) await runOutsideTransaction(client, migration);
    else await runBetweenRequests(client, migration, note);
  } catch (error) {
    await client.query("rollback").catch(() => {}); // a cut connection has rolled back by itself
    if (isConcurrent) {
      await dropHalfMadeIndex(client, migration).catch(() => {});
      await recordRolledBack(client, migration.name).catch(() => {});
    }
    throw new Foreseen(describeFailure(error, migration));
  }
}

const isLocked = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && LOCK_CODES.has(error.code ?? "");

async function runBetweenRequests(
  client: pg.Client,
  migration: Migration,
  note: (line: string) => void,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await runInTransaction(client, migration);
    } catch (error) {
      if (!isLocked(error) || tries === LOCK_TRIES) throw error;
      if (tries === 1) note(`${migration.name} waits for others' locks, and lets them pass in the meantime`);
      await client.query("rollback");
      await pause(LOCK_PAUSE_MS);
    }
  }
}

async function runInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("begin");
  await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(migration.sql); // without arguments: the simple protocol, the whole file at once
  await recordApplied(client, migration);
  await client.query("commit");
}

async function runOutsideTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await dropHalfMadeIndex(client, migration);
  await recordRolledBack(client, migration.name);
  await recordBegun(client, migration);
  await client.query(migration.sql);
  await client.query(
    `update _prisma_migrations set finished_at = clock_timestamp(), applied_steps_count = 1
      where migration_name = $1 and finished_at is null and rolled_back_at is null`,
    [migration.name],
  );
}

function describeFailure(error: unknown, { name, sql }: Migration): string {
  const fault = describeFault(error, sql);
  if (isLocked(error))
    return `Migration ${name} got a lock in none of ${LOCK_TRIES} tries, and nothing of it was applied. End the session that holds it (pg_stat_activity: xact_start), and run the migrations again. (${fault})`;
  // Class 57P (the server ends the connection) and errors of the connection: a COMMIT may have arrived before.
  if (error instanceof pg.DatabaseError && !error.code?.startsWith("57P"))
    return `Migration ${name} failed, and nothing of it was applied: ${fault}`;
  return `The connection was cut during migration ${name}, which is applied as a whole or not at all. Run the migrations again. (${fault})`;
}
