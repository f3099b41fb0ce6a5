import {
  type ClaimedDelivery,
  claimFairly,
  claimInOrder,
  refreshClaim,
} from "#data/webhooks/webhook-claims.ts";
import type { WebhookSender } from "#platform/webhooks/sender.ts";
import type { Deps } from "#services/context.ts";
import {
  attemptDelivery,
  type DeliveryResult,
  handBack,
  postpone,
} from "#services/webhooks/attempt-delivery.ts";
import { createDeliverySlots } from "./delivery-slots.ts";
import { createBreakers, createEndpointHealth } from "./endpoint-health.ts";
import type { Notifier } from "./notifier.ts";
import { type Outage, SAYS_ALL } from "./outage.ts";
import { createResultBatcher } from "./result-batcher.ts";
import { CLAIM_PER_ENDPOINT, paceOf } from "./slot-limits.ts";

export const LEASE_MS = 15_000;
/** The sender takes at most 5 seconds; with less left than this an attempt could outlive its lease. */
const NEEDED_MS = 7_000;
/** A delivery that has waited longer for its slot reads its endpoint again: it may be disabled by now, or have another secret. */
const FRESH_MS = 1_000;

/** Tries one claimed delivery. Never throws. @returns null when the delivery is no longer ours to send */
const sendClaimed = async (
  deps: Deps,
  sender: WebhookSender,
  claimed: ClaimedDelivery,
  outage: Outage,
): Promise<DeliveryResult | null> => {
  const now = deps.now();
  const leftMs = claimed.leaseUntil.getTime() - now.getTime();
  if (leftMs < NEEDED_MS) return handBack(claimed, now);
  try {
    const isFresh = leftMs > LEASE_MS - FRESH_MS;
    const delivery = isFresh ? claimed : await refreshClaim(deps.db, claimed);
    return delivery && (await attemptDelivery(deps, sender, delivery));
  } catch (error) {
    if (!(await outage.covers(error)))
      deps.log.error("a delivery could not be attempted and was put off", { error, deliveryId: claimed.id });
    return postpone(deps, claimed);
  }
};

/** A claim in order may hit one endpoint only, so it starts small and doubles while its deliveries are well spread. */
const IN_ORDER_BATCH = 24;
const LARGEST_BATCH = 256;
const FAIR_BATCH = 128;
/** Fewer free slots are not worth a claim: more become free in the meantime. */
const MIN_FREE = 32;
const POLL_MS = 500;

/** Ids are ASCII, so this is Postgres's own order under COLLATE "C". */
const lastId = (ids: string[]): string => ids.sort((a, b) => (a < b ? -1 : 1)).at(-1) ?? "";

/**
 * Sends due deliveries, each at least once, until the signal; then finishes those under way.
 * @param deps.now decides what is due and how long a lease lasts: several workers need a shared clock
 * @param syncClock called before each turn; a turn whose clock cannot be set is tried again later
 * @param outage says once what all parts of a worker find at the same time
 */
export const createDeliverer = (
  deps: Deps,
  sender: WebhookSender,
  notifier: Notifier,
  syncClock: () => Promise<void> = () => Promise.resolve(),
  outage: Outage = SAYS_ALL,
) => {
  const breakers = createBreakers(deps);
  const slots = createDeliverySlots(breakers);
  const results = createResultBatcher(deps, LEASE_MS, createEndpointHealth(deps, breakers));
  let lastEndpoint = "";
  let inOrderBatch = IN_ORDER_BATCH;
  let isStopping = false;

  const send = async (delivery: ClaimedDelivery): Promise<void> => {
    const { id: deliveryId, type, eventId, verificationId, tenantId, number: attempt } = delivery;
    const result = await deps.telemetry.delivery(
      type,
      { deliveryId, eventId, verificationId, tenantId, attempt },
      () => sendClaimed(deps, sender, delivery, outage),
      (sent) => ({
        outcome: sent?.outcome ?? null,
        status: sent?.toRecord.record?.status ?? null,
        code: sent?.toRecord.record?.code ?? null,
      }),
    );
    if (result) {
      results.add({ delivery, result });
      breakers.count(delivery.endpointId, result.outcome);
    }
    const record = result?.toRecord.record;
    slots.done(delivery.endpointId, record ? paceOf(record) : null);
    startNext(delivery.endpointId);
    notifier.notify();
  };

  const startNext = (endpointId?: string): void => {
    if (isStopping) return;
    for (const delivery of slots.next(endpointId)) void send(delivery);
  };

  const giveBack = (deliveries: readonly ClaimedDelivery[]): void => {
    for (const delivery of deliveries) results.add({ delivery, result: handBack(delivery, deps.now()) });
  };

  /** @returns whether more may be claimable right now */
  const claim = async (): Promise<boolean> => {
    const { free, unknown, skip, cautious, quick } = slots.claimable();
    if (free < MIN_FREE) return false;
    const now = deps.now();
    const skipEndpoints = [...skip, ...breakers.open()];
    const common = { now, leaseUntil: new Date(now.getTime() + LEASE_MS), skipEndpoints };
    const only = unknown < MIN_FREE ? quick() : null;
    const isFair = skipEndpoints.length + cautious.length > 0 || lastEndpoint !== "" || only !== null;
    const room = only === null ? Math.min(free, unknown) : free;
    const limit = Math.min(room, isFair ? FAIR_BATCH : inOrderBatch);
    const claimed = isFair
      ? await claimFairly(deps.db, {
          ...common,
          limit,
          after: lastEndpoint,
          perEndpoint: CLAIM_PER_ENDPOINT,
          cautious,
          only,
        })
      : await claimInOrder(deps.db, { ...common, limit });
    const turnedAway = claimed.filter((delivery) => !slots.offer(delivery));
    giveBack(turnedAway);
    const isSpread = claimed.length === limit && turnedAway.length === 0;
    inOrderBatch = isSpread ? Math.min(inOrderBatch * 2, LARGEST_BATCH) : IN_ORDER_BATCH;
    // The next turn starts after this one's last endpoint, or from the start when the round is over.
    const wasMidRound = lastEndpoint !== "";
    lastEndpoint =
      isFair && claimed.length === limit ? lastId(claimed.map(({ endpointId }) => endpointId)) : "";
    return claimed.length > 0 || wasMidRound;
  };

  const turn = async (): Promise<boolean> => {
    await syncClock();
    await breakers.refresh();
    giveBack(slots.takeWaiting("surplus"));
    const hasMore = await claim();
    startNext();
    return hasMore;
  };

  const finish = async (): Promise<void> => {
    giveBack(slots.takeWaiting("all"));
    while (slots.size() > 0) await notifier.wait(POLL_MS);
    await results.drain();
  };

  return {
    run: async (signal: AbortSignal): Promise<void> => {
      const stop = (): void => {
        isStopping = true;
        notifier.notify();
      };
      signal.addEventListener("abort", stop, { once: true });
      while (!signal.aborted) {
        const hasMore = await turn().catch(async (error: unknown) => {
          if (!(await outage.covers(error)))
            deps.log.warn("deliveries could not be claimed and will be tried again", { error });
          return false;
        });
        if (!hasMore && !signal.aborted) await notifier.wait(POLL_MS);
      }
      await finish();
    },
  };
};
