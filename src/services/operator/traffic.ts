import { addDays, dayOf } from "#core/day.ts";
import type { Mode } from "#core/verification.ts";
import { oldestWaiting } from "#data/alerts/conditions.ts";
import {
  backlogByTenant,
  countsByTenant,
  requestsByTenant,
  type TenantCounts,
} from "#data/operator/operator-facts.ts";
import { readCounters } from "#data/service/counters.ts";
import {
  countTroubled,
  type TroubledEndpoint,
  troubledEndpoints,
} from "#data/webhooks/troubled-endpoints.ts";
import { queueState } from "#data/webhooks/webhook-deliveries.ts";
import { type Ctx, type Deps, fromReplica } from "#services/context.ts";

// Webhooks, verifications and requests over all tenants.

type WebhooksOfAll = {
  queue: {
    depth: number;
    oldestDueAt: Date | null;
    waitingSeconds: number;
    /** See `secondsDue`. */
    secondsDue: number;
  };
  /** Since the database was set up: ok, status, dns, tls, timeout, connection, blocked. */
  attempts: Record<string, number>;
  /** The tenants with deliveries that wait, those that wait longest first; `totals` counts those that are not listed too. */
  backlog: { tenantId: string; tenantName: string; pending: number; oldestDueAt: Date }[];
  /** Only `host`: a path can hold a tenant's secret. */
  endpoints: (Omit<TroubledEndpoint, "url" | "modes"> & { host: string })[];
  totals: {
    /** Tenants. */
    backlog: number;
    /** Endpoints that fail and are still tried, and those that were switched off. */
    failing: number;
    off: number;
  };
};

const PREFIX = "webhook_attempts_";

/** For how long the oldest delivery has been due that does not wait for its own failing endpoint; 0: none is due. */
export const secondsDue = async ({ db, now }: Pick<Deps, "db" | "now">): Promise<number> => {
  const at = now();
  const oldest = await oldestWaiting(db, at);
  return oldest === null ? 0 : Math.floor((at.getTime() - oldest.getTime()) / 1000);
};

/**
 * What waits to be delivered and what cannot be, over all tenants.
 * @param input how many rows of each list
 */
export const webhooksOfAll = (
  ctx: Ctx,
  { endpoints: mostEndpoints, backlog: mostBacklog }: { endpoints: number; backlog: number },
): Promise<WebhooksOfAll> =>
  fromReplica(ctx, async ({ deps }) => {
    const db = deps.db.orm;
    const now = deps.now();
    const [{ depth, oldestDueAt }, late, counters, backlog, endpoints, { failing, off }] = await Promise.all([
      queueState(db, now),
      secondsDue(deps),
      readCounters(db),
      backlogByTenant(db, mostBacklog),
      troubledEndpoints(db, "longest", mostEndpoints),
      countTroubled(db),
    ]);
    const waitingMs = oldestDueAt ? now.getTime() - oldestDueAt.getTime() : 0;
    return {
      queue: {
        ...{ depth, oldestDueAt, secondsDue: late },
        waitingSeconds: Math.max(0, Math.floor(waitingMs / 1000)),
      },
      attempts: Object.fromEntries(
        [...counters].flatMap(([name, value]) =>
          name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), value]] : [],
        ),
      ),
      backlog: backlog.map(({ tenants: _all, ...row }) => row),
      totals: { backlog: backlog[0]?.tenants ?? 0, failing, off },
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
  /** How many tenants had any start or request, listed or not. */
  total: number;
  /** Those with any start or request, the most starts first, then the most requests. Requests are of the last 24 hours. */
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
 * @param input.limit how many tenants to list
 */
export const ratesOfAll = (ctx: Ctx, { days, limit }: { days: number; limit: number }): Promise<RatesOfAll> =>
  fromReplica(ctx, async ({ deps }) => {
    const now = deps.now();
    const [counts, requests] = await Promise.all([
      countsByTenant(deps.db.orm, "live", addDays(dayOf(now), 1 - days), now),
      requestsByTenant(deps.db.orm, addDays(now, -1)),
    ]);
    const all = { ...NONE };
    for (const row of counts) for (const each of OUTCOMES) all[each] += row[each];
    const byTenant = new Map(requests.map((row) => [row.tenantId, [row]]));
    const started = new Set(counts.map(({ tenantId }) => tenantId));
    // Whose every start is refused or fails has none: it is the one to see.
    const others = requests
      .toSorted((a, b) => b.requests - a.requests)
      .flatMap(({ tenantId, tenantName }) =>
        tenantId === null || tenantName === null || started.has(tenantId)
          ? []
          : [{ tenantId, tenantName, ...NONE }],
      );
    const rows = [...counts, ...others];
    return {
      days,
      mode: "live",
      total: rows.length,
      whole: { ...rated(all), requests: requestsOf(requests) },
      tenants: rows.slice(0, limit).map((row) => ({
        ...{ tenantId: row.tenantId, tenantName: row.tenantName },
        ...rated(row),
        requests: requestsOf(byTenant.get(row.tenantId) ?? []),
      })),
    };
  });
