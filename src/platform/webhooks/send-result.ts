import type { NoAnswerCode } from "#core/webhooks/webhook.ts";

/**
 * A webhook that got no answer. INFRASTRUCTURE: our own side is at fault, whatever the receiver is like.
 * The message is written for the tenant and names no address: names may resolve differently inside a network.
 */
export class SendFailure extends Error {
  override readonly name = "SendFailure";
  readonly code: NoAnswerCode;

  constructor(code: NoAnswerCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The `code` that Node, OpenSSL and undici put on their errors. */
export const errorCode = (error: unknown): string => {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : "UNKNOWN";
};

// Used up by this process or machine: errno(3).
const OUR_LIMITS = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"]);

// TCP ended by the receiver or a box on the way; undici's UND_ERR_SOCKET is a FIN before the answer was complete.
const BROKEN_CONNECTION = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "ENOTCONN", "UND_ERR_SOCKET"]);

const WORDS: Record<string, string> = {
  ECONNREFUSED: "The receiver refused the connection.",
  ECONNRESET: "The receiver reset the connection.",
  ETIMEDOUT: "The receiver did not answer.",
  UND_ERR_SOCKET: "The receiver closed the connection before its answer was complete.",
  UND_ERR_HEADERS_OVERFLOW: "The answer's headers are larger than 16 KiB.",
};

/**
 * A connection that broke without a word about HTTP: what a kept-alive one does when the receiver has given
 * it up.
 */
export const isBrokenConnection = (error: unknown): boolean => BROKEN_CONNECTION.has(errorCode(error));

const NO_HTTP_1 = "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL";

/** A failure before or during the exchange over an established TLS connection. */
export const failureOf = (error: unknown): SendFailure => {
  if (error instanceof SendFailure) return error;
  const code = errorCode(error);
  const cause = { cause: error };
  if (OUR_LIMITS.has(code))
    return new SendFailure("INFRASTRUCTURE", `Out of sockets or memory (${code}).`, cause);
  if (code === "UND_ERR_CLOSED" || code === "UND_ERR_DESTROYED" || code === "UND_ERR_MAX_ORIGINS_REACHED") {
    return new SendFailure("INFRASTRUCTURE", `The sender takes no more requests (${code}).`, cause);
  }
  // An alert after the handshake, for example TLS 1.3's "certificate required".
  // RFC 7301 §3.2: the receiver speaks no HTTP/1.1, which says nothing about its certificate.
  if (code === NO_HTTP_1)
    return new SendFailure("CONNECTION", `The receiver does not speak HTTP/1.1 (${code}).`, cause);
  if (code.startsWith("ERR_SSL_")) return new SendFailure("TLS", `TLS failed (${code}).`, cause);
  if (code.startsWith("HPE_")) {
    return new SendFailure("CONNECTION", `The answer is not valid HTTP/1.1 (${code}).`, cause);
  }
  return new SendFailure("CONNECTION", WORDS[code] ?? `The connection failed (${code}).`, cause);
};

const CERTIFICATE_WORDS: Record<string, string> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host name.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate's chain ends in an unknown authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate's chain is incomplete.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate's authority is unknown.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  CERT_NOT_YET_VALID: "The certificate is not valid yet.",
};

/** A failure of the TLS handshake. One that broke without an alert counts as a connection failure. */
export const handshakeFailureOf = (error: unknown): SendFailure => {
  const code = errorCode(error);
  if (error instanceof SendFailure || isBrokenConnection(error) || code === NO_HTTP_1)
    return failureOf(error);
  return new SendFailure("TLS", CERTIFICATE_WORDS[code] ?? `The TLS handshake failed (${code}).`, {
    cause: error,
  });
};

/** `infrastructure`: our own side was at fault and the attempt does not count. */
export type SendResult =
  | { kind: "response"; status: number; responseSnippet: string; durationMs: number }
  | { kind: "error"; code: Exclude<NoAnswerCode, "INFRASTRUCTURE">; detail: string; durationMs: number }
  | { kind: "infrastructure"; detail: string };

/** How an exchange ended: with an answer and its first bytes as text, or without one. */
export type ExchangeEnd = { answer: { status: number; snippet: string } } | { error: unknown };

/** @throws undici's error for headers that cannot be sent: the caller's fault */
export const resultOf = (end: ExchangeEnd, durationMs: number): SendResult => {
  if ("answer" in end) {
    return { kind: "response", status: end.answer.status, responseSnippet: end.answer.snippet, durationMs };
  }
  if (errorCode(end.error) === "UND_ERR_INVALID_ARG") throw end.error;
  const { code, message: detail } = failureOf(end.error);
  return code === "INFRASTRUCTURE"
    ? { kind: "infrastructure", detail }
    : { kind: "error", code, detail, durationMs };
};

/** The failure when time runs out. */
export const timeoutAfter = (totalMs: number): SendFailure =>
  new SendFailure("TIMEOUT", `The receiver did not answer completely within ${totalMs / 1_000} s.`);
