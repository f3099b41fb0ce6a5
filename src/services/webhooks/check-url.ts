import { invalid } from "#core/errors.ts";
import { checkWebhookUrl } from "#platform/webhooks/url-policy.ts";
import type { Deps } from "../context.ts";

/**
 * The address as it is kept. The addresses behind its name are checked at every send.
 * @throws INVALID_REQUEST_BODY with what is wrong
 */
export const acceptedUrl = (deps: Pick<Deps, "settings">, text: string): string => {
  const check = checkWebhookUrl(text, { allowLoopback: deps.settings.webhookAllowLoopback });
  if (check.ok) return check.url;
  throw invalid("url", check.message);
};
