import type { ClaimedDelivery } from "#data/webhook-claims.ts";

/** How many deliveries of one endpoint are sent at once: what the sender has connections for. */
export const IN_FLIGHT_PER_ENDPOINT = 4;
/** How many of an endpoint one claim takes; with so many in this process it gets no more. */
export const CLAIM_PER_ENDPOINT = 8;

type Lane = { sending: number; waiting: ClaimedDelivery[] };

export type EndpointSlots = {
  /** Takes a claimed delivery in; it comes out of `next()` when its endpoint has a free place. */
  add(delivery: ClaimedDelivery): void;
  /** The deliveries that may be sent now: of one endpoint, or of all. */
  next(endpointId?: string): ClaimedDelivery[];
  /** A delivery was sent, or will not be. */
  done(endpointId: string, hung: boolean): void;
  /** Endpoints that should get no more for now. */
  saturated(): string[];
  /** What was claimed and not sent yet, of endpoints that may not be sent to now, or of all. */
  takeWaiting(which: "barred" | "all"): ClaimedDelivery[];
  /** Sent and waiting, all endpoints together. */
  size(): number;
};

/**
 * The places of each endpoint in this process. A slow endpoint fills its own places and nobody else's.
 * @param places.of how many an endpoint may have at most: none while its breaker is open, one to probe it
 */
export const createEndpointSlots = (places: { of(endpointId: string): number }): EndpointSlots => {
  const lanes = new Map<string, Lane>();
  // Their last attempt ran out of time. They get one place: many of them must not hold everybody's.
  const hanging = new Set<string>();
  let size = 0;

  const laneOf = (endpointId: string): Lane => {
    const lane = lanes.get(endpointId) ?? { sending: 0, waiting: [] };
    lanes.set(endpointId, lane);
    return lane;
  };
  const placesOf = (endpointId: string): number =>
    Math.min(places.of(endpointId), hanging.has(endpointId) ? 1 : IN_FLIGHT_PER_ENDPOINT);
  const forgetIdle = (endpointId: string, lane: Lane): void => {
    if (lane.sending === 0 && lane.waiting.length === 0) lanes.delete(endpointId);
  };
  const startIn = (endpointId: string, lane: Lane): ClaimedDelivery[] => {
    if (lane.waiting.length === 0) return [];
    const ready = lane.waiting.splice(0, Math.max(0, placesOf(endpointId) - lane.sending));
    lane.sending += ready.length;
    return ready;
  };

  return {
    add: (delivery) => {
      laneOf(delivery.endpointId).waiting.push(delivery);
      size += 1;
    },
    next: (endpointId) => {
      if (endpointId === undefined) return [...lanes].flatMap(([id, lane]) => startIn(id, lane));
      const lane = lanes.get(endpointId);
      return lane ? startIn(endpointId, lane) : [];
    },
    done: (endpointId, hung) => {
      const lane = laneOf(endpointId);
      lane.sending -= 1;
      size -= 1;
      if (hung) hanging.add(endpointId);
      else hanging.delete(endpointId);
      forgetIdle(endpointId, lane);
    },
    saturated: () =>
      [...lanes].flatMap(([endpointId, { sending, waiting }]) => {
        const room = placesOf(endpointId) === IN_FLIGHT_PER_ENDPOINT ? CLAIM_PER_ENDPOINT : 1;
        return sending + waiting.length >= room ? [endpointId] : [];
      }),
    takeWaiting: (which) => {
      const taken: ClaimedDelivery[] = [];
      for (const [endpointId, lane] of [...lanes]) {
        if (which === "barred" && places.of(endpointId) > 0) continue;
        taken.push(...lane.waiting.splice(0));
        forgetIdle(endpointId, lane);
      }
      size -= taken.length;
      return taken;
    },
    size: () => size,
  };
};
