import { environment } from "./environment.ts";
import { LintelError } from "./errors.ts";
import type { WebhookEvent } from "./types.ts";

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
  | { ok: true; timestamp: number }
  | {
      ok: false;
      reason: WebhookRejection /** What happened and what to do; no secret in it. */;
      message: string;
    };

/** The body exactly as it arrived. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** A secret that does not fit the webhook, or a webhook that is not the service's. Answer 401. */
export class WebhookVerificationError extends LintelError {
  readonly reason: WebhookRejection;

  static {
    WebhookVerificationError.prototype.name = "WebhookVerificationError";
  }

  constructor(reason: WebhookRejection, message: string) {
    super(message);
    this.reason = reason;
  }
}

const MAX_HEADER_CHARACTERS = 4_096; // a header of this service has at most 150
const TIMESTAMP = /^[0-9]{1,12}$/;
const SIGNATURE = /^[0-9a-f]{64}$/; // SHA-256 in lower case hex

const utf8 = new TextEncoder();

type Header = { timestamp: string; signatures: Uint8Array<ArrayBuffer>[] };

const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Keys other than `t` and `v1`, and `v1` values that are no SHA-256, are left to later versions of the scheme. */
const parseHeader = (header: unknown): Header | null => {
  if (typeof header !== "string" || header.length > MAX_HEADER_CHARACTERS) return null;
  const timestamps: string[] = [];
  const signatures: Uint8Array<ArrayBuffer>[] = [];
  for (const part of header.split(",")) {
    const equals = part.indexOf("=");
    const key = part.slice(0, Math.max(0, equals)).trim();
    const value = part.slice(equals + 1).trim();
    if (key === "t") timestamps.push(value);
    if (key === "v1" && SIGNATURE.test(value)) signatures.push(bytesOfHex(value));
  }
  const [timestamp = ""] = timestamps;
  return timestamps.length === 1 && TIMESTAMP.test(timestamp) && signatures.length > 0
    ? { timestamp, signatures }
    : null;
};

/**
 * The keys that a secret as it was pasted can stand for: with white space, line ends or quotes around it, with the `v1,` of
 * Standard Webhooks in front, or without `whsec_`. Each is a reading of the same secret, so none weakens the check.
 */
const keysOf = (secret: unknown): string[] => {
  if (typeof secret !== "string") return [];
  const bare = secret
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2")
    .replace(/^v1a?,/, "")
    .trim();
  if (bare === "" || bare === "whsec_") return [];
  return bare.startsWith("whsec_") ? [bare] : [bare, `whsec_${bare}`];
};

const bytesOf = (body: unknown): Uint8Array<ArrayBuffer> | null => {
  if (typeof body === "string") return utf8.encode(body);
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return body instanceof ArrayBuffer ? new Uint8Array(body) : null;
};

/** Whether it is text or bytes, and not what a parser made of them. */
export const isRaw = (body: unknown): body is RawBody =>
  typeof body === "string" || body instanceof Uint8Array || body instanceof ArrayBuffer;

/** In bytes. */
export const sizeOf = (body: RawBody): number => bytesOf(body)?.length ?? 0;

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
};

const NOT_RAW =
  "The body was parsed before it was checked, so its bytes are gone. Hand over the raw body. Express: express.raw({ type: " +
  '"application/json" }) on this route, before express.json(). Next.js route handler: await request.text(). Next.js pages: ' +
  'bodyParser: false. Fastify: addContentTypeParser with parseAs: "buffer". Hono: await c.req.text(). AWS Lambda: event.body, ' +
  "decoded where event.isBase64Encoded.";

const malformedMessage = (header: unknown): string => {
  if (typeof header !== "string" || header === "")
    return "The header X-Service-Signature is missing. Hand over its value; a proxy may have dropped it.";
  return /^v1a?,/.test(header)
    ? "This is the header webhook-signature of Standard Webhooks. Hand over X-Service-Signature."
    : "X-Service-Signature is not of the form t=…,v1=…. Hand over the header's value as it arrived, and once.";
};

const looksLikeBase64Json = (body: Uint8Array): boolean => body[0] === 0x65 && body[1] === 0x79; // "ey" is base64 of `{"`

const mismatchMessage = (secrets: readonly unknown[], body: Uint8Array): string => {
  const [first] = secrets;
  if (typeof first === "string" && /^\s*avk_/.test(first))
    return "The secret is an API key. Use the endpoint's secret: it begins with whsec_, and the console shows it once.";
  if (looksLikeBase64Json(body))
    return "The body is in base64. Decode it first: AWS Lambda says so by event.isBase64Encoded.";
  return "No signature fits. Either the secret belongs to another endpoint or mode, or the body is not the one that arrived: hand over its raw bytes.";
};

const clockMessage = (signedAt: number, nowMs: number, tolerance: number): string => {
  const now = Number.isFinite(nowMs) ? new Date(nowMs).toISOString() : "no time";
  const signed = new Date(signedAt * 1_000).toISOString();
  const apart = Math.abs(Math.round(nowMs / 1_000 - signedAt));
  return `The signature fits, but was made at ${signed}, and this machine's clock says ${now}: ${apart} s apart, ${tolerance} s allowed. Check the clock (NTP); if it is right, this is an old webhook sent again.`;
};

/** Compares in constant time (Web Cryptography API §31.6.2): how long it takes tells nothing about the signature. */
const fitsOne = async (
  key: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> => {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["verify"]);
  // No early exit: the time taken must not reveal which signature was right.
  const fits = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify("HMAC", imported, signature, signed)),
  );
  return fits.includes(true);
};

/** Whether a header of this form is there: a request without one cannot be genuine, and need not be read. */
export const hasSignature = (header: unknown): boolean => parseHeader(header) !== null;

/** The refusal of a request without a signature. */
export const unsigned = (header: unknown): WebhookVerificationError =>
  new WebhookVerificationError("malformed_header", malformedMessage(header));

const textOfBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
};

/**
 * Whether a webhook's id is signed with its body (Standard Webhooks 1.0.0: `id.timestamp.body`, HMAC-SHA-256, the secret's base64
 * decoded). `X-Service-Signature` covers the body alone, so an id that is not looked at here could be anyone's.
 */
export const isIdSigned = async (
  { id, timestamp, signature }: Record<"id" | "timestamp" | "signature", string>,
  rawBody: RawBody,
  secrets: string | readonly string[] = secretsOfEnvironment(),
): Promise<boolean> => {
  const body = joined(utf8.encode(`${id}.${timestamp}.`), bytesOf(rawBody) ?? new Uint8Array());
  const signatures = signature.split(" ").flatMap((one) => {
    const bytes = one.startsWith("v1,") ? textOfBase64(one.slice(3)) : null;
    return bytes?.length === 32 ? [bytes] : [];
  });
  const keys = [...new Set([secrets].flat().flatMap(keysOf))].flatMap((key) => {
    const bytes = key.startsWith("whsec_") ? textOfBase64(key.slice(6)) : null;
    return bytes?.length ? [bytes] : [];
  });
  const fits = await Promise.all(keys.map((key) => fitsOne(key, signatures, body)));
  return fits.includes(true);
};

const rejected = (reason: WebhookRejection, message: string): WebhookVerification & { ok: false } => ({
  ok: false,
  reason,
  message,
});

/**
 * Whether a webhook comes from the service and is fresh. It never rejects, whatever is passed in, and compares in
 * constant time.
 * @param rawBody the request's body exactly as it was received, before any JSON parser
 * @param header the value of `X-Service-Signature`
 * @param secrets the endpoint's secret, or both while it is being rotated
 * @param options.toleranceSeconds how far the signature's time may lie from now, both ways; 300 by default
 */
export const verifyWebhook = async (
  rawBody: RawBody,
  header: string | null | undefined,
  secrets: string | readonly string[],
  options: { toleranceSeconds?: number | undefined; now?: (() => Date) | undefined } = {},
): Promise<WebhookVerification> => {
  const { toleranceSeconds = 300, now = () => new Date() } = options;
  const body = bytesOf(rawBody);
  if (body === null) return rejected("body_not_raw", NOT_RAW);
  const given: readonly unknown[] = [secrets].flat();
  const keys = given.flatMap(keysOf);
  if (keys.length === 0)
    return rejected(
      "no_secret",
      "There is no webhook secret. Pass the endpoint's secret (whsec_…), or set LINTEL_WEBHOOK_SECRET.",
    );
  const parsed = parseHeader(header);
  if (parsed === null) return rejected("malformed_header", malformedMessage(header));
  const signed = joined(utf8.encode(`${parsed.timestamp}.`), body);
  const fits = await Promise.all(keys.map((key) => fitsOne(utf8.encode(key), parsed.signatures, signed)));
  if (!fits.includes(true)) return rejected("signature_mismatch", mismatchMessage(given, body));

  const timestamp = Number(parsed.timestamp);
  const nowMs = now().getTime();
  const ageSeconds = nowMs / 1_000 - timestamp;
  // Written so that a tolerance or clock of NaN rejects.
  if (ageSeconds <= toleranceSeconds && ageSeconds >= -toleranceSeconds) return { ok: true, timestamp };
  const reason = ageSeconds < -toleranceSeconds ? "timestamp_in_future" : "timestamp_too_old";
  return rejected(reason, clockMessage(timestamp, nowMs, toleranceSeconds));
};

export type VerifyOptions = {
  /** How far the signature's time may lie from now, both ways, in seconds; 300 by default. */
  tolerance?: number | undefined;
  /** The present; the machine's clock by default. */
  now?: (() => Date) | undefined;
};

/** LINTEL_WEBHOOK_SECRET where there is an environment; white space separates several. */
const secretsOfEnvironment = (): string[] => (environment("LINTEL_WEBHOOK_SECRET") ?? "").split(/\s+/);

const eventIn = (rawBody: RawBody): WebhookEvent | null => {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    const value = JSON.parse(typeof rawBody === "string" ? rawBody : decoder.decode(rawBody));
    return typeof value === "object" && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
};

/**
 * The event of a genuine webhook.
 * @param secrets the endpoint's secret, or several while it is being rotated; absent: LINTEL_WEBHOOK_SECRET
 * @throws WebhookVerificationError with a reason: answer 401. LintelError where the signed body is no JSON object
 */
export const verify = async (
  rawBody: RawBody,
  header: string | null | undefined,
  secrets: string | readonly string[] = secretsOfEnvironment(),
  { tolerance, now }: VerifyOptions = {},
): Promise<WebhookEvent> => {
  const check = await verifyWebhook(rawBody, header, secrets, { toleranceSeconds: tolerance, now });
  if (!check.ok) throw new WebhookVerificationError(check.reason, check.message);
  const event = eventIn(rawBody);
  if (event === null) throw new LintelError("The webhook is genuine, but its body is no JSON object.");
  return event;
};
