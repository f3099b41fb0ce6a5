import { countTenants } from "#data/tenants/tenants.ts";
import { totalStarted } from "#data/tenants/usage.ts";
import { readCounters } from "#data/verifications/start-verification.ts";
import { queueState } from "#data/webhooks/webhook-deliveries.ts";
import type { Ctx } from "#services/context.ts";
import { checkHealth, type Link } from "./health.ts";

/** What a process knows without the database. */
export type ProcessMetrics = {
  uptimeSeconds: number;
  dbStatus: Link;
  cacheStatus: Link;
  requestLogLinesDropped: number;
};

export type Metrics = ProcessMetrics & {
  totalTenants: number;
  totalVerifications: number;
  verificationsExpired: number;
  verificationsPurged: number;
  eventsPurged: number;
  webhooks: {
    queueDepth: number;
    oldestDueSeconds: number;
    /** By result: ok, status, dns, tls, timeout, connection, blocked. */
    attempts: Record<string, number>;
  };
};

const ATTEMPTS_PREFIX = "webhook_attempts_";

const attemptsByResult = (counters: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries(
    [...counters]
      .filter(([name]) => name.startsWith(ATTEMPTS_PREFIX))
      .map(([name, value]) => [name.slice(ATTEMPTS_PREFIX.length), value]),
  );

const secondsSince = (now: Date, instant: Date): number =>
  Math.floor((now.getTime() - instant.getTime()) / 1000);

/** Numbers of the answering process, whether the database answers or not. */
export const processMetrics = async ({ deps }: Ctx): Promise<ProcessMetrics> => {
  const { database, cache } = await checkHealth(deps);
  return {
    uptimeSeconds: secondsSince(deps.now(), deps.settings.startedAt),
    dbStatus: database,
    cacheStatus: cache,
    requestLogLinesDropped: deps.requestLog.dropped(),
  };
};

/** Numbers of the whole deployment. */
export const serviceMetrics = async (ctx: Ctx): Promise<Metrics> => {
  const now = ctx.deps.now();
  const db = ctx.deps.db.orm;
  const [process, totalTenants, totalVerifications, counters, queue] = await Promise.all([
    processMetrics(ctx),
    countTenants(db),
    totalStarted(db),
    readCounters(db),
    queueState(db, now),
  ]);
  return {
    ...process,
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

/** All numbers, or those of the process while the database is away: what says so must not fail with it. */
export const availableMetrics = async (ctx: Ctx): Promise<Metrics | ProcessMetrics> => {
  const process = await processMetrics(ctx);
  return process.dbStatus === "connected" ? serviceMetrics(ctx) : process;
};
