import { randomBytes } from "node:crypto";
import { type Config, loadConfig } from "./config.ts";
import { connect, disconnect } from "./data/client.ts";
import { isRefusedForGood } from "./data/errors.ts";
import { ensureRequestLogDays } from "./data/request-log-days.ts";
import { insertRequestLogs, type RequestLogRow } from "./data/request-logs.ts";
import { createWaker } from "./data/wake.ts";
import { createDocumentMethod } from "./methods/document/document-method.ts";
import { createMethods } from "./methods/registry.ts";
import { createSandboxMethod } from "./methods/sandbox/sandbox-method.ts";
import { createBatchWriter } from "./platform/batch-writer.ts";
import { createKeyCache } from "./platform/key-cache.ts";
import { createLogger } from "./platform/log.ts";
import { createGate } from "./platform/rate-limit.ts";
import { createSecrets } from "./platform/secrets.ts";
import { loadSigningKeys } from "./platform/signing-keys.ts";
import type { Ctx, Deps } from "./services/context.ts";
import { newId } from "./services/new-id.ts";

/** The one place where settings, database, platform and methods are put together. */
export type Runtime = {
  readonly config: Config;
  readonly deps: Deps;
  /** Writes what is buffered, then lets go of everything. */
  close(): Promise<void>;
};

const DOCUMENT_TIMEOUT_MS = 5_000;
const LOG_BUFFER = { maxBatch: 500, maxDelayMs: 200, capacity: 10_000 } as const;

/**
 * Puts a runtime together. Connects lazily: it succeeds with Postgres or Redis away.
 * @param overrides for tests: a clock, other methods
 */
export const createRuntime = async (config: Config, overrides: Partial<Deps> = {}): Promise<Runtime> => {
  const now = overrides.now ?? (() => new Date());
  const log = createLogger({
    level: config.LOG_LEVEL,
    now,
    write: (line) => void process.stderr.write(line),
  });
  const db = connect({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    onPoolError: (error) => log.warn("a database connection broke", { error }),
  });
  const upstash =
    config.UPSTASH_REDIS_REST_URL && config.UPSTASH_REDIS_REST_TOKEN
      ? { url: config.UPSTASH_REDIS_REST_URL, token: config.UPSTASH_REDIS_REST_TOKEN }
      : undefined;
  const gate = createGate({
    upstash,
    redisUrl: config.REDIS_URL,
    onFailure: config.RATE_LIMIT_ON_CACHE_FAILURE,
    now,
    log,
  });
  const methods = createMethods([
    createDocumentMethod({
      processes: config.DOCUMENT_PROCESSES,
      queueLimit: config.DOCUMENT_QUEUE_LIMIT,
      timeoutMs: DOCUMENT_TIMEOUT_MS,
      acceptSamples: config.LINTEL_ENV === "development",
    }),
    createSandboxMethod(),
  ]);
  const logBuffer = createBatchWriter<RequestLogRow>({
    ...LOG_BUFFER,
    write: async (rows) => {
      await ensureRequestLogDays(
        db,
        rows.map((row) => row.time),
      );
      await insertRequestLogs(db.orm, rows);
    },
    isPermanent: isRefusedForGood,
    onDrop: (rows) => log.warn("request log lines were dropped", { rows }),
  });
  const deps: Deps = {
    db,
    secrets: createSecrets({ secretsKey: config.SECRETS_KEY, pepper: config.KEY_PEPPER }),
    signingKeys: await loadSigningKeys(config.TOKEN_SIGNING_KEYS),
    gate,
    methods,
    keyCache: createKeyCache({ idsOf: (key) => [key.id, key.tenant.id], now }),
    log,
    requestLog: { add: logBuffer.add, dropped: () => logBuffer.stats().dropped },
    wakeDeliveries: createWaker(db),
    now,
    random: (bytes) => randomBytes(bytes),
    settings: {
      publicUrl: config.PUBLIC_URL,
      currency: config.CURRENCY,
      adminKeys: config.ADMIN_KEYS,
      authFailuresPerMinute: config.AUTH_FAILURES_PER_MINUTE,
      webhookAllowLoopback: config.WEBHOOK_ALLOW_LOOPBACK === "true",
      startedAt: now(),
    },
    ...overrides,
  };
  const close = async (): Promise<void> => {
    await logBuffer.close();
    await Promise.all([...deps.methods.values()].map((method) => method.close?.()));
    await deps.gate.close();
    await disconnect(db);
  };
  return { config, deps, close };
};

declare global {
  // Next bundles this module more than once, and src/server has its own copy: one process, one runtime.
  var lintelRuntime: Promise<Runtime> | undefined;
}

/** This process's runtime, made at the first call. */
export const getRuntime = (): Promise<Runtime> => {
  globalThis.lintelRuntime ??= createRuntime(loadConfig());
  return globalThis.lintelRuntime;
};

export const getDeps = async (): Promise<Deps> => (await getRuntime()).deps;

/** The context of work that no request asked for. */
export const systemCtx = (deps: Deps): Ctx => ({
  deps,
  actor: { kind: "system" },
  requestId: newId(deps, "request"),
});
