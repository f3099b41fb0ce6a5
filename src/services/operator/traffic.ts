import { addDays, dayOf } from "#core/day.ts";
import type { Mode } from "#core/verification.ts";
import {
  backlogByTenant,
  countsByTenant,
  requestsByTenant,
  type TenantCounts,
} from "#data/operator/operator-facts.ts";
import { readCounters } from "#data/service/counters.ts";
import { type TroubledEndpoint, troubledEndpoints } from "#data/webhooks/troubled-endpoints.ts";
import { queueState } from "#data/webhooks/webhook-deliveries.ts";
import { type Ctx, fromReplica } from "#services/context.ts";

// Webhooks, verifications and requests over all tenants.

const LISTED = 100;

type WebhooksOfAll = {
  queue: { depth: number; oldestDueAt: Date | null; waitingSeconds: number };
  /** Since the database was set up: ok, status, dns, tls, timeout, connection, blocked. */
  attempts: Record<string, number>;
  backlog: { tenantId: string; tenantName: string; pending: number; oldestDueAt: Date }[];
  /** `host` alone: a path can hold a tenant's secret. */
  endpoints: (Omit<TroubledEndpoint, "url" | "modes"> & { host: string })[];
};

const PREFIX = "webhook_attempts_";

/** What waits to be delivered and what cannot be, over all tenants. */
export const webhooksOfAll = (ctx: Ctx): Promise<WebhooksOfAll> =>
  fromReplica(ctx, async ({ deps }) => {
    const db = deps.db.orm;
    const now = deps.now();
    const [{ depth, oldestDueAt }, counters, backlog, endpoints] = await Promise.all([
      queueState(db, now),
      readCounters(db),
      backlogByTenant(db, LISTED),
      troubledEndpoints(db, "longest", LISTED),
    ]);
    const waitingMs = oldestDueAt ? now.getTime() - oldestDueAt.getTime() : 0;
    return {
      queue: { depth, oldestDueAt, waitingSeconds: Math.max(0, Math.floor(waitingMs / 1000)) },
      attempts: Object.fromEntries(
        [...counters].flatMap(([name, value]) =>
          name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value]] : [],
        ),
      ),
      backlog,
      endpoints: endpoints.map(({ url, modes: _all, ...endpoint }) => ({
        ...endpoint,
        host: URL.canParse(url) ? new URL(url).host : "",
      })),
    };
  });

type Rates = Omit<TenantCounts, "tenantId" | "tenantName"> & {
  /** Of those decided; null: none was. */
  approvalRate: number | null;
};

type Requests = {
  requests: number;
  /** Answers 4xx. */
  refused: number;
  /** Answers 5xx. */
  broken: number;
  /** `broken` of all; null: there were none. */
  errorRate: number | null;
};

type RatesOfAll = {
  days: number;
  mode: Mode;
  whole: Rates & { requests: Requests };
  /** Those with any start or request, the most starts first. Requests are of the last 24 hours. */
  tenants: (Rates & { tenantId: string; tenantName: string; requests: Requests })[];
};

const rated = ({
  started,
  approved,
  rejected,
  failed,
  expired,
}: Omit<TenantCounts, "tenantId" | "tenantName">): Rates => {
  const decided = approved + rejected;
  return {
    ...{ started, approved, rejected, failed, expired },
    approvalRate: decided === 0 ? null : approved / decided,
  };
};

const requestsOf = (rows: readonly { requests: number; refused: number; broken: number }[]): Requests => {
  const sum = { requests: 0, refused: 0, broken: 0 };
  for (const row of rows) {
    sum.requests += row.requests;
    sum.refused += row.refused;
    sum.broken += row.broken;
  }
  return { ...sum, errorRate: sum.requests === 0 ? null : sum.broken / sum.requests };
};

const OUTCOMES = ["started", "approved", "rejected", "failed", "expired"] as const;
const NONE = { started: 0, approved: 0, rejected: 0, failed: 0, expired: 0 };

/**
 * The outcomes of live verifications, and of requests, for each tenant and in all.
 * @param input.days the number of days, including today; requests are of the last 24 hours
 */
export const ratesOfAll = (ctx: Ctx, { days }: { days: number }): Promise<RatesOfAll> =>
  fromReplica(ctx, async ({ deps }) => {
    const now = deps.now();
    const [counts, requests] = await Promise.all([
      countsByTenant(deps.db.orm, "live", addDays(dayOf(now), 1 - days), now),
      requestsByTenant(deps.db.orm, addDays(now, -1)),
    ]);
    const all = { ...NONE };
    for (const row of counts) for (const each of OUTCOMES) all[each] += row[each];
    const byTenant = new Map(requests.map((row) => [row.tenantId, [row]]));
    return {
      days,
      mode: "live",
      whole: { ...rated(all), requests: requestsOf(requests) },
      tenants: counts.map((row) => ({
        ...{ tenantId: row.tenantId, tenantName: row.tenantName },
        ...rated(row),
        requests: requestsOf(byTenant.get(row.tenantId) ?? []),
      })),
    };
  });
