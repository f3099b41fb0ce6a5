import { readCounters } from "#data/service/counters.ts";
import { countTenants } from "#data/tenants/tenants.ts";
import { totalStarted } from "#data/tenants/usage.ts";
import { queueState } from "#data/webhooks/webhook-deliveries.ts";
import type { ProcessFigures } from "#platform/process/figures.ts";
import type { Ctx } from "#services/context.ts";
import { checkHealth } from "#services/health.ts";
import { endingCertificates } from "#services/wallet/signers.ts";

const ATTEMPTS_PREFIX = "webhook_attempts_";

/** Results: ok, status, dns, tls, timeout, connection, blocked. */
const attemptsByResult = (counters: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries(
    [...counters]
      .filter(([name]) => name.startsWith(ATTEMPTS_PREFIX))
      .map(([name, value]) => [name.slice(ATTEMPTS_PREFIX.length), value]),
  );

const secondsSince = (now: Date, instant: Date): number =>
  Math.floor((now.getTime() - instant.getTime()) / 1000);

/** Numbers of the answering process, whether the database answers or not. */
const processMetrics = async ({ deps }: Ctx) => {
  const { database, cache } = await checkHealth(deps);
  return {
    uptimeSeconds: secondsSince(deps.now(), deps.settings.startedAt),
    dbStatus: database,
    cacheStatus: cache,
    requestLogLinesDropped: deps.requestLog.dropped(),
  };
};

/** What only the database knows. */
const storedMetrics = async ({ deps }: Ctx) => {
  const now = deps.now();
  const db = deps.db.orm;
  const [totalTenants, totalVerifications, counters, queue] = await Promise.all([
    countTenants(db),
    totalStarted(db),
    readCounters(db),
    queueState(db, now),
  ]);
  return {
    totalTenants,
    totalVerifications,
    verificationsExpired: counters.get("verifications_expired") ?? 0,
    verificationsPurged: counters.get("verifications_purged") ?? 0,
    eventsPurged: counters.get("events_purged") ?? 0,
    webhooks: {
      queueDepth: queue.depth,
      oldestDueSeconds: queue.oldestDueAt ? secondsSince(now, queue.oldestDueAt) : 0,
      attempts: attemptsByResult(counters),
    },
  };
};

export type ProcessMetrics = Awaited<ReturnType<typeof processMetrics>>;

export type Metrics = ProcessMetrics &
  Awaited<ReturnType<typeof storedMetrics>> & {
    /** Certificates for requests to wallets that end within 30 days or have ended; left out where there are none at all. */
    walletCertificatesEnding?: { request: number; registration: number; reader: number };
  };

/** What Prometheus reads. */
export type AvailableMetrics = (Metrics | ProcessMetrics) & { figures: ProcessFigures };

/** While the database is away: the same fields, without a number. */
const NOT_STORED = {
  totalTenants: null,
  totalVerifications: null,
  verificationsExpired: null,
  verificationsPurged: null,
  eventsPurged: null,
  webhooks: null,
} as const satisfies Record<keyof Awaited<ReturnType<typeof storedMetrics>>, null>;

/** Numbers of the whole deployment; those that only the database knows are null while it is away. */
export const serviceMetrics = async (ctx: Ctx) => {
  const process = await processMetrics(ctx);
  return { ...process, ...(process.dbStatus === "connected" ? await storedMetrics(ctx) : NOT_STORED) };
};

/**
 * All numbers, or those of the process while the database is away: the report of an outage must not fail too.
 */
export const availableMetrics = async (ctx: Ctx): Promise<AvailableMetrics> => {
  const figures = ctx.deps.figures.read(); // before its own questions take connections
  const process = { ...(await processMetrics(ctx)), figures };
  if (process.dbStatus !== "connected") return process;
  const [stored, ending] = await Promise.all([storedMetrics(ctx), endingCertificates(ctx)]);
  return { ...process, ...stored, ...(ending ? { walletCertificatesEnding: ending } : {}) };
};
