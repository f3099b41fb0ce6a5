import { ServiceError } from "#core/errors.ts";
import type { Mode } from "#core/verification.ts";

const isLoopback = (url: URL): boolean =>
  url.hostname === "localhost" ||
  url.hostname.endsWith(".localhost") ||
  url.hostname === "[::1]" ||
  /^127(\.\d{1,3}){3}$/.test(url.hostname);

/**
 * A token travels in this address, so a live one must be https; http is for this machine and for test keys.
 * @throws INVALID_REQUEST_BODY
 */
export const checkCallbackUrl = (text: string | undefined, mode: Mode): void => {
  if (text === undefined || mode === "test") return;
  const url = new URL(text);
  if (url.protocol === "https:" || isLoopback(url)) return;
  const message = "expected https: with a live key, http is accepted for localhost only";
  throw new ServiceError("INVALID_REQUEST_BODY", `callback_url: ${message}`, {
    issues: [{ path: "callback_url", message }],
  });
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
