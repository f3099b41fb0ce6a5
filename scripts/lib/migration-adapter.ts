import { randomBytes } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  type ColumnType,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import pg from "pg";
import { describeFault } from "./postgres-fault.ts";

// The engine reads these columns as Postgres's one-byte type "char", at which Prisma's adapter gives up: they
// are asked for as text and handed over as characters.
const ONE_BYTE_COLUMNS = /\bcon(str)?\.(contype|confdeltype|confupdtype)\b(?= AS|,)/g;
const ONE_BYTE_NAMES = new Set(["constraint_type", "confdeltype", "confupdtype"]);

function asCharacter(names: string[]) {
  return (type: ColumnType, index: number): ColumnType =>
    ONE_BYTE_NAMES.has(names[index] ?? "") ? ColumnTypeEnum.Character : type;
}

/** The same server, another database. */
export function withDatabase(databaseUrl: string, database: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

/** One short-lived connection for what the schema engine does not do: locks, scratch databases. */
export async function withClient<T>(databaseUrl: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "lintel-migrate" });
  // A connection that is cut makes the next query fail; it shall not also end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * Prisma's own adapter, with two of its habits replaced, because they do harm to hand-written migrations:
 * it cuts a script at every ";" (also inside function bodies and strings), and it opens the shadow database
 * from a config whose connection string wins over the database name, that is: on the real database.
 */
export class MigrationAdapterFactory implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = "postgres";
  readonly adapterName = "@prisma/adapter-pg";
  readonly #databaseUrl: string;
  /** What Postgres said about the script that failed; the engine keeps only "external connector error". */
  scriptFault: string | undefined;
  readonly #cleanups: (() => Promise<unknown>)[] = [];

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  connect(): Promise<SqlDriverAdapter> {
    return this.#open(this.#databaseUrl);
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const name = `lintel_scratch_${randomBytes(6).toString("hex")}`;
    await withClient(this.#databaseUrl, (client) =>
      client.query(`create database "${name}" template template0`),
    );
    this.#cleanups.unshift(() =>
      withClient(this.#databaseUrl, (client) =>
        client.query(`drop database if exists "${name}" with (force)`),
      ),
    );
    return this.#open(withDatabase(this.#databaseUrl, name));
  }

  /** Closes every connection and drops every scratch database; the engine itself forgets some of them. */
  async close(): Promise<void> {
    for (const cleanUp of this.#cleanups.splice(0)) await cleanUp();
  }

  async #open(databaseUrl: string): Promise<SqlDriverAdapter> {
    // One connection, so that what one statement SETs, the next one sees.
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, application_name: "lintel-migrate" });
    // A scratch database is dropped by force, and its idle connection hears of it: no news, and no crash.
    pool.on("error", () => {});
    this.#cleanups.unshift(() => pool.end());
    const adapter: SqlDriverAdapter = await new PrismaPg(pool).connect();
    // Without arguments pg speaks the simple protocol: the whole file at once, and all of it or nothing.
    adapter.executeScript = async (script) => {
      try {
        await pool.query(script);
      } catch (error) {
        this.scriptFault = describeFault(error, script);
        throw error;
      }
    };
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw({ ...query, sql: query.sql.replace(ONE_BYTE_COLUMNS, "$&::text") });
      return { ...result, columnTypes: result.columnTypes.map(asCharacter(result.columnNames)) };
    };
    return adapter;
  }
}
