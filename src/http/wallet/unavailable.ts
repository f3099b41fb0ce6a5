import { ERRORS, type ServiceError } from "#core/errors.ts";

/** When a wallet should come again if nothing better is known, in seconds: before its person gives up. */
const RETRY_AFTER_SECONDS = 2;

/**
 * 503 with Retry-After (RFC 9110 §15.6.4) for what has nothing to do with the request: no place, too many at once, the
 * database away, a fault. A wallet does not repeat what was answered with 400, and its attestation may be for one use.
 * @returns null when the request itself was at fault
 */
export const unavailable = ({ code, details }: ServiceError, headers: Headers): Response | null => {
  const { status } = ERRORS[code];
  const isOurs = status >= 500 || status === 429 || code === "CHECK_IN_PROGRESS";
  if (!isOurs) return null;
  headers.set("Retry-After", String(details.retryAfterSeconds ?? RETRY_AFTER_SECONDS));
  // RFC 6749 §4.1.2.1 has this name for it.
  return Response.json({ error: "temporarily_unavailable" }, { status: 503, headers });
};
