import { deliveryHeaders } from "#core/delivery-headers.ts";
import type { ClaimedDelivery } from "#data/webhook-claims.ts";
import type { WebhookSender } from "#platform/webhooks/sender.ts";
import { signatureHeaders } from "#platform/webhooks/signature.ts";
import type { Deps } from "../context.ts";
import { signingSecrets } from "./secrets.ts";
import { ourFault, type Settled, settle } from "./settle.ts";

const cancelled = (delivery: ClaimedDelivery, now: Date): Settled => ({
  settlement: {
    id: delivery.id,
    attempt: delivery.attempt,
    status: "cancelled",
    slotsUsed: delivery.slotsUsed,
    nextAttemptAt: now,
    endedAt: now,
    record: null,
  },
  verdict: "untried",
});

/** A claimed delivery that goes back untried, due at once. */
export const handBack = (delivery: ClaimedDelivery, now: Date): Settled => {
  const { settlement } = cancelled(delivery, now);
  return { settlement: { ...settlement, status: "pending", endedAt: null }, verdict: "untried" };
};

const randomChance = (deps: Pick<Deps, "random">): number => (deps.random(1)[0] ?? 0) / 255;

/** A claimed delivery that we could not even try, through no fault of its endpoint. */
export const postpone = (deps: Pick<Deps, "now" | "random">, delivery: ClaimedDelivery): Settled =>
  ourFault(delivery, deps.now(), randomChance(deps));

/** One HTTP try: the frozen bytes, signed anew with this attempt's own time. Never throws for what a receiver does. */
export const attemptDelivery = async (
  deps: Pick<Deps, "secrets" | "now" | "random">,
  sender: WebhookSender,
  delivery: ClaimedDelivery,
): Promise<Settled> => {
  const startedAt = deps.now();
  if (!delivery.isEnabled) return cancelled(delivery, startedAt);
  const result = await sender.post({
    url: delivery.url,
    body: delivery.body,
    headers: deliveryHeaders({
      ...delivery,
      attempt: String(delivery.number),
      signature: signatureHeaders({
        id: delivery.eventId,
        timestampSeconds: Math.floor(startedAt.getTime() / 1000),
        body: delivery.body,
        secrets: signingSecrets(deps, delivery, startedAt),
      }),
    }),
  });
  return settle(delivery, result, { startedAt, now: deps.now() }, randomChance(deps));
};
