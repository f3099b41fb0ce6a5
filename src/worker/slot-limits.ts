import type { ClaimedDelivery } from "#data/webhooks/webhook-claims.ts";

/** How an endpoint answered its last attempt in this process. `unknown`: there was none yet. */
export type Pace = "unknown" | "quick" | "slow" | "hanging";

/** An endpoint that needs longer shares the slots of those that are not known to answer. */
const QUICK_MS = 1_000;

/** What an attempt says about its endpoint. */
export const paceOf = (attempt: { code: string | null; durationMs: number }): Pace => {
  if (attempt.code === "TIMEOUT") return "hanging";
  return attempt.durationMs <= QUICK_MS ? "quick" : "slow";
};

/**
 * Three counts or limits, one within the other: all, those not known to be quick, those that hang. The less
 * is known about an endpoint, the smaller its part of what is shared; the rest stays free for those that
 * answer.
 */
type Tiers = [all: number, unproven: number, hanging: number];
const TIERS_OF: Record<Pace, readonly (0 | 1 | 2)[]> = {
  quick: [0],
  unknown: [0, 1],
  slow: [0, 1],
  hanging: [0, 1, 2],
};

/** Claimed by this process: sent and waiting. */
export const CLAIMED: Tiers = [1_024, 768, 384];
/** Sent to one host at once. */
export const SENT_PER_HOST: Tiers = [64, 32, 16];
/** Claimed for one host: two rounds at most, so that each delivery gets its turn well within its lease. */
export const CLAIMED_PER_HOST: Tiers = [128, 64, 32];
/** … and for a tenant that has nothing claimed there yet. */
export const CLAIMED_PER_HOST_AT_MOST: Tiers = [256, 96, 48];

/** One tenant's: claimed, and sent to one host at once. Endpoints that hang have fewer, counted separately. */
export const CLAIMED_PER_TENANT = 128;
export const SENT_PER_TENANT_AND_HOST = 16;
export const HANGING_PER_TENANT_AND_HOST = 8;

/** One endpoint's: sent at once, and taken by one claim. */
export const IN_FLIGHT: Record<Pace, number> = { quick: 4, slow: 4, unknown: 1, hanging: 1 };
export const CLAIM_PER_ENDPOINT = 8;

/** Counts deliveries of an endpoint in the tiers of its pace. */
const addTo = (tiers: Tiers, pace: Pace, count: number): void => {
  for (const tier of TIERS_OF[pace]) tiers[tier] += count;
};

/** Whether one more of this pace is within every limit that applies to it. */
export const isBelow = (tiers: Readonly<Tiers>, limits: Readonly<Tiers>, pace: Pace): boolean =>
  TIERS_OF[pace].every((tier) => tiers[tier] < limits[tier]);

/** What one tenant has at one host. */
type Guest = { claimed: number; sending: number; hanging: number; servedAt: number };
/** A receiver's host, whose slots its tenants share. */
export type Host = {
  name: string;
  /** All known ones, and those with something to send. */
  lanes: Set<Lane>;
  queue: Set<Lane>;
  claimed: Tiers;
  sending: Tiers;
  guests: Map<string, Guest>;
};
/** An endpoint and what this process has claimed for it. */
export type Lane = {
  endpointId: string;
  tenantId: string;
  url: string;
  host: Host;
  pace: Pace;
  sending: number;
  waiting: ClaimedDelivery[];
};

/** How many deliveries are claimed and sent in this process: in total, at each host, and for each tenant. */
export const createCounts = () => {
  const claimed: Tiers = [0, 0, 0];
  const claimedByTenant = new Map<string, number>();

  const guestOf = ({ host, tenantId }: Lane): Guest => {
    const guest = host.guests.get(tenantId) ?? { claimed: 0, sending: 0, hanging: 0, servedAt: 0 };
    host.guests.set(tenantId, guest);
    return guest;
  };

  /** Adds to every count that a lane's deliveries are part of. */
  const count = (lane: Lane, more: { claimed: number; sending: number }): void => {
    const { host, pace, tenantId } = lane;
    const guest = guestOf(lane);
    addTo(claimed, pace, more.claimed);
    addTo(host.claimed, pace, more.claimed);
    addTo(host.sending, pace, more.sending);
    guest.claimed += more.claimed;
    guest[pace === "hanging" ? "hanging" : "sending"] += more.sending;
    if (guest.claimed === 0) host.guests.delete(tenantId);
    const ofTenant = (claimedByTenant.get(tenantId) ?? 0) + more.claimed;
    if (ofTenant > 0) claimedByTenant.set(tenantId, ofTenant);
    else claimedByTenant.delete(tenantId);
  };
  /** Changes what a lane's deliveries are counted under. */
  const recount = (lane: Lane, change: () => void): void => {
    const { sending } = lane;
    const all = sending + lane.waiting.length;
    count(lane, { claimed: -all, sending: -sending });
    change();
    count(lane, { claimed: all, sending });
  };

  return { claimed, claimedByTenant, guestOf, count, recount };
};
