import { createHmac, timingSafeEqual } from "node:crypto";

// For receivers of webhooks. It imports nothing from this project, so it can be copied into another one.

/** Why a webhook is not to be believed. Answer 401 to all of them. */
export type WebhookRejection =
  /** The body is neither text nor bytes: a framework has parsed it already. */
  | "body_not_raw"
  /** No secret, or an empty one. */
  | "no_secret"
  /** `X-Service-Signature` is missing, or not of the form `t=…,v1=…` with one `t`. */
  | "malformed_header"
  /** No signature in the header fits any of the secrets. */
  | "signature_mismatch"
  /** Signed correctly, but longer ago than the tolerance: perhaps recorded and sent again. */
  | "timestamp_too_old"
  /** Signed correctly, but for a time that lies further ahead than the tolerance. */
  | "timestamp_in_future";

export type WebhookVerification =
  /** `timestamp`: when it was signed, Unix seconds. */
  { ok: true; timestamp: number } | { ok: false; reason: WebhookRejection };

const MAX_HEADER_CHARACTERS = 4_096; // a header of this service has at most 150
const TIMESTAMP = /^[0-9]{1,12}$/;
const SIGNATURE = /^[0-9a-f]{64}$/; // SHA-256 in lower case hex

type Header = { timestamp: string; signatures: Buffer[] };

/**
 * Keys other than `t` and `v1`, and `v1` values that are not SHA-256 digests, are left to later versions of
 * the scheme.
 */
const parseHeader = (header: unknown): Header | null => {
  if (typeof header !== "string" || header.length > MAX_HEADER_CHARACTERS) return null;
  const timestamps: string[] = [];
  const signatures: Buffer[] = [];
  for (const part of header.split(",")) {
    const equals = part.indexOf("=");
    const key = part.slice(0, Math.max(0, equals)).trim();
    const value = part.slice(equals + 1).trim();
    if (key === "t") timestamps.push(value);
    if (key === "v1" && SIGNATURE.test(value)) signatures.push(Buffer.from(value, "hex"));
  }
  const [timestamp = ""] = timestamps;
  return timestamps.length === 1 && TIMESTAMP.test(timestamp) && signatures.length > 0
    ? { timestamp, signatures }
    : null;
};

const rejected = (reason: WebhookRejection): WebhookVerification => ({ ok: false, reason });

/**
 * Whether a webhook comes from the service and is fresh. It never throws, whatever is passed in, and compares in
 * constant time.
 * @param rawBody the request's body exactly as it was received, before any JSON parser
 * @param header the value of `X-Service-Signature`
 * @param secrets the endpoint's secret, or both while it is being rotated
 * @param options.toleranceSeconds how far the signature's time may lie from now, both ways; 300 by default
 */
export const verifyWebhook = (
  rawBody: string | Uint8Array,
  header: string | null | undefined,
  secrets: string | readonly string[],
  options: { toleranceSeconds?: number; now?: () => Date } = {},
): WebhookVerification => {
  const { toleranceSeconds = 300, now = () => new Date() } = options;
  if (typeof rawBody !== "string" && !(rawBody instanceof Uint8Array)) return rejected("body_not_raw");
  const keys = [secrets].flat().filter((secret) => typeof secret === "string" && secret !== "");
  if (keys.length === 0) return rejected("no_secret");
  const parsed = parseHeader(header);
  if (parsed === null) return rejected("malformed_header");

  let matches = 0;
  for (const key of keys) {
    const expected = createHmac("sha256", key).update(`${parsed.timestamp}.`).update(rawBody).digest();
    // No early exit: the time taken must not reveal which secret or signature was right.
    for (const signature of parsed.signatures) matches += Number(timingSafeEqual(signature, expected));
  }
  if (matches === 0) return rejected("signature_mismatch");

  const timestamp = Number(parsed.timestamp);
  const ageSeconds = now().getTime() / 1_000 - timestamp;
  if (ageSeconds < -toleranceSeconds) return rejected("timestamp_in_future");
  // Written so that a tolerance or clock of NaN rejects.
  return ageSeconds <= toleranceSeconds && ageSeconds >= -toleranceSeconds
    ? { ok: true, timestamp }
    : rejected("timestamp_too_old");
};
