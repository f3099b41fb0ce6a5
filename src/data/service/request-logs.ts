import { addDays, dayName, dayNamed } from "#core/day.ts";
import type { Prisma, RequestLog } from "#data/generated/client.ts";
import { REQUEST_LOG_DAY, REQUEST_LOG_LINES } from "#data/sql/requests.ts";
import { jsonOf } from "#data/sql/rows.ts";
import { run } from "#data/sql/statement.ts";
import { LOGGED } from "#data/sql/tables.ts";
import type { Database, Db } from "./client.ts";
import { defined } from "./columns.ts";

export type RequestLogRow = Omit<RequestLog, "number">;

export const insertRequestLogs = async (
  database: Database,
  rows: readonly RequestLogRow[],
): Promise<void> => {
  await run(database, REQUEST_LOG_LINES, [jsonOf(LOGGED, rows)]);
};

export type RequestLogFilter = {
  tenantId?: string | undefined;
  method?: string | undefined;
  /** Inclusive bounds, so that a class such as 4xx is a range. */
  status?: { min: number; max: number } | undefined;
  event?: string | undefined;
  path?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  requestId?: string | undefined;
  /** Only requests with this key. */
  key?: string | undefined;
  /** Only requests by these keys. */
  keyIds?: readonly string[] | undefined;
};

/** Where a page ended: the next one starts after it. */
export type LogPosition = { time: Date; id: string };

// Prisma passes these to LIKE unescaped, where they match any text and any character.
const literally = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

const pathCondition = (path: string): Prisma.RequestLogWhereInput => ({
  OR: [{ url: path }, { url: { startsWith: `${literally(path)}?` } }],
});

const behind = ({ time, id }: LogPosition): Prisma.RequestLogWhereInput => ({
  OR: [{ time: { lt: time } }, { time, id: { lt: id } }],
});

const conditionsOf = (filter: RequestLogFilter): Prisma.RequestLogWhereInput[] => {
  const { tenantId, method, event, requestId, status, path, from, to, key, keyIds } = filter;
  const conditions: Prisma.RequestLogWhereInput[] = [
    defined({ tenantId, method, event, requestId, keyId: key }),
  ];
  if (status) conditions.push({ status: { gte: status.min, lte: status.max } });
  if (keyIds) conditions.push({ keyId: { in: [...keyIds] } });
  if (path !== undefined) conditions.push(pathCondition(path));
  if (from) conditions.push({ time: { gte: from } });
  if (to) conditions.push({ time: { lte: to } });
  return conditions;
};

/** Newest first. */
export const listRequestLogs = (
  db: Db,
  filter: RequestLogFilter,
  limit: number,
  position: LogPosition | undefined,
): Promise<RequestLogRow[]> => {
  const conditions = conditionsOf(filter);
  if (position) conditions.push({ time: { lte: position.time } }, behind(position));
  return db.requestLog.findMany({
    where: { AND: conditions },
    orderBy: [{ time: "desc" }, { id: "desc" }],
    take: limit,
    omit: { number: true },
  });
};

/** In the order in which they were written: those after a number, up to another one. */
export const requestLogsAfter = async (
  db: Db,
  filter: RequestLogFilter,
  { after, through }: { after: bigint; through: bigint },
  limit: number,
): Promise<(RequestLogRow & { number: bigint })[]> => {
  const rows = await db.requestLog.findMany({
    where: { AND: [...conditionsOf(filter), { number: { gt: after, lte: through } }] },
    orderBy: { number: "asc" },
    take: limit,
  });
  return rows.map((row) => ({ ...row, number: row.number ?? after }));
};

const PARTITION = /^day_(\d{4})(\d{2})(\d{2})$/;

// Arbitrary, but the same in every process.
const DAYS_LOCK = "7206911846281938";

/**
 * Makes sure that the partition of a UTC day exists. It looks first: creating a partition locks the whole
 * table for an instant, so it happens once a day, not once per batch.
 */
const ensureDay = async (database: Database, day: string): Promise<void> => {
  const name = `day_${day.replaceAll("-", "")}`;
  const [row] = await run(database, REQUEST_LOG_DAY, [`request_log_days.${name}`]);
  if (row?.found) return;
  const next = dayName(addDays(dayNamed(day), 1));
  // Names and bounds are built from digits above; DDL takes no parameters. Two statements sent as one are one
  // transaction, and the lock lets only one process at a time create a partition: "if not exists" alone fails
  // in a race.
  await database.pool.query(
    `select pg_advisory_xact_lock(${DAYS_LOCK});
     create table if not exists request_log_days.${name} partition of request_log
     for values from ('${day}T00:00:00Z') to ('${next}T00:00:00Z')`,
  );
};

/** Makes sure that every day with one of these times has its partition. */
export const ensureRequestLogDays = async (database: Database, times: readonly Date[]): Promise<void> => {
  for (const day of new Set(times.map(dayName))) await ensureDay(database, day);
};

/** Drops the partitions of days that ended before `before`. Returns how many: no row is deleted one by one. */
export const dropRequestLogDays = async (database: Database, before: Date): Promise<number> => {
  const { rows } = await database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'request_log_days'",
  );
  const old = rows.filter(({ name }) => {
    const [, year, month, day] = PARTITION.exec(name) ?? [];
    return year !== undefined && addDays(dayNamed(`${year}-${month}-${day}`), 1) <= before;
  });
  for (const { name } of old) await database.pool.query(`drop table if exists request_log_days.${name}`);
  return old.length;
};
