import type { ClaimedDelivery } from "#data/webhooks/webhook-claims.ts";
import {
  CLAIM_PER_ENDPOINT,
  CLAIMED,
  CLAIMED_PER_HOST,
  CLAIMED_PER_HOST_AT_MOST,
  CLAIMED_PER_TENANT,
  createCounts,
  HANGING_PER_TENANT_AND_HOST,
  type Host,
  IN_FLIGHT,
  isBelow,
  type Lane,
  type Pace,
  SENT_PER_HOST,
  SENT_PER_TENANT_AND_HOST,
} from "./slot-limits.ts";

/** How many endpoints without deliveries keep their pace. */
const REMEMBERED = 10_000;

/**
 * Decides which claimed delivery of this process is sent next. A host's slots go to the tenant with the
 * fewest there, and a hanging endpoint waits only for its own kind: no tenant can use up what they all share.
 * @param breakers.slotsOf the most that an endpoint may have: none while its breaker is open, one to probe it
 */
export const createDeliverySlots = (breakers: { slotsOf(endpointId: string): number }) => {
  const { claimed, claimedByTenant, guestOf, count, recount } = createCounts();
  const hosts = new Map<string, Host>();
  const lanes = new Map<string, Lane>();
  const busy = new Set<Lane>();
  /** The longest idle first. */
  const idle = new Set<Lane>();
  const hanging = new Set<Lane>();
  let turn = 0;

  const hostOf = (url: string): Host => {
    // Rows that were restored or edited by hand: the sender refuses such an address; claims of others go on.
    const name = URL.canParse(url) ? new URL(url).host : url;
    const found = hosts.get(name);
    if (found) return found;
    const host: Host = {
      name,
      lanes: new Set(),
      queue: new Set(),
      claimed: [0, 0, 0],
      sending: [0, 0, 0],
      guests: new Map(),
    };
    hosts.set(name, host);
    return host;
  };
  const leave = (lane: Lane): void => {
    lane.host.lanes.delete(lane);
    lane.host.queue.delete(lane);
    if (lane.host.lanes.size === 0) hosts.delete(lane.host.name);
  };
  const setPace = (lane: Lane, pace: Pace): void => {
    if (lane.pace === pace) return;
    recount(lane, () => {
      lane.pace = pace;
    });
    if (pace === "hanging") hanging.add(lane);
    else hanging.delete(lane);
  };

  const laneOf = ({ endpointId, tenantId, url }: ClaimedDelivery): Lane => {
    const found = lanes.get(endpointId);
    if (found?.url === url) return found;
    if (found) leave(found);
    const host = hostOf(url);
    if (found) recount(found, () => void Object.assign(found, { url, host }));
    const lane = found ?? { endpointId, tenantId, url, host, pace: "unknown", sending: 0, waiting: [] };
    host.lanes.add(lane);
    lanes.set(endpointId, lane);
    return lane;
  };
  /** A lane is busy while it has deliveries; the longest idle ones are forgotten. */
  const sort = (lane: Lane): void => {
    if (lane.waiting.length > 0) lane.host.queue.add(lane);
    else lane.host.queue.delete(lane);
    const isBusy = lane.sending + lane.waiting.length > 0;
    (isBusy ? idle : busy).delete(lane);
    (isBusy ? busy : idle).add(lane);
    const [oldest] = idle.size > REMEMBERED ? idle : [];
    if (!oldest) return;
    for (const known of [idle, hanging]) known.delete(oldest);
    lanes.delete(oldest.endpointId);
    leave(oldest);
  };

  const slotsOf = ({ endpointId, pace }: Lane): number =>
    Math.min(breakers.slotsOf(endpointId), IN_FLIGHT[pace]);
  const roomOf = (lane: Lane): number => {
    const slots = slotsOf(lane);
    return slots > 1 ? CLAIM_PER_ENDPOINT : slots;
  };
  const isFull = (lane: Lane): boolean => {
    const { host, pace, tenantId } = lane;
    const isNewHere = !host.guests.has(tenantId);
    return (
      lane.sending + lane.waiting.length >= roomOf(lane) ||
      (claimedByTenant.get(tenantId) ?? 0) >= CLAIMED_PER_TENANT ||
      !isBelow(host.claimed, isNewHere ? CLAIMED_PER_HOST_AT_MOST : CLAIMED_PER_HOST, pace) ||
      !isBelow(claimed, CLAIMED, pace)
    );
  };

  const maySend = (lane: Lane): boolean => {
    if (lane.sending >= slotsOf(lane)) return false;
    if (!isBelow(lane.host.sending, SENT_PER_HOST, lane.pace)) return false;
    const guest = guestOf(lane);
    return lane.pace === "hanging"
      ? guest.hanging < HANGING_PER_TENANT_AND_HOST
      : guest.sending < SENT_PER_TENANT_AND_HOST;
  };
  /** The tenant with the fewest under way there, then the one whose last turn was longest ago. */
  const isBefore = (one: Lane, other: Lane): boolean => {
    const [a, b] = [guestOf(one), guestOf(other)];
    const difference = a.sending + a.hanging - b.sending - b.hanging || a.servedAt - b.servedAt;
    return difference === 0 ? one.sending < other.sending : difference < 0;
  };
  const startAt = (host: Host): ClaimedDelivery[] => {
    const started: ClaimedDelivery[] = [];
    for (;;) {
      let best: Lane | null = null;
      for (const lane of host.queue) if (maySend(lane) && (!best || isBefore(lane, best))) best = lane;
      const delivery = best?.waiting.shift();
      if (!best || !delivery) return started;
      best.sending += 1;
      count(best, { claimed: 0, sending: 1 });
      turn += 1;
      guestOf(best).servedAt = turn;
      sort(best);
      started.push(delivery);
    }
  };

  return {
    /** What may be claimed now. */
    claimable: () => {
      const seen = new Set(busy);
      for (const { host } of busy) {
        // Only where one tier is used up can an endpoint without deliveries be full.
        if (!isBelow(host.claimed, CLAIMED_PER_HOST, "hanging"))
          for (const lane of host.lanes) seen.add(lane);
      }
      for (const lane of hanging) seen.add(lane);
      const isTenantFull = [...claimedByTenant.values()].some((number) => number >= CLAIMED_PER_TENANT);
      if (isTenantFull) for (const lane of lanes.values()) seen.add(lane);
      const skip = new Set([...seen].filter(isFull));
      return {
        /** How many; for endpoints that this process knows nothing about, at most `unknown`. */
        free: CLAIMED[0] - claimed[0],
        unknown: CLAIMED[1] - claimed[1],
        /** Endpoints that have enough. */
        skip: [...skip].map(({ endpointId }) => endpointId),
        /** Endpoints for which one delivery is enough. */
        cautious: [...hanging].filter((lane) => !skip.has(lane)).map(({ endpointId }) => endpointId),
        /** Endpoints that answer quickly: the only ones to claim for when `unknown` is used up. */
        quick: () =>
          [...lanes.values()].filter(({ pace }) => pace === "quick").map(({ endpointId }) => endpointId),
      };
    },
    /** Takes in a claimed delivery, to come out of `next()` in its turn. False: no room, so hand it back. */
    offer: (delivery: ClaimedDelivery): boolean => {
      const lane = laneOf(delivery);
      const hasRoom = !isFull(lane);
      if (hasRoom) {
        lane.waiting.push(delivery);
        count(lane, { claimed: 1, sending: 0 });
      }
      sort(lane);
      return hasRoom;
    },
    /** The deliveries to send now: to the host of one endpoint, or to all. */
    next: (endpointId?: string): ClaimedDelivery[] => {
      if (endpointId === undefined) return [...new Set([...busy].map(({ host }) => host))].flatMap(startAt);
      const host = lanes.get(endpointId)?.host;
      return host ? startAt(host) : [];
    },
    /** A delivery was sent, or will not be. @param pace null when nothing was learned about the endpoint */
    done: (endpointId: string, pace: Pace | null): void => {
      const lane = lanes.get(endpointId);
      if (!lane) return;
      lane.sending -= 1;
      count(lane, { claimed: -1, sending: -1 });
      if (pace) setPace(lane, pace);
      sort(lane);
    },
    /** What is claimed but not yet sent: what exceeds its endpoint's present limit, or all. */
    takeWaiting: (which: "surplus" | "all"): ClaimedDelivery[] => {
      const taken: ClaimedDelivery[] = [];
      for (const lane of [...busy]) {
        const remaining = which === "all" ? 0 : Math.max(0, roomOf(lane) - lane.sending);
        const surplus = lane.waiting.splice(remaining);
        if (surplus.length === 0) continue;
        count(lane, { claimed: -surplus.length, sending: 0 });
        taken.push(...surplus);
        sort(lane);
      }
      return taken;
    },
    /** Sent and waiting, all endpoints together. */
    size: () => claimed[0],
  };
};

export type DeliverySlots = ReturnType<typeof createDeliverySlots>;
