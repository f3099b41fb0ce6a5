import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { build } from "../lib/build.ts";
import { isBuilt } from "../lib/build-stamp.ts";
import { explainDatabaseError, withClient } from "../lib/database.ts";
import { Foreseen } from "../lib/foreseen.ts";
import { generateClient } from "../lib/generate.ts";
import { applyMigrations } from "../lib/migrations.ts";
import { ROOT } from "../lib/run.ts";
import { startPostgres } from "./postgres.ts";
import { step } from "./terminal.ts";

const DATABASE = "lintel";
const noted = z.object({ port: z.number() });

/** The address of the database: the given one, or that of an embedded PostgreSQL that is started for it. */
export function openDatabase(
  given: string | undefined,
  local: string,
  stack: AsyncDisposableStack,
): Promise<string> {
  if (given !== undefined) {
    return step("postgres", "asking DATABASE_URL", async () => {
      await withClient(given, async () => {}).catch((error: unknown) => {
        throw explainDatabaseError(error, given);
      });
      return { said: `${new URL(given).host}, from DATABASE_URL`, result: given };
    });
  }
  const noteFile = join(local, "postgres.json");
  return step("postgres", "starting the embedded PostgreSQL", async (note) => {
    const postgres = await startPostgres({
      folder: join(local, "postgres"),
      preferredPort: lastPort(noteFile),
      logFile: join(local, "postgres.log"),
      note,
    });
    stack.defer(async () => {
      await postgres.stop();
      rmSync(noteFile, { force: true });
      console.log("  The database is shut down cleanly.");
    });
    if (postgres.found !== "free") note("it was not shut down last time; its data is whole again");
    await ensureDatabase(postgres.url("postgres"));
    const result = postgres.url(DATABASE);
    writeFileSync(noteFile, JSON.stringify({ port: postgres.port, databaseUrl: result }), { mode: 0o600 });
    return { said: `port ${postgres.port}, data in .local/postgres`, result };
  });
}

export const migrate = (databaseUrl: string): Promise<string[]> =>
  step("migrate", "bringing the tables up to date", async (note) => {
    const result = await applyMigrations(databaseUrl, undefined, note).catch((error: unknown) => {
      throw explainDatabaseError(error, databaseUrl);
    });
    return { said: result.length === 0 ? "up to date" : `${result.length} applied`, result };
  });

export const buildIfChanged = (): Promise<void> =>
  step("build", "building the pages (once, up to a minute)", async () => {
    if (isBuilt()) return { said: "unchanged", result: undefined };
    const { code, output } = await build(true);
    if (code !== 0)
      throw new Foreseen(
        `The build failed. \`npm run build\` shows it alone.\n\n${stripVTControlCharacters(output).trim()}`,
      );
    return { said: "client and pages made", result: undefined };
  });

/** The typed client alone: for `npm run dev`, where Next builds the pages as they are asked for. */
export const generateIfChanged = (): Promise<void> =>
  step("client", "generating the database client", async () => {
    const madeAt = (path: string) => statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (madeAt("src/data/generated/client.ts") >= madeAt("prisma/schema.prisma"))
      return { said: "unchanged", result: undefined };
    const { code, output } = await generateClient(true);
    if (code !== 0) throw new Foreseen(`\`npm run generate\` failed.\n\n${output.trim()}`);
    return { said: "made", result: undefined };
  });

async function ensureDatabase(serverUrl: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

/** The port of a start that crashed is the best guess; usually there is none, and the usual one is taken. */
function lastPort(noteFile: string): number | undefined {
  try {
    return noted.parse(JSON.parse(readFileSync(noteFile, "utf8"))).port;
  } catch {
    return undefined;
  }
}
