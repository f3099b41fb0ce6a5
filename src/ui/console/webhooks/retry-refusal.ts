import type { DeliveryStatus } from "#core/webhook.ts";

/** Why a delivery cannot be sent again by hand; null where it can. */
export const retryRefusal = (
  status: DeliveryStatus,
  plan: string | undefined,
  isIncluded: boolean | undefined,
): string | null => {
  if (status === "delivered") return "It was delivered: there is nothing to send again.";
  if (status === "pending") return "It is waiting for its next attempt already.";
  if (status === "cancelled") return "It was cancelled when its endpoint was switched off or removed.";
  return isIncluded === false
    ? `The ${plan ?? "present"} plan does not include sending again by hand; growth and scale do.`
    : null;
};
