import type { DeliveryStatus } from "#core/webhook.ts";

/**
 * Why a delivery cannot be sent again by hand; null where it can.
 * @param endpoint undefined when it was removed
 */
export const retryRefusal = (
  status: DeliveryStatus,
  endpoint: { isEnabled: boolean } | undefined,
  plan: string | undefined,
  isIncluded: boolean | undefined,
): string | null => {
  if (status === "delivered") return "It was already delivered.";
  if (status === "pending") return "Its next attempt is already scheduled.";
  if (endpoint === undefined) return "Its endpoint was removed.";
  if (!endpoint.isEnabled) return "Turn its endpoint on first.";
  return isIncluded === false
    ? `The ${plan ?? "current"} plan does not include manual retries. Growth and scale do.`
    : null;
};
