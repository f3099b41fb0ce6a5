import type { ClaimedDelivery } from "#data/webhook-claims.ts";
import { addTo, type Pace, type Tiers } from "./place-limits.ts";

/** What one tenant has at one host. */
export type Guest = { claimed: number; sending: number; hanging: number; servedAt: number };
/** A receiver's host, whose places its tenants share. */
export type Host = {
  name: string;
  /** All that are known, and those with something to send. */
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

/** How much is claimed and sent in this process: of each tier in all, at each host, and of each tenant. */
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
