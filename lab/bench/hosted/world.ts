import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { ensureBuilt } from "../../../scripts/lib/build.ts";
import { freshDatabase } from "../../../scripts/lib/fresh-database.ts";
import { scriptRuntime } from "../../../scripts/lib/script-runtime.ts";
import { envOfBuild } from "../../../scripts/lib/serve-tenant.ts";
import { startApp } from "../../../scripts/local/app.ts";
import { anyPort } from "../../../scripts/local/ports.ts";
import { systemCtx } from "../../../src/runtime/runtime.ts";
import { startVerification } from "../../../src/services/check/start.ts";
import type { TenantCtx } from "../../../src/services/context.ts";
import { authenticateKey } from "../../../src/services/keys/authenticate-key.ts";
import { createTenant } from "../../../src/services/tenants/tenants.ts";
import { importTrustAnchors } from "../../../src/services/trust/import-list.ts";
import { createAuthority, pemOf } from "../../../tests/support/wallet/authority.ts";

export type World = Awaited<ReturnType<typeof openWorld>>;

const UNBOUNDED = {
  rateLimitPerMinute: 100_000_000,
  included: 1_000_000_000,
  hardLimit: 1_000_000_000,
  testMonthlyQuota: 1_000_000_000,
};

// PostgreSQL writes "execute <name>: …" for what is prepared, and "statement: …" for the rest.
const STATEMENT = /LOG: {2}(?:execute [^:]*|statement): (.*)/;

/** Whatever the page itself asked, in the order of its log: the batches of the request log come from other requests. */
export const statementsIn = (log: string): string[] =>
  log.split("\n").flatMap((line) => {
    const [, text] = STATEMENT.exec(line) ?? [];
    return text === undefined || /request_log|to_regclass|log_statement|pg_reload_conf/.test(text)
      ? []
      : [text];
  });

/** What PostgreSQL was asked since `listen`, but for the request log. */
const logReader = (superuser: pg.Pool, file: string) => {
  let from = 0;
  const set = async (what: "all" | "none"): Promise<void> => {
    await superuser.query(`alter system set log_statement = '${what}'`);
    await superuser.query("select pg_reload_conf()");
    await pause(200); // each session reads it with its next statement
  };
  return {
    listen: async (): Promise<void> => {
      await set("all");
      from = (await readFile(file)).length;
    },
    taken: async (): Promise<string[]> => {
      const text = (await readFile(file)).subarray(from).toString();
      await set("none");
      return statementsIn(text);
    },
  };
};

/** A separate service, as `npm run serve` and `npm run worker` run it, on a new database with one tenant. */
export const openWorld = async (
  stack: AsyncDisposableStack,
  { hasWorker = false, env = {} }: { hasWorker?: boolean; env?: Record<string, string> } = {},
) => {
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const logFile = join(folder, "postgres.log");
  const url = await freshDatabase(stack, { logFile });
  const runtime = await scriptRuntime(url);
  stack.defer(() => runtime.close());
  const { deps } = runtime;
  const port = await anyPort();
  const app = await startApp({
    env: { ...envOfBuild(runtime, { databaseUrl: url, port }), ...env },
    logFolder: folder,
    hasWorker,
    onRestart: (why) => console.error(why),
  });
  stack.defer(() => app.stop());
  const system = systemCtx(deps);
  const { der } = await createAuthority({ name: "CN=Bench authority" });
  const credentialTypes = ["org.iso.18013.5.1.mDL"];
  await importTrustAnchors(system, { format: "pem", content: pemOf(der), credentialTypes });
  const { id, apiKey } = await createTenant(system, {
    name: "Bench Shop",
    plan: "scale",
    overrides: UNBOUNDED,
  });
  await deps.db.orm.tenant.update({ where: { id }, data: { methods: ["document", "wallet"] } });
  const ctx = { ...system, ...(await authenticateKey(deps, apiKey)) };
  const superuser = new pg.Pool({ connectionString: url, max: 1 });
  stack.defer(() => superuser.end());
  return {
    baseUrl: app.baseUrl,
    /** Of the tenant's backend. */
    key: apiKey,
    ctx,
    pids: app.pids,
    statements: logReader(superuser, logFile),
  };
};

/** A verification that its end user has not opened yet, with the secret in its page's address. */
export const newPage = async (ctx: TenantCtx): Promise<{ id: string; secret: string }> => {
  const { verificationId, redirectUrl } = await startVerification(ctx, {
    callback_url: "https://shop.example/back",
  });
  return { id: verificationId, secret: redirectUrl.split("/v/")[1] ?? "" };
};
