import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { ConfigError, loadConfig } from "#config/config.ts";
import { believeExtraCa } from "#runtime/authorities.ts";
import { build, generateClient, isBuilt } from "../lib/build.ts";
import { explainDatabaseError, withClient } from "../lib/database.ts";
import { generateDocs } from "../lib/docs-site.ts";
import { Foreseen } from "../lib/foreseen.ts";
import { applyMigrations } from "../lib/migrations.ts";
import { ROOT, readJson } from "../lib/run.ts";
import { choosePort, holdPort, onFreePort } from "./ports.ts";
import { startPostgres } from "./postgres.ts";
import type { RunningReceiver } from "./receiver/server.ts";
import { ensureSecrets } from "./secrets.ts";
import { step } from "./terminal.ts";

const DATABASE = "lintel";
const RECEIVER_PORT = 3960;

type Settled = {
  env: NodeJS.ProcessEnv;
  /** Lets go of PORT, which is held until then. */
  freePort: () => Promise<void>;
};

// A service for development is for this machine alone, unless HOST says otherwise.
const HOST = "127.0.0.1";

/** Every setting of this run: the environment's, else the file's, else ours; refused at once when one is wrong. */
export function settle(file: string, environment: NodeJS.ProcessEnv = process.env): Promise<Settled> {
  return step("settings", "reading .env", async () => {
    const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
    const { settings, added } = await ensureSecrets(file, given);
    const env: NodeJS.ProcessEnv = {
      NODE_ENV: "production",
      LINTEL_ENV: "development",
      HOST,
      ...settings,
      ...given,
    };
    const port = await choosePort(env.PORT, env.HOST);
    env.PORT = String(port);
    env.PUBLIC_URL ??= `http://localhost:${port}`;
    try {
      // The embedded database has no address yet.
      const { EXTRA_CA_FILE } = loadConfig({ DATABASE_URL: "postgresql://localhost/lintel", ...env });
      believeExtraCa(EXTRA_CA_FILE);
    } catch (error) {
      throw error instanceof ConfigError ? new Foreseen(error.message) : error;
    }
    const said = added.length > 0 ? `from .env, with ${added.length} new secrets` : "from .env";
    return { said, result: { env, freePort: await holdPort(port, env.HOST) } };
  });
}

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
      // That of a start that crashed is the best guess; usually there is none, and the usual one is taken.
      preferredPort: readJson(noteFile, z.object({ port: z.int() }))?.port,
      logFile: join(local, "postgres.log"),
      note,
    });
    stack.defer(async () => {
      await postgres.stop();
      rmSync(noteFile, { force: true });
      console.log("  The database is shut down cleanly.");
    });
    if (postgres.found !== "free") note("it was not shut down last time; its data is whole again");
    await withClient(postgres.url("postgres"), async (client) => {
      const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
      if (rowCount === 0) await client.query(`create database ${DATABASE}`);
    });
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

const BUILD_NOTE = join(ROOT, ".local/build.json");
const buildNote = z.object({ seconds: z.number().positive() });

/** How long the build will take, as far as anyone can know: what it took here the last time. */
export const buildEstimate = (noteFile: string): string => {
  const seconds = readJson(noteFile, buildNote)?.seconds;
  return seconds === undefined
    ? "a minute on a fast machine, up to four on a slow one"
    : `${seconds} s the last time`;
};

export const buildIfChanged = (): Promise<void> =>
  step("build", `the pages (${buildEstimate(BUILD_NOTE)})`, async (_note, now) => {
    if (isBuilt()) return { said: "unchanged", result: undefined };
    const startedAt = performance.now();
    const { code, output } = await build(true, now);
    if (code === 0) {
      const seconds = Math.ceil((performance.now() - startedAt) / 1_000);
      writeFileSync(BUILD_NOTE, JSON.stringify({ seconds }));
      return { said: "client and pages made", result: undefined };
    }
    const words = stripVTControlCharacters(output).trim();
    throw new Foreseen(`The build failed. \`npm run build\` shows it alone.\n\n${words}`);
  });

/** The typed client alone: for `npm run dev`, where Next builds the pages as they are asked for. */
export const generateIfChanged = (): Promise<void> =>
  step("client", "generating the database client", async () => {
    generateDocs();
    const madeAt = (path: string) => statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (madeAt("src/data/generated/client.ts") >= madeAt("prisma/schema.prisma"))
      return { said: "unchanged", result: undefined };
    const { code, output } = await generateClient(true);
    if (code !== 0) throw new Foreseen(`\`npm run generate\` failed.\n\n${output.trim()}`);
    return { said: "made", result: undefined };
  });

/**
 * A page that receives the demo tenant's webhooks, and the setting that lets them come here. In development only, and
 * not where WEBHOOK_ALLOW_LOOPBACK says that they may not.
 */
export async function openWebhookReceiver(
  env: NodeJS.ProcessEnv,
  stack: AsyncDisposableStack,
): Promise<RunningReceiver | undefined> {
  if (env.LINTEL_ENV === "production" || env.WEBHOOK_ALLOW_LOOPBACK === "false") return undefined;
  return step("webhooks", "starting the webhook receiver", async () => {
    const { startReceiver } = await import("./receiver/server.ts");
    const result = await onFreePort(RECEIVER_PORT, (port) =>
      startReceiver({ port, environment: env.LINTEL_ENV }),
    );
    stack.defer(() => result.stop());
    env.WEBHOOK_ALLOW_LOOPBACK = "true";
    return { said: `${result.url}, shows what arrives`, result };
  });
}
