import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { Foreseen } from "./foreseen.ts";
import { MigrationAdapterFactory } from "./migration-adapter.ts";

export type SchemaEngine = bindings.SchemaEngine;

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
  use: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loading ??= instantiate();
  await loading;
  const factory = new MigrationAdapterFactory(databaseUrl);
  const adapter = bindMigrationAwareSqlAdapterFactory(factory);
  const options = { datamodels: [[datamodel.path, datamodel.content] satisfies [string, string]] };
  try {
    const engine = await bindings.SchemaEngine.new(options, () => {}, adapter);
    try {
      return await use(engine);
    } finally {
      engine.free();
    }
  } catch (error) {
    if (factory.scriptFault === undefined || !(error instanceof Error)) throw error;
    const name = /migration_name="([^"]+)"|Migration `([^`]+)`/.exec(error.message);
    const file = name?.[1] ?? name?.[2] ?? "";
    // The engine runs scripts only to compare, in a scratch database.
    throw new Foreseen(`Migration ${file} does not run on an empty database: ${factory.scriptFault}`);
  } finally {
    await factory.close();
  }
}
