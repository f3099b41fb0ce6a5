import { type ClaimedDelivery, refreshClaim } from "#data/webhook-claims.ts";
import type { WebhookSender } from "#platform/webhooks/sender.ts";
import type { Deps } from "#services/context.ts";
import type { DeliveryResult } from "#services/webhooks/attempt-delivery.ts";
import { attemptDelivery, handBack, postpone } from "#services/webhooks/attempt-delivery.ts";

export const LEASE_MS = 15_000;
/** The sender takes at most 5 seconds; with less left than this an attempt could outlive its lease. */
const NEEDED_MS = 7_000;
/** A delivery that has waited longer for its place looks at its endpoint again: it may be switched off by now, or sign otherwise. */
const FRESH_MS = 1_000;

/** Tries one claimed delivery. Returns what came of it; null when it is no longer ours to send. Never throws. */
export const sendClaimed = async (
  deps: Deps,
  sender: WebhookSender,
  claimed: ClaimedDelivery,
): Promise<DeliveryResult | null> => {
  const now = deps.now();
  const leftMs = claimed.leaseUntil.getTime() - now.getTime();
  if (leftMs < NEEDED_MS) return handBack(claimed, now);
  try {
    const isFresh = leftMs > LEASE_MS - FRESH_MS;
    const delivery = isFresh ? claimed : await refreshClaim(deps.db, claimed);
    return delivery && (await attemptDelivery(deps, sender, delivery));
  } catch (error) {
    deps.log.error("a delivery could not be attempted and was put off", { error, deliveryId: claimed.id });
    return postpone(deps, claimed);
  }
};
