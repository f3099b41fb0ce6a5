import type { TestProject } from "vitest/node";
import { withClient } from "../../../scripts/lib/database.ts";
import { applyMigrations } from "../../../scripts/lib/migrations.ts";
import { memoryFolder } from "../../../scripts/local/memory-folder.ts";
import { type RunningPostgres, startPostgres } from "../../../scripts/local/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's server (its `postgres` database), and the migrated database that tests copy. */
    postgres: { url: string; template: string };
  }
}

const TEMPLATE = "lintel_template";

// Nothing here has to survive a power cut.
const FAST = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: 400,
  shared_buffers: "64MB",
  max_wal_size: "128MB",
  log_min_messages: "fatal",
};

type Shared = { starting: Promise<RunningPostgres>; users: number };
declare global {
  var lintelTestPostgres: Shared | undefined;
}

/** One server for all projects of a run; it also ends when the run is killed (scripts/local/postgres-guard.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.lintelTestPostgres ??= { starting: start(), users: 0 };
  const shared = globalThis.lintelTestPostgres;
  shared.users += 1;
  const postgres = await shared.starting;
  project.provide("postgres", { url: postgres.url("postgres"), template: TEMPLATE });
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    globalThis.lintelTestPostgres = undefined;
    await postgres.stop();
  };
}

async function start(): Promise<RunningPostgres> {
  const postgres = await startPostgres({ within: memoryFolder(), settings: FAST });
  await withClient(postgres.url("postgres"), (client) => client.query(`create database ${TEMPLATE}`));
  await applyMigrations(postgres.url(TEMPLATE));
  // A template can only be copied while nobody is connected to it.
  await withClient(postgres.url("postgres"), (client) =>
    client.query(`alter database ${TEMPLATE} with is_template true allow_connections false`),
  );
  return postgres;
}
