import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { plainAddress } from "#data/connection/sslmode.ts";
import { describeFault, withClient, withDatabase } from "./database.ts";
import { Foreseen } from "./foreseen.ts";

// Prisma's schema engine compiled to WebAssembly: the same code as its binary, but from the npm registry, so
// that migrations need no download from anywhere else.
let loading: Promise<void> | undefined;

async function instantiate(): Promise<void> {
  const script = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const wasm = await readFile(join(dirname(script), "schema_engine_bg.wasm"));
  // The engine reports a panic through this global before it dies; without it the reason is lost.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) },
  });
  const { instance } = await WebAssembly.instantiate(wasm, {
    "./schema_engine_bg.js": { ...bindings, ...patientTimers() },
  });
  bindings.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start === "function") start();
}

// The engine sets a ten-second alarm for its lock and never clears it; the process shall not stay for that.
function patientTimers(): WebAssembly.ModuleImports {
  const names = Object.keys(bindings).filter((name) => name.startsWith("__wbg_setTimeout_"));
  return Object.fromEntries(
    names.map((name) => [name, (run: () => void, ms: number) => setTimeout(run, ms).unref()]),
  );
}

/** Runs `use` with an engine bound to the database, and frees it afterwards. */
export async function withSchemaEngine<T>(
  databaseUrl: string,
  datamodel: { path: string; content: string },
  use: (engine: bindings.SchemaEngine) => Promise<T>,
): Promise<T> {
  loading ??= instantiate();
  await loading;
  const adapters = createAdapters(databaseUrl);
  const adapter = bindMigrationAwareSqlAdapterFactory(adapters.factory);
  const options = { datamodels: [[datamodel.path, datamodel.content] satisfies [string, string]] };
  try {
    const engine = await bindings.SchemaEngine.new(options, () => {}, adapter);
    try {
      return await use(engine);
    } finally {
      engine.free();
    }
  } catch (error) {
    const fault = adapters.scriptFault();
    if (fault === undefined || !(error instanceof Error)) throw error;
    const name = /migration_name="([^"]+)"|Migration `([^`]+)`/.exec(error.message);
    const file = name?.[1] ?? name?.[2] ?? "";
    // The engine runs scripts only to compare, in a scratch database.
    throw new Foreseen(`Migration ${file} does not run on an empty database: ${fault}`);
  } finally {
    await adapters.close();
  }
}

// PostgreSQL's one-byte type "char", in which its catalogue has what the engine asks for. Prisma's adapter gives up at it.
const { CHAR, TEXT } = pg.types.builtins;

/**
 * Prisma's own adapter, with three of its habits replaced. Two do harm to hand-written migrations: it cuts a script at
 * every ";" (also inside function bodies and strings), and it opens the shadow database from a config whose connection
 * string wins over the database name, that is: on the real database. The third is its refusal of "char".
 */
function createAdapters(databaseUrl: string) {
  let scriptFault: string | undefined;
  const cleanups: (() => Promise<unknown>)[] = [];

  const open = async (url: string): Promise<SqlDriverAdapter> => {
    // One connection, so that what one statement SETs, the next one sees.
    const pool = new pg.Pool({
      connectionString: plainAddress(url),
      max: 1,
      application_name: "lintel-migrate",
    });
    // A scratch database is dropped by force, and its idle connection hears of it: no news, and no crash.
    pool.on("error", () => {});
    cleanups.unshift(() => pool.end());
    const adapter: SqlDriverAdapter = await new PrismaPg(pool).connect();
    const query = pool.query.bind(pool);
    // Without arguments pg speaks the simple protocol: the whole file at once, and all of it or nothing.
    adapter.executeScript = async (script) => {
      try {
        await query(script);
      } catch (error) {
        scriptFault = describeFault(error, script);
        throw error;
      }
    };
    const oneByteColumns = new Set<string>();
    Object.assign(pool, {
      query: async (config: pg.QueryConfig) => {
        const result = await query(config);
        for (const field of result.fields.filter(({ dataTypeID }) => dataTypeID === CHAR)) {
          field.dataTypeID = TEXT;
          oneByteColumns.add(field.name);
        }
        return result;
      },
    });
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (asked) => {
      oneByteColumns.clear();
      const { columnNames, columnTypes, rows } = await queryRaw(asked);
      const types = columnTypes.map((type, index) =>
        oneByteColumns.has(columnNames[index] ?? "") ? ColumnTypeEnum.Character : type,
      );
      return { columnNames, columnTypes: types, rows };
    };
    return adapter;
  };

  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => open(databaseUrl),
    async connectToShadowDb() {
      const name = `lintel_scratch_${randomBytes(6).toString("hex")}`;
      const run = (sql: string) => withClient(databaseUrl, (client) => client.query(sql));
      await run(`create database "${name}" template template0`);
      cleanups.unshift(() => run(`drop database if exists "${name}" with (force)`));
      return open(withDatabase(databaseUrl, name));
    },
  };
  return {
    factory,
    /** What Postgres said about the script that failed; the engine keeps only "external connector error". */
    scriptFault: () => scriptFault,
    /** Closes every connection and drops every scratch database; the engine itself forgets some of them. */
    async close() {
      for (const cleanUp of cleanups.splice(0)) await cleanUp();
    },
  };
}
