import type { ExchangeEnd } from "./exchange.ts";
import { errorCode, failureOf, type SendErrorCode, SendFailure } from "./send-failure.ts";

/** `infrastructure`: our own side was at fault and the attempt does not count. */
export type SendResult =
  | { kind: "response"; status: number; responseSnippet: string; durationMs: number }
  | { kind: "error"; code: SendErrorCode; detail: string; durationMs: number }
  | { kind: "infrastructure"; detail: string };

/** @throws what undici says of headers that cannot be sent: a fault of the caller's */
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

/** What the end of the time means. */
export const timeoutAfter = (totalMs: number): SendFailure =>
  new SendFailure("TIMEOUT", `The receiver did not answer completely within ${totalMs / 1_000} s.`);
