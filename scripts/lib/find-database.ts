import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Foreseen } from "./foreseen.ts";

const RUNNING = fileURLToPath(new URL("../../.local/postgres.json", import.meta.url));

/** DATABASE_URL, or else the database that `npm start` keeps in this clone. */
export function findDatabaseUrl(): string {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== "") return given;
  if (existsSync(RUNNING)) {
    const noted: unknown = JSON.parse(readFileSync(RUNNING, "utf8"));
    if (typeof noted === "object" && noted !== null && "databaseUrl" in noted)
      return String(noted.databaseUrl);
  }
  throw new Foreseen(
    "No database. Set DATABASE_URL=postgresql://user:password@host:5432/lintel, or run `npm start` in another\n" +
      "terminal: its embedded PostgreSQL is found from here while it runs.",
  );
}

/** Connection errors name the place and the remedy; anything else stays as it is. */
export function explainDatabaseError(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error)) return error;
  const { host, pathname } = new URL(databaseUrl);
  const code = "code" in error ? error.code : undefined;
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "ETIMEDOUT") {
    return new Foreseen(
      `No PostgreSQL answers at ${host} (${String(code)}). Start it, or correct DATABASE_URL. ` +
        "Without DATABASE_URL `npm start` runs a PostgreSQL of its own.",
    );
  }
  if (code === "28P01" || code === "28000")
    return new Foreseen(`PostgreSQL at ${host} refuses the user or password in DATABASE_URL.`);
  if (code === "3D000")
    return new Foreseen(`The database "${pathname.slice(1)}" does not exist at ${host}. Create it first.`);
  return error;
}
