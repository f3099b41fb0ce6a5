import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { printed } from "../deploy/guide-blocks.ts";
import { freePort } from "./redis.ts";

const PATHS = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** Why tests that need a real PgBouncer cannot run here; null when they can. */
export const pgbouncerMissing: string | null =
  spawnSync("pgbouncer", ["--version"], { env: PATHS }).error === undefined
    ? null
    : "pgbouncer is not installed (Debian: apt-get install pgbouncer)";

export type TestPgBouncer = {
  /** The same database, through PgBouncer. */
  url: string;
  close(): Promise<void>;
};

/**
 * A real PgBouncer with the settings that docs/operations.md gives, in front of one database.
 * @param serverConnections how many connections to Postgres all clients together have
 */
export const startPgBouncer = async (
  databaseUrl: string,
  serverConnections: number,
): Promise<TestPgBouncer> => {
  const target = new URL(databaseUrl);
  const name = target.pathname.slice(1);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "lintel-pgbouncer-"));
  const file = join(folder, "pgbouncer.ini");
  const password = target.password === "" ? "" : ` password=${decodeURIComponent(target.password)}`;
  writeFileSync(
    file,
    `[databases]
${name} = host=${target.hostname} port=${target.port || 5432} dbname=${name} user=${target.username}${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
default_pool_size = ${serverConnections}
max_client_conn = 100
${printed("docs/operations.md > PgBouncer > 1")}`,
  );
  // PgBouncer refuses to run as root, and gives itself to this user first.
  chmodSync(folder, 0o755);
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn("pgbouncer", [...user, file], { env: PATHS, stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  let output = "";
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      output += String(chunk);
      if (output.includes("process up")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`pgbouncer ended with ${code}: ${output}`)));
  });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    close: async () => {
      if (child.exitCode === null) child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
