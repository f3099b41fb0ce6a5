import { allowsCallbackTo } from "#core/callback-host.ts";
import { invalid } from "#core/errors.ts";
import type { Mode } from "#core/verification.ts";

const isLoopback = (url: URL): boolean =>
  url.hostname === "localhost" ||
  url.hostname.endsWith(".localhost") ||
  url.hostname === "[::1]" ||
  /^127(\.\d{1,3}){3}$/.test(url.hostname);

const refuse = (message: string): never => {
  throw invalid("callback_url", message);
};

/**
 * A token travels in this address, so a live one must be https; http is for this machine and for test keys. Where
 * the tenant lists hosts in its settings, it goes to no other.
 * @throws INVALID_REQUEST_BODY
 */
export const checkCallbackUrl = (
  text: string | undefined,
  mode: Mode,
  allowedHosts: readonly string[],
): void => {
  if (text === undefined) return;
  const url = new URL(text);
  if (mode === "live" && url.protocol !== "https:" && !isLoopback(url)) {
    refuse("expected https: with a live key, http is accepted for localhost only");
  }
  if (!allowsCallbackTo(allowedHosts, url)) {
    refuse(
      `${url.host} is not among the callback hosts of the tenant's settings: ${allowedHosts.join(", ")}`,
    );
  }
};

/** The address that the browser returns to: what happened is added to the query that is there. */
export const returnUrlOf = (
  callbackUrl: string,
  answer: { verificationId: string; status: string; token?: string },
): string => {
  const url = new URL(callbackUrl);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return url.href;
};
