import { countTenants } from "#data/tenants/tenants.ts";
import { totalStarted } from "#data/tenants/usage.ts";
import { readCounters } from "#data/verifications/start-verification.ts";
import { queueState } from "#data/webhooks/webhook-deliveries.ts";
import type { Ctx } from "#services/context.ts";
import { checkHealth, type Link } from "./health.ts";

export type Metrics = {
  uptimeSeconds: number;
  dbStatus: Link;
  cacheStatus: Link;
  totalTenants: number;
  totalVerifications: number;
  requestLogLinesDropped: number;
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

/** Numbers of the whole deployment. */
export const serviceMetrics = async ({ deps }: Ctx): Promise<Metrics> => {
  const now = deps.now();
  const db = deps.db.orm;
  const [health, totalTenants, totalVerifications, counters, queue] = await Promise.all([
    checkHealth(deps),
    countTenants(db),
    totalStarted(db),
    readCounters(db),
    queueState(db, now),
  ]);
  const secondsSince = (instant: Date): number => Math.floor((now.getTime() - instant.getTime()) / 1000);
  return {
    uptimeSeconds: secondsSince(deps.settings.startedAt),
    dbStatus: health.database,
    cacheStatus: health.cache,
    totalTenants,
    totalVerifications,
    requestLogLinesDropped: deps.requestLog.dropped(),
    verificationsExpired: counters.get("verifications_expired") ?? 0,
    verificationsPurged: counters.get("verifications_purged") ?? 0,
    eventsPurged: counters.get("events_purged") ?? 0,
    webhooks: {
      queueDepth: queue.depth,
      oldestDueSeconds: queue.oldestDueAt ? secondsSince(queue.oldestDueAt) : 0,
      attempts: attemptsByResult(counters),
    },
  };
};
