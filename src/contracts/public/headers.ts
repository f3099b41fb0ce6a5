import { ERRORS, type ErrorCode } from "#core/errors.ts";
import { type Endpoint, takesIdempotencyKey } from "./endpoint.ts";

// The headers of answers and webhooks, for the OpenAPI document. A test compares them with recorded answers.

type Header = { name: string; description: string; example: string; required?: true };

/** A header of requests. */
export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  maxLength: 255,
  description:
    "A repeat within 24 hours gets the first answer again, byte for byte, with Idempotency-Replayed: true, even if the connection or the server failed before it arrived. While the first request is still running, a repeat gets 409 with Retry-After. Send the same bytes again: the same JSON spelt differently is another request and gets 400.",
} as const;

/** Keyed by their names in the document. */
export const ANSWER_HEADERS = {
  RequestId: {
    name: "X-Request-Id",
    description: "The request's id: yours if you sent a valid one. Quote it when you ask for help.",
    example: "req_01kax3v7k8e9f0m2n4p6r8t0vw",
    required: true,
  },
  RateLimitPolicy: {
    name: "RateLimit-Policy",
    description: "The tenant's limit: q requests in w seconds",
    example: '"minute";q=60;w=60',
  },
  RateLimit: {
    name: "RateLimit",
    description:
      "r requests are left, and in t seconds the window of the clock ends. The window slides: what the minute before has used weighs by what is left of it. A burst never exceeds the limit; at worst nearly twice as many requests pass in sixty seconds across the border of a minute.",
    example: '"minute";r=59;t=42',
  },
  RetryAfter: {
    name: "Retry-After",
    description: "Whole seconds until a repeat can succeed; the same as `retryAfterSeconds`",
    example: "12",
  },
  IdempotencyReplayed: {
    name: "Idempotency-Replayed",
    description: "`true`: this answer was given before to the same Idempotency-Key. Absent otherwise",
    example: "true",
  },
  Link: {
    name: "Link",
    description: "The address of the next page (RFC 8288). The last page has none",
    example: '</admin/tenants?limit=50&cursor=ten_01kax3v7k8e9f0m2n4p6r8t0vw>; rel="next"',
  },
  Allow: { name: "Allow", description: "The methods of this address", example: "POST", required: true },
} as const satisfies Readonly<Record<string, Header>>;

export type AnswerHeader = keyof typeof ANSWER_HEADERS;

// Refused before the tenant's request is counted.
const UNCOUNTED: readonly ErrorCode[] = [
  "AUTH_INVALID_KEY",
  "UNAUTHENTICATED_TENANT",
  "CACHE_ERROR",
  "METHOD_NOT_ALLOWED",
];

const IN_PROGRESS: readonly ErrorCode[] = ["IDEMPOTENCY_IN_PROGRESS", "DELIVERY_IN_PROGRESS"];

const hasRetryAfter = (code: ErrorCode): boolean =>
  [429, 503].includes(ERRORS[code].status) || IN_PROGRESS.includes(code);

/**
 * The headers that an endpoint's answer can have.
 * @param codes the codes of the errors with the answer's status; none: a success
 */
export const answerHeaders = (contract: Endpoint, codes: readonly ErrorCode[]): AnswerHeader[] => {
  const isSuccess = codes.length === 0;
  const isCounted =
    contract.auth === "tenant" && !(codes.length > 0 && codes.every((code) => UNCOUNTED.includes(code)));
  return [
    "RequestId",
    ...(isCounted ? (["RateLimitPolicy", "RateLimit"] as const) : []),
    ...(codes.some(hasRetryAfter) ? (["RetryAfter"] as const) : []),
    ...(isSuccess && takesIdempotencyKey(contract) ? (["IdempotencyReplayed"] as const) : []),
    ...(isSuccess && contract.linksToNext ? (["Link"] as const) : []),
    ...(codes.includes("METHOD_NOT_ALLOWED") ? (["Allow"] as const) : []),
  ];
};

/** The headers of webhooks; docs/webhooks.md explains how to check the signatures. */
export const WEBHOOK_HEADERS: readonly Header[] = [
  {
    name: "X-Service-Signature",
    description:
      "The time and the hexadecimal HMAC-SHA-256, keyed with the endpoint's whole secret, `whsec_` included, of the time, a dot and the body as received. After a secret was rolled there is a `v1` for each that is still valid: compare in constant time, and take the webhook if one matches.",
    example: `t=1790000000,v1=${"0123456789abcdef".repeat(4)}`,
  },
  {
    name: "X-Event-Id",
    description: "The event; the same on every attempt",
    example: "evt_01kax3v7k8e9f0m2n4p6r8t0vw",
  },
  {
    name: "X-Verification-Id",
    description: "The verification, as returned by /verify/start",
    example: "ver_01kax3v7k8e9f0m2n4p6r8t0vw",
  },
  { name: "X-Delivery-Attempt", description: "1 for the first attempt of this delivery", example: "1" },
  { name: "X-Verification-Mode", description: "`live` or `test`", example: "live" },
  {
    name: "webhook-id",
    description: "Standard Webhooks: the event",
    example: "evt_01kax3v7k8e9f0m2n4p6r8t0vw",
  },
  {
    name: "webhook-timestamp",
    description: "Standard Webhooks: Unix seconds of this attempt",
    example: "1790000000",
  },
  {
    name: "webhook-signature",
    description: "Standard Webhooks: `v1,` and the base64 signature; several are divided by spaces",
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
];
