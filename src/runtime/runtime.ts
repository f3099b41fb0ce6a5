import { randomUUID } from "node:crypto";
import { type Config, databaseOf, loadConfig, secretsOf, sessionUrlOf } from "#config/config.ts";
import { resourceOf } from "#config/telemetry.ts";
import { apart, connect } from "#data/service/client.ts";
import { isRefusedForGood } from "#data/service/errors.ts";
import { createReplica } from "#data/service/replica.ts";
import { ensureRequestLogDays, insertRequestLogs, type RequestLogRow } from "#data/service/request-logs.ts";
import { holdsConnection } from "#data/sql/held-connection.ts";
import { addGateCounts } from "#data/tenants/gates.ts";
import { addKeyHours } from "#data/tenants/key-uses.ts";
import { createAwaitHeld } from "#data/webhooks/await-held.ts";
import { createDeliveryNotifier } from "#data/webhooks/notify.ts";
import { createMethods } from "#methods/registry.ts";
import { createVendors } from "#methods/vendor/vendor-method.ts";
import { createBatchWriter } from "#platform/batch-writer.ts";
import { createTextLookup } from "#platform/dns-text.ts";
import { isDraining } from "#platform/draining.ts";
import type { AskHttp } from "#platform/http.ts";
import { loadSigningKeys } from "#platform/keys/signing-keys.ts";
import { createLogger, type Logger } from "#platform/log.ts";
import { createFigures } from "#platform/process/figures.ts";
import { randomBytes } from "#platform/random.ts";
import { createRateLimiter } from "#platform/rate-limit.ts";
import { createSecrets } from "#platform/secrets.ts";
import { createShortCache } from "#platform/short-cache.ts";
import { createGateCounter, createKeyCounter } from "#platform/sum-counter.ts";
import { TELEMETRY_OFF, type Telemetry } from "#platform/telemetry.ts";
import { createDoorVisitor } from "#platform/webhooks/door-visitor.ts";
import {
  createWebhookSender,
  developmentNetwork,
  type SenderOptions,
  type WebhookSender,
} from "#platform/webhooks/sender.ts";
import { createTenantHttp, type TenantHttp } from "#platform/webhooks/tenant-http.ts";
import type { Ctx, Deps } from "#services/context.ts";
import { newId } from "#services/ids.ts";
import { believeExtraCa, extraCaOf } from "./authorities.ts";
import { identityOf } from "./identity.ts";
import { methodsOf, walletOf, warnOfProofs, warnOfSigner } from "./methods.ts";
import { createSelfCheck } from "./self-check.ts";
import { settingsOf } from "./service-settings.ts";

/** The one place where settings, database, platform and methods are put together. */
export type Runtime = {
  readonly config: Config;
  readonly deps: Deps;
  /** Writes what is buffered, then closes everything. */
  close(): Promise<void>;
};

// Small batches: one of 500 lines keeps the process and the database busy for milliseconds, which shows in
// the slowest percent.
const LOG_BUFFER = { maxBatch: 100, maxDelayMs: 200, capacity: 10_000 } as const;

/**
 * A person waits for the answer. Lists of millions of credentials take several hundred KiB, and base64 adds
 * to that.
 */
const LIST_BOUNDS = { timeoutMs: 4_000, maxBytes: 4 * 1024 * 1024 } as const;

/** A site that knows its visitors does not close because our database is away. */
const GATE_STALE_MS = 60 * 60 * 1000;

/** A tenant's host stays that tenant's while the database is away. */
const HOST_STALE_MS = 60 * 60 * 1000;

/** The SDK is loaded only where there is a collector to send to. */
const telemetryOf = async (config: Config, log: Logger): Promise<Telemetry> => {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return TELEMETRY_OFF;
  const { startTelemetry } = await import("#platform/opentelemetry.ts");
  return startTelemetry(
    {
      endpoint,
      headers: config.OTEL_EXPORTER_OTLP_HEADERS,
      resource: resourceOf(config, log.warn),
      sampler: config.OTEL_TRACES_SAMPLER,
      samplerShare: config.OTEL_TRACES_SAMPLER_ARG,
      metricIntervalMs: config.OTEL_METRIC_EXPORT_INTERVAL,
      instanceId: randomUUID(),
    },
    log,
  );
};

/** Which of the addresses tenants name may be reached: the internet, and in development this machine. */
const networkOf = (config: Config): Omit<SenderOptions, "now"> => {
  const ca = extraCaOf("WEBHOOK_EXTRA_CA_FILE", config.WEBHOOK_EXTRA_CA_FILE);
  const trusted = ca === undefined ? {} : { ca: [ca] };
  return config.WEBHOOK_ALLOW_LOOPBACK === "true" ? developmentNetwork(trusted) : trusted;
};

/** The webhook sender of the worker's deliveries and of the console's samples. */
export const createSender = (config: Config, now: () => Date): WebhookSender =>
  createWebhookSender({ now, ...networkOf(config) });

/**
 * Puts a runtime together. Connects lazily: it succeeds with Postgres or Redis away.
 * @param overrides for tests: a clock, other methods
 */
export const createRuntime = async (config: Config, overrides: Partial<Deps> = {}): Promise<Runtime> => {
  believeExtraCa(config.EXTRA_CA_FILE); // now: all that is put together connects with them
  const now = overrides.now ?? (() => new Date());
  const log =
    overrides.log ??
    createLogger({
      level: config.LOG_LEVEL,
      now,
      write: (line) => void process.stderr.write(line),
    });
  const telemetry = overrides.telemetry ?? (await telemetryOf(config, log));
  const db = connect({
    ...databaseOf(config),
    poolSize: config.DATABASE_POOL_SIZE,
    onPoolError: (error) => log.warn("a database connection broke", { error }),
    observe: telemetry.statement,
  });
  const replica = createReplica({
    standby:
      config.DATABASE_REPLICA_URL === undefined
        ? null
        : connect({
            ...databaseOf(config),
            url: config.DATABASE_REPLICA_URL,
            poolSize: config.DATABASE_POOL_SIZE,
            onPoolError: (error) => log.debug("a connection to the replica broke", { error }),
          }),
    now,
    onAway: (error) => log.warn("the replica is away: reports are read from the database", { error }),
    onBack: () => log.info("the replica is back"),
  });
  telemetry.gauge("lintel.pool.waiting", () => db.pool.waitingCount);
  const upstash =
    config.UPSTASH_REDIS_REST_URL && config.UPSTASH_REDIS_REST_TOKEN
      ? { url: config.UPSTASH_REDIS_REST_URL, token: config.UPSTASH_REDIS_REST_TOKEN }
      : undefined;
  const secrets = createSecrets(secretsOf(config));
  const rateLimiter = createRateLimiter({
    upstash,
    redisUrl: config.REDIS_URL,
    // Another name for every window, so that the counter can neither tell whose calls it counts nor find them again.
    countName: (name, window) =>
      `lintel:limit:${secrets.fingerprint("rate-limit", `${name}:${window}`).toString("base64url")}`,
    onFailure: config.RATE_LIMIT_ON_CACHE_FAILURE,
    now,
    log,
  });
  const wallet = overrides.wallet ?? walletOf(config);
  warnOfSigner(wallet, now(), log);
  warnOfProofs(config, wallet, log);
  const network = networkOf(config); // now: a missing file must not fail the first webhook
  const logBuffer = createBatchWriter<RequestLogRow>({
    ...LOG_BUFFER,
    write: (rows) =>
      apart(async () => {
        await ensureRequestLogDays(
          db,
          rows.map((row) => row.time),
        );
        await insertRequestLogs(db, rows);
      }),
    isPermanent: isRefusedForGood,
    onDrop: (rows) => log.warn("request log lines were dropped", { rows }),
  });
  let sender: WebhookSender | undefined;
  let tenantHttp: TenantHttp | undefined;
  const listHttp = wallet.status ? createTenantHttp({ ...network, ...LIST_BOUNDS }) : null;
  const askTenantAddress: AskHttp = (url, init) => {
    tenantHttp ??= createTenantHttp(network);
    return tenantHttp.ask(url, init);
  };
  const vendors = createVendors({ http: askTenantAddress, now, random: randomBytes, standIns: config });
  const methods = createMethods(
    methodsOf(config, { wallet, vendors, db, secrets, http: askTenantAddress, listHttp, now, log }),
  );
  const gateCounter = createGateCounter({
    write: (sums) => apart(() => addGateCounts(db, sums)),
    delayMs: 2_000,
  });
  const keyCounter = createKeyCounter({
    write: (sums) => apart(() => addKeyHours(db, sums)),
    delayMs: 2_000,
  });
  const awaitHeld = createAwaitHeld(db, { now, sessionUrl: sessionUrlOf(config), isStopping: isDraining });
  const lookUp = { now, holdsConnection: () => holdsConnection(db.pool) };
  const deps: Deps = {
    db,
    replica,
    secrets,
    signingKeys: await loadSigningKeys(config.TOKEN_SIGNING_KEYS),
    rateLimiter,
    selfCheck: createSelfCheck(db),
    methods,
    vendors,
    wallet,
    keyCache: createShortCache({ idsOf: (key) => [key.id, key.tenant.id], ...lookUp }),
    adminKeyCache: createShortCache({ idsOf: (key) => [key.id], ...lookUp }),
    siteCache: createShortCache({ idsOf: (site) => [site.id, site.tenant.id], ...lookUp }),
    gateCache: createShortCache({
      idsOf: (gate) => [gate.id, gate.tenant.id],
      ...lookUp,
      staleMs: GATE_STALE_MS,
    }),
    hostCache: createShortCache({
      idsOf: (host) => [host.id, host.tenantId],
      ...lookUp,
      staleMs: HOST_STALE_MS,
    }),
    askForText: createTextLookup(config.DNS_SERVERS),
    gateCounter,
    keyCounter,
    log,
    telemetry,
    figures: createFigures(db.pool),
    requestLog: { add: logBuffer.add, dropped: () => logBuffer.stats().dropped },
    wakeDeliveries: createDeliveryNotifier(db),
    awaitHeld: awaitHeld.wait,
    webhookSender: () => {
      sender ??= createSender(config, now);
      return sender;
    },
    askTenantAddress,
    visitDoor: createDoorVisitor(network),
    identity: identityOf(config, secrets, now),
    now,
    random: randomBytes,
    settings: settingsOf(config, secrets, now()),
    ...overrides,
  };
  const close = async (): Promise<void> => {
    awaitHeld.close();
    deps.figures.close();
    await Promise.all([logBuffer.close(), gateCounter.flush(), keyCounter.flush(), telemetry.close()]);
    await Promise.all([...deps.methods.values()].map((method) => method.close?.()));
    await sender?.close();
    await tenantHttp?.close();
    await listHttp?.close();
    await deps.rateLimiter.close();
    await replica.close();
    await db.close();
  };
  return { config, deps, close };
};

declare global {
  // Next's bundle of instrumentation.ts finds the runtime here: it imports none of the program (ADR 39).
  var lintelRuntime: Promise<Runtime> | undefined;
}

/** This process's runtime, made at the first call. */
export const getRuntime = (): Promise<Runtime> => {
  globalThis.lintelRuntime ??= createRuntime(loadConfig()).catch((error: unknown) => {
    globalThis.lintelRuntime = undefined; // the next call tries again
    throw error;
  });
  return globalThis.lintelRuntime;
};

export const getDeps = async (): Promise<Deps> => (await getRuntime()).deps;

/** The context of work that no request triggered. */
export const systemCtx = (deps: Deps): Ctx => ({
  deps,
  site: null,
  actor: { kind: "system" },
  requestId: newId(deps, "request"),
});
