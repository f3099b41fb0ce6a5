import { type ClaimedDelivery, claimFairly, claimInOrder } from "#data/webhook-claims.ts";
import { markAnswering, markFailing } from "#data/webhook-health.ts";
import type { WebhookSender } from "#platform/webhooks/sender.ts";
import { systemCtx } from "#runtime.ts";
import type { Deps } from "#services/context.ts";
import { attemptDelivery, handBack } from "#services/webhooks/attempt-delivery.ts";
import { disableBroken } from "#services/webhooks/disable-endpoint.ts";
import { createBreakers } from "./breakers.ts";
import { CLAIM_PER_ENDPOINT, createEndpointSlots } from "./endpoint-slots.ts";
import { createSettlementBuffer, type Outcome } from "./settlement-buffer.ts";
import type { Wake } from "./wake.ts";

const LEASE_MS = 15_000;
/** The sender takes at most 5 seconds; with less left than this an attempt could outlive its lease. */
const NEEDED_MS = 7_000;
const CAPACITY = 256;
/** A claim in order may hit one endpoint only, so it takes no more than that endpoint has room for. */
const IN_ORDER_BATCH = 24;
/** Fewer free places are not worth a claim: they fill up while others get free. */
const MIN_FREE = 32;
const POLL_MS = 500;

/** Ids are ASCII, so this is Postgres's own order under COLLATE "C". */
const lastId = (ids: string[]): string => ids.sort((a, b) => (a < b ? -1 : 1)).at(-1) ?? "";

export type Deliverer = { run(signal: AbortSignal): Promise<void> };

/** Sends what is due, at least once each, until the signal; then finishes what is on its way. */
export const createDeliverer = (deps: Deps, sender: WebhookSender, wake: Wake): Deliverer => {
  const breakers = createBreakers(deps);
  const slots = createEndpointSlots(breakers.isProbing);
  const leases = new Map<string, number>();
  let lastEndpoint = "";

  const afterWrite = async (written: readonly Outcome[]): Promise<void> => {
    const now = deps.now();
    const ids = (wanted: (outcome: Outcome) => boolean): string[] => [
      ...new Set(written.filter(wanted).map(({ delivery }) => delivery.endpointId)),
    ];
    const answering = ids(({ delivery, settled }) => settled.verdict === "ok" && delivery.isFailing);
    const failing = ids(({ delivery, settled }) => settled.verdict === "failed" && !delivery.isFailing);
    if (answering.length > 0) await markAnswering(deps.db, answering);
    if (failing.length > 0) await markFailing(deps.db, failing, now);
    for (const { delivery, settled } of written) {
      await breakers.count(delivery.endpointId, settled.verdict);
      if (settled.verdict !== "gone") continue;
      const { endpointId: id, tenantId } = delivery;
      await disableBroken(systemCtx(deps), { id, tenantId }, "gone");
    }
  };

  const settlements = createSettlementBuffer(deps, LEASE_MS, afterWrite);

  const send = async (delivery: ClaimedDelivery): Promise<void> => {
    const leftMs = (leases.get(delivery.id) ?? 0) - deps.now().getTime();
    leases.delete(delivery.id);
    try {
      // Too late to be sure: the lease runs out by itself and somebody claims the delivery again.
      if (leftMs < NEEDED_MS) return;
      const settled = await attemptDelivery(deps, sender, delivery);
      settlements.add({ delivery, settled });
    } catch (error) {
      deps.log.error("a delivery could not be attempted", { error, deliveryId: delivery.id });
    } finally {
      slots.done(delivery.endpointId);
      wake.ring();
    }
  };

  const claim = async (): Promise<number> => {
    const now = deps.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const skipEndpoints = [...slots.saturated(), ...breakers.open()];
    const free = CAPACITY - slots.size();
    if (free < MIN_FREE) return 0;
    const common = { now, leaseUntil, skipEndpoints };
    const claimed =
      skipEndpoints.length === 0
        ? await claimInOrder(deps.db, { ...common, limit: Math.min(free, IN_ORDER_BATCH) })
        : await claimFairly(deps.db, {
            ...common,
            limit: free,
            after: lastEndpoint,
            perEndpoint: CLAIM_PER_ENDPOINT,
          });
    // Going round: behind the last endpoint of this turn, or from the start when the turn is over.
    const isTurnOver = claimed.length < free;
    lastEndpoint = isTurnOver ? "" : lastId(claimed.map(({ endpointId }) => endpointId));
    for (const delivery of claimed) {
      leases.set(delivery.id, leaseUntil.getTime());
      slots.add(delivery);
    }
    return claimed.length;
  };

  const sendWaiting = (): void => {
    for (const delivery of slots.next()) void send(delivery);
  };

  const turn = async (): Promise<number> => {
    sendWaiting();
    await breakers.refresh();
    const claimed = await claim();
    sendWaiting();
    return claimed;
  };

  const finish = async (): Promise<void> => {
    for (const delivery of slots.takeWaiting()) {
      settlements.add({ delivery, settled: handBack(delivery, deps.now()) });
    }
    while (slots.size() > 0) await wake.wait(POLL_MS);
    await settlements.drain();
  };

  return {
    run: async (signal) => {
      signal.addEventListener("abort", wake.ring, { once: true });
      while (!signal.aborted) {
        const claimed = await turn().catch((error: unknown) => {
          deps.log.warn("deliveries could not be claimed and will be tried again", { error });
          return 0;
        });
        if (claimed === 0 && !signal.aborted) await wake.wait(POLL_MS);
      }
      await finish();
    },
  };
};
