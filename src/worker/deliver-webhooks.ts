import { type ClaimedDelivery, claimFairly, claimInOrder } from "#data/webhook-claims.ts";
import type { WebhookSender } from "#platform/webhooks/sender.ts";
import type { Deps } from "#services/context.ts";
import { handBack } from "#services/webhooks/attempt-delivery.ts";
import { createBreakers } from "./breakers.ts";
import { createEndpointHealth } from "./endpoint-health.ts";
import { CLAIM_PER_ENDPOINT, createEndpointSlots } from "./endpoint-slots.ts";
import { LEASE_MS, sendClaimed } from "./send-claimed.ts";
import { createSettlementBuffer } from "./settlement-buffer.ts";
import type { Wake } from "./wake.ts";

/** Under way in this process, all endpoints together. */
const CAPACITY = 1_024;
/** A claim in order may hit one endpoint only, so it begins small, and doubles while what it gets is well spread. */
const IN_ORDER_BATCH = 24;
const LARGEST_BATCH = 256;
const FAIR_BATCH = 128;
/** Fewer free places are not worth a claim: they fill up while others get free. */
const MIN_FREE = 32;
const POLL_MS = 500;

/** Ids are ASCII, so this is Postgres's own order under COLLATE "C". */
const lastId = (ids: string[]): string => ids.sort((a, b) => (a < b ? -1 : 1)).at(-1) ?? "";

export type Deliverer = { run(signal: AbortSignal): Promise<void> };

/** Sends what is due, at least once each, until the signal; then finishes what is on its way. */
export const createDeliverer = (deps: Deps, sender: WebhookSender, wake: Wake): Deliverer => {
  const breakers = createBreakers(deps);
  const slots = createEndpointSlots({ of: breakers.placesOf });
  const settlements = createSettlementBuffer(deps, LEASE_MS, createEndpointHealth(deps, breakers));
  let lastEndpoint = "";
  let inOrderBatch = IN_ORDER_BATCH;
  let isStopping = false;

  const send = async (delivery: ClaimedDelivery): Promise<void> => {
    const settled = await sendClaimed(deps, sender, delivery);
    if (settled) {
      settlements.add({ delivery, settled });
      breakers.count(delivery.endpointId, settled.verdict);
    }
    slots.done(delivery.endpointId, settled?.settlement.record?.code === "TIMEOUT");
    startNext(delivery.endpointId);
    wake.ring();
  };

  const startNext = (endpointId?: string): void => {
    if (isStopping) return;
    for (const delivery of slots.next(endpointId)) void send(delivery);
  };

  const handBackWaiting = (which: "barred" | "all"): void => {
    for (const delivery of slots.takeWaiting(which)) {
      settlements.add({ delivery, settled: handBack(delivery, deps.now()) });
    }
  };

  /** Returns whether there may be more to claim right now. */
  const claim = async (): Promise<boolean> => {
    const free = CAPACITY - slots.size();
    if (free < MIN_FREE) return false;
    const now = deps.now();
    const skipEndpoints = [...slots.saturated(), ...breakers.open()];
    const common = { now, leaseUntil: new Date(now.getTime() + LEASE_MS), skipEndpoints };
    const isFair = skipEndpoints.length > 0 || lastEndpoint !== "";
    const limit = Math.min(free, isFair ? FAIR_BATCH : inOrderBatch);
    const claimed = isFair
      ? await claimFairly(deps.db, {
          ...common,
          limit,
          after: lastEndpoint,
          perEndpoint: CLAIM_PER_ENDPOINT,
        })
      : await claimInOrder(deps.db, { ...common, limit });
    for (const delivery of claimed) slots.add(delivery);
    const isSpread = claimed.length === limit && slots.saturated().length === 0;
    inOrderBatch = isSpread ? Math.min(inOrderBatch * 2, LARGEST_BATCH) : IN_ORDER_BATCH;
    // Going round: behind the last endpoint of this turn, or from the start when the round is over.
    const wasMidRound = lastEndpoint !== "";
    lastEndpoint =
      isFair && claimed.length === limit ? lastId(claimed.map(({ endpointId }) => endpointId)) : "";
    return claimed.length > 0 || wasMidRound;
  };

  const turn = async (): Promise<boolean> => {
    await breakers.refresh();
    handBackWaiting("barred");
    const hasMore = await claim();
    startNext();
    return hasMore;
  };

  const finish = async (): Promise<void> => {
    handBackWaiting("all");
    while (slots.size() > 0) await wake.wait(POLL_MS);
    await settlements.drain();
  };

  return {
    run: async (signal) => {
      const stop = (): void => {
        isStopping = true;
        wake.ring();
      };
      signal.addEventListener("abort", stop, { once: true });
      while (!signal.aborted) {
        const hasMore = await turn().catch((error: unknown) => {
          deps.log.warn("deliveries could not be claimed and will be tried again", { error });
          return false;
        });
        if (!hasMore && !signal.aborted) await wake.wait(POLL_MS);
      }
      await finish();
    },
  };
};
