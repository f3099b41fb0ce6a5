import { setTimeout } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool, QueryConfig } from "pg";
import { guardedClient, guardedPool } from "#data/connection/one-connection.ts";
import { PatientPool } from "#data/connection/patient-pool.ts";
import { plainAddress } from "#data/connection/sslmode.ts";
import {
  CONNECT_TIMEOUT_MS,
  KEEP_ALIVE,
  PooledClient,
  STATEMENT_TIMEOUT_MS,
  WatchedClient,
} from "#data/connection/watched-client.ts";
import { type Prisma, PrismaClient } from "#data/generated/client.ts";
import { holding, refuseSecond } from "#data/sql/held-connection.ts";
import type { Observe, Pooled } from "#data/sql/statement.ts";

/** What data functions write with: the client itself, or one of its transactions. */
export type Db = Prisma.TransactionClient;

/**
 * The whole database: Prisma and, for hot statements, the pool below it. Both throw `SecondConnection` inside one of its
 * transactions, where only the transaction's own `Db` may be asked.
 */
export type Database = Pooled & {
  readonly orm: Db;
  /** The database itself, also of one that is a transaction (`asOneTransaction`): what caches are kept by. */
  readonly root: Database;
  /** Runs `work` in a transaction; within `asOneTransaction`, in that transaction. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
};

const ABANDONED_MS = 15_000;
// The pool decides how long to wait for a connection; Prisma's own timer is the clock's (patient-pool.ts).
const TRANSACTION = { maxWait: 60_000, timeout: 10_000 } as const;

/**
 * One silent connection makes all idle ones suspect: after a failover, each would cost a request its whole
 * wait. Reopening them costs milliseconds.
 */
const closeIdle = (pool: Pool): void => {
  for (let idle = pool.idleCount; idle > 0; idle -= 1) {
    pool.connect().then(
      (client) => {
        if (client instanceof WatchedClient) client.cutOff();
        client.release(true);
      },
      () => undefined,
    );
  }
};

/** The client, with its operations observed under names such as `prisma.tenant.findMany`. */
const observed = (client: PrismaClient, observe: Observe): PrismaClient => {
  const extended = client.$extends({
    query: {
      $allOperations: ({ model, operation, args, query }) => {
        // A statement within a transaction is observed under its own name.
        if (operation === "$queryRawUnsafe") return query(args);
        const names = model ? [model.charAt(0).toLowerCase() + model.slice(1), operation] : [operation];
        return observe("prisma", ["prisma", ...names].join("."), () => query(args));
      },
    },
  });
  // It has every operation of the client, with the same types; only `$on` and the generics of `$transaction`
  // differ, which TypeScript cannot reconcile.
  return extended as unknown as PrismaClient;
};

/** Opens nothing yet: connections are made when they are needed, and again after an outage of Postgres. */
export const connect = ({
  url,
  poolSize,
  onPoolError,
  namesStatements = true,
  observe,
}: {
  url: string;
  /** False for PgBouncer in transaction mode (DATABASE_PREPARED_STATEMENTS=off). */
  namesStatements?: boolean;
  /** Connections of this process. */
  poolSize: number;
  onPoolError: (error: Error) => void;
  observe?: Observe | undefined;
}): Database => {
  const pool = new PatientPool({
    connectionString: plainAddress(url),
    Client: namesStatements ? WatchedClient : PooledClient,
    ...KEEP_ALIVE,
    max: poolSize,
    patienceMs: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    application_name: "lintel",
    // Dates are written and read as instants; a session in UTC keeps `::date` casts correct too. A
    // transaction whose process has lost its machine or its network must not hold its locks for long; a
    // process that dies takes its connections with it.
    options: `-c timezone=UTC -c idle_in_transaction_session_timeout=${ABANDONED_MS}`,
  });
  // An idle connection that breaks (Postgres restarts) is an event, not a crash of the process.
  pool.on("error", onPoolError);
  // A client that changes hands has no listener for a moment (node-postgres removes its own before Prisma
  // adds one). An error at that moment would end the process; the client's holder learns of the loss from its
  // next query.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    if (client instanceof WatchedClient) client.onSilent = () => closeIdle(pool);
  });
  const plain = new PrismaClient({ adapter: new PrismaPg(pool) });
  const orm = observe ? observed(plain, observe) : plain;
  const guarded = guardedPool(pool);
  const database: Database = {
    orm: guardedClient(orm, guarded),
    pool: guarded,
    get root() {
      return database;
    },
    observe,
    transaction: async (work) => {
      refuseSecond(guarded, "transaction");
      return orm.$transaction((db) => holding(guarded, () => work(db)), TRANSACTION);
    },
    close: async () => {
      await plain.$disconnect();
      await pool.end();
    },
  };
  return database;
};

export { apart } from "#data/sql/held-connection.ts";

/** Runs `work` in one transaction; a throw rolls everything back. No network calls inside. */
export const inTransaction = <Result>(
  database: Database,
  work: (db: Db) => Promise<Result>,
): Promise<Result> => database.transaction(work);

/** The pool's `query` on a transaction's own connection, on which statements are not prepared. */
const poolOf = (pool: Pool, db: Db): Pool => {
  const query = async (statement: string | QueryConfig, given: unknown[] = []) => {
    const { text, values = given } = typeof statement === "string" ? { text: statement } : statement;
    return { rows: await db.$queryRawUnsafe(text, ...values) };
  };
  return Object.create(pool, { query: { value: query } });
};

/**
 * Runs `work` with a database that is one transaction: all its reads and writes, nested transactions
 * included, commit together at the end or not at all. `work` must not continue after a part of it has thrown.
 */
export const asOneTransaction = <Result>(
  database: Database,
  work: (joined: Database) => Promise<Result>,
): Promise<Result> =>
  database.transaction((db) =>
    work({
      orm: db,
      pool: poolOf(database.pool, db),
      root: database.root,
      observe: database.observe,
      transaction: (part) => part(db),
      close: async () => {},
    }),
  );

/** The state of the database: "silent" if it does not answer within two seconds. */
export type Reachability = "writable" | "read_only" | "silent" | "unreachable";

const PROBE_MS = 2_000;
const SECOND_LOOK_MS = 100;

const ask = async ({ pool }: Database): Promise<Reachability> => {
  try {
    // On in a standby, and when an operator or a provider has locked a full database.
    const { rows } = await pool.query("select current_setting('transaction_read_only') as is_read_only");
    return rows[0]?.is_read_only === "on" ? "read_only" : "writable";
  } catch {
    return "unreachable";
  }
};

/** The answer, or "silent" where there is none within about two seconds. @throws what `answer` throws in that time */
export const inProbeTime = async <Answer>(answer: Promise<Answer>): Promise<Answer | "silent"> => {
  const stop = new AbortController();
  // Two timers, because a process that was busy for a long time reads, between the two, the answers that
  // arrived in the meantime.
  const silence = setTimeout(PROBE_MS, undefined, { signal: stop.signal })
    .then(() => setTimeout(SECOND_LOOK_MS, undefined, { signal: stop.signal }))
    .then(() => "silent" as const);
  silence.catch(() => undefined);
  return Promise.race([answer, silence]).finally(() => stop.abort());
};

const asked = new WeakMap<Database, Promise<Reachability>>();

/** Whether the database answers and takes writes; known after about two seconds. Concurrent callers share one query. */
export const probe = async (database: Database): Promise<Reachability> => {
  let answer = asked.get(database);
  if (!answer) {
    answer = ask(database).finally(() => asked.delete(database));
    asked.set(database, answer);
  }
  return inProbeTime(answer);
};

/** Whether the database itself does not answer, whatever a call to it said. */
export const isAway = async (database: Database): Promise<boolean> =>
  ["silent", "unreachable"].includes(await probe(database));
