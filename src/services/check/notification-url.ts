import { invalid } from "#core/errors.ts";
import { isSameOrigin } from "#core/webhooks/webhook.ts";
import { listEndpoints } from "#data/webhooks/webhook-endpoints.ts";
import { checkWebhookUrl } from "#platform/webhooks/address-policy.ts";
import type { TenantCtx } from "#services/context.ts";

/**
 * The address to which a verification's events go, by the rules for webhook endpoints. A key alone can give one, so an
 * owner must have registered its origin: no key sends our webhooks to another host. At a host that others share, other paths
 * are theirs (docs/webhooks.md).
 * @returns null: none was given, and nothing is read
 * @throws INVALID_REQUEST_BODY: a forbidden address, or no enabled endpoint of the mode has its origin
 */
export const acceptedNotificationUrl = async (
  { deps, tenant, mode }: TenantCtx,
  given: string | undefined,
): Promise<string | null> => {
  if (given === undefined) return null;
  const check = checkWebhookUrl(given, { allowLoopback: deps.settings.webhookAllowLoopback });
  if (!check.ok) throw invalid("notification_url", check.message);
  const endpoints = await listEndpoints(deps.db.orm, tenant.id);
  const isRegistered = endpoints.some(
    ({ url, modes, isEnabled }) => isEnabled && modes.includes(mode) && isSameOrigin(url, check.url),
  );
  if (isRegistered) return check.url;
  throw invalid(
    "notification_url",
    `no enabled webhook endpoint for ${mode} events has the origin ${new URL(check.url).origin}: add one in the console, or use an origin that has one`,
  );
};
