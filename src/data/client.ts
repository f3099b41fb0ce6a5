import { PrismaPg } from "@prisma/adapter-pg";
import { Pool } from "pg";
import { PrismaClient } from "./generated/client.ts";

/** What the functions of this folder write with: the client itself, or one transaction of it. */
export type Db = Pick<
  PrismaClient,
  | "apiKey"
  | "auditEntry"
  | "consoleBearer"
  | "consoleSession"
  | "documentUse"
  | "event"
  | "handoff"
  | "idempotencyRecord"
  | "invitation"
  | "member"
  | "membership"
  | "methodAttempt"
  | "priceList"
  | "requestLog"
  | "statement"
  | "tenant"
  | "tenantPlan"
  | "token"
  | "trustAnchor"
  | "usageMonth"
  | "verification"
  | "verificationDay"
  | "walletTransaction"
  | "webhookAttempt"
  | "webhookDelivery"
  | "webhookEndpoint"
  | "serviceCounter"
  | "$queryRaw"
  | "$executeRaw"
>;

/** The whole database: Prisma and, for the hot statements, the pool below it. */
export type Database = {
  readonly orm: PrismaClient;
  readonly pool: Pool;
};

export type ConnectOptions = {
  url: string;
  /** Connections of this process. */
  poolSize: number;
  onPoolError: (error: Error) => void;
};

const CONNECT_TIMEOUT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 10_000;
const TRANSACTION = { maxWait: 5_000, timeout: 10_000 } as const;

/** Opens nothing yet: connections are made when they are needed, and again after Postgres was away. */
export const connect = ({ url, poolSize, onPoolError }: ConnectOptions): Database => {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idleTimeoutMillis: 60_000,
    application_name: "lintel",
    // Dates are written and read as instants; a session in UTC keeps `::date` casts honest too.
    options: "-c timezone=UTC",
  });
  // An idle connection that breaks (Postgres restarts) is an event, not a crash of the process.
  pool.on("error", onPoolError);
  // A client that changes hands has no listener for a moment (node-postgres takes its own off before Prisma puts
  // one on). Postgres's last words in that moment would end the process; whoever holds the client hears of the
  // loss by its next query.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return { orm: new PrismaClient({ adapter: new PrismaPg(pool) }), pool };
};

/** Runs `work` in one transaction; a throw rolls everything back. No network calls inside. */
export const inTransaction = <Result>(
  database: Database,
  work: (db: Db) => Promise<Result>,
): Promise<Result> => database.orm.$transaction(work, TRANSACTION);

/** Whether the database answers. */
export const ping = async (database: Database): Promise<boolean> => {
  try {
    await database.pool.query("select 1");
    return true;
  } catch {
    return false;
  }
};

export const disconnect = async (database: Database): Promise<void> => {
  await database.orm.$disconnect();
  await database.pool.end();
};
