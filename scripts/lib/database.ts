import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { plainAddress } from "#data/connection/sslmode.ts";
import { whyAway } from "#data/connection/why-away.ts";
import { Foreseen } from "./foreseen.ts";

const RUNNING = fileURLToPath(new URL("../../.local/postgres.json", import.meta.url));

/** DATABASE_SESSION_URL, DATABASE_URL, or else the database that `npm start` runs in this clone; undefined where there is neither. */
export function databaseUrl(): string | undefined {
  // Behind PgBouncer's transaction mode the migrations' lock would be another connection's.
  const given = process.env.DATABASE_SESSION_URL || process.env.DATABASE_URL;
  if (given !== undefined && given !== "") return given;
  return existsSync(RUNNING) ? JSON.parse(readFileSync(RUNNING, "utf8")).databaseUrl : undefined;
}

/** The address of the database, as `databaseUrl` finds it. @throws Foreseen where there is none */
export function findDatabaseUrl(): string {
  const found = databaseUrl();
  if (found !== undefined) return found;
  throw new Foreseen(
    "No database. Set DATABASE_URL=postgresql://user:password@host:5432/lintel, or run `npm start` in another\n" +
      "terminal: its embedded PostgreSQL is found from here while it runs.",
  );
}

/** The files that an address names; node-postgres reads them at every connection. */
const filesOf = (databaseUrl: string): (string | null)[] => {
  const { searchParams } = new URL(databaseUrl);
  return ["sslrootcert", "sslcert", "sslkey"].map((name) => searchParams.get(name));
};

// A missing table or file of a script is a fault of that script.
const isOfScript = (error: Error, code: string, databaseUrl: string): boolean => {
  if (code === "42P01") return true;
  const path: unknown = Reflect.get(error, "path");
  return typeof path === "string" && !filesOf(databaseUrl).includes(path);
};

/** Connection errors name the place and the remedy; anything else stays as it is. */
export function explainDatabaseError(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code, why } = whyAway(error);
  if (why === undefined || isOfScript(error, code, databaseUrl)) return error;
  const { host } = new URL(databaseUrl);
  const own = code === "ECONNREFUSED" ? " Without DATABASE_URL `npm start` runs its own PostgreSQL." : "";
  return new Foreseen(`PostgreSQL${host && ` at ${host}`} does not answer (${code}): ${why}.${own}`);
}

/** What Postgres said, with the line of the script where it failed. */
export function describeFault(error: unknown, script: string): string {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error ? error.message : String(error);
  const before = script.slice(0, Number(error.position ?? 1) - 1);
  const number = before.split("\n").length;
  const place =
    error.position === undefined ? "" : `\n  line ${number}: ${script.split("\n")[number - 1]?.trim()}`;
  return [error.message + place, error.detail, error.hint].filter(Boolean).join("\n  ");
}

/** The same server, another database. */
export function withDatabase(databaseUrl: string, database: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

/** One short-lived connection, closed when `use` is over. */
export async function withClient<T>(databaseUrl: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: plainAddress(databaseUrl),
    application_name: "lintel-migrate",
  });
  // A connection that is cut makes the next query fail; it shall not also end the process.
  client.on("error", () => {});
  await client.connect().catch((error: unknown) => {
    // Where the client itself refuses, as without a password, the server would hold the connection, and us, for a minute.
    void client.end().catch(() => {});
    throw error;
  });
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
