import type { ClaimedDelivery } from "#data/webhook-claims.ts";

/** How many deliveries of one endpoint are sent at once: what the sender has connections for. */
const IN_FLIGHT_PER_ENDPOINT = 4;
/** How many of an endpoint one claim takes; with so many in this process it gets no more. */
export const CLAIM_PER_ENDPOINT = 8;

type Lane = { sending: number; waiting: ClaimedDelivery[] };

export type EndpointSlots = {
  /** Takes a claimed delivery in; it is in `next()` when its endpoint has a free place. */
  add(delivery: ClaimedDelivery): void;
  /** The deliveries that may be sent now. */
  next(): ClaimedDelivery[];
  done(endpointId: string): void;
  /** Endpoints that should get no more for now. */
  saturated(): string[];
  /** Everything that was claimed and not sent yet; the lanes are empty afterwards. */
  takeWaiting(): ClaimedDelivery[];
  /** Sent and waiting, all endpoints together. */
  size(): number;
};

/**
 * The places of each endpoint in this process. A slow endpoint fills its own places and nobody else's.
 * @param isProbing an endpoint whose breaker pause is over gets one delivery until it answers well
 */
export const createEndpointSlots = (isProbing: (endpointId: string) => boolean): EndpointSlots => {
  const lanes = new Map<string, Lane>();
  let size = 0;

  const laneOf = (endpointId: string): Lane => {
    const lane = lanes.get(endpointId) ?? { sending: 0, waiting: [] };
    lanes.set(endpointId, lane);
    return lane;
  };
  const placesOf = (endpointId: string): number => (isProbing(endpointId) ? 1 : IN_FLIGHT_PER_ENDPOINT);
  const forget = (endpointId: string, lane: Lane): void => {
    if (lane.sending === 0 && lane.waiting.length === 0) lanes.delete(endpointId);
  };

  return {
    add: (delivery) => {
      laneOf(delivery.endpointId).waiting.push(delivery);
      size += 1;
    },
    next: () => {
      const ready: ClaimedDelivery[] = [];
      for (const [endpointId, lane] of lanes) {
        const places = Math.max(0, placesOf(endpointId) - lane.sending);
        const taken = lane.waiting.splice(0, places);
        lane.sending += taken.length;
        ready.push(...taken);
      }
      return ready;
    },
    done: (endpointId) => {
      const lane = laneOf(endpointId);
      lane.sending -= 1;
      size -= 1;
      forget(endpointId, lane);
    },
    saturated: () =>
      [...lanes].flatMap(([endpointId, lane]) => {
        const room = isProbing(endpointId) ? 1 : CLAIM_PER_ENDPOINT;
        return lane.sending + lane.waiting.length >= room ? [endpointId] : [];
      }),
    takeWaiting: () => {
      const taken: ClaimedDelivery[] = [];
      for (const [endpointId, lane] of lanes) {
        taken.push(...lane.waiting.splice(0));
        forget(endpointId, lane);
      }
      size -= taken.length;
      return taken;
    },
    size: () => size,
  };
};
