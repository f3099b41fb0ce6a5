import type { DeliveryStatus } from "#core/webhook.ts";

/** Why a delivery cannot be sent again by hand; null where it can. */
export const retryRefusal = (
  status: DeliveryStatus,
  plan: string | undefined,
  isIncluded: boolean | undefined,
): string | null => {
  if (status === "delivered") return "It was already delivered.";
  if (status === "pending") return "Its next attempt is already scheduled.";
  if (status === "cancelled") return "It was cancelled because its endpoint was turned off or removed.";
  return isIncluded === false
    ? `The ${plan ?? "current"} plan does not include manual retries. Growth and scale do.`
    : null;
};
