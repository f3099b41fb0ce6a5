import { setTimeout as delay } from "node:timers/promises";
import { usageError } from "../arguments.ts";
import type { Command } from "../command.ts";
import type { Io } from "../io.ts";
import { reasonOf } from "../request.ts";

/** As long as the service gives a webhook endpoint. */
const TIMEOUT_MS = 5_000;

/** What is sent to a target: a webhook's headers and its exact body. */
export type Sending = { headers: Readonly<Record<string, string>>; body: string };

/** What a target did: a status, or in place of it the code that the delivery log has for such a failure. */
export type TargetResult = {
  status: number | null;
  durationMs: number;
  code?: "CONNECTION" | "DNS" | "TLS" | "TIMEOUT";
  /** Why there was no answer, in words. */
  reason?: string;
};

export const isDelivered = ({ status }: Pick<TargetResult, "status">): boolean =>
  status !== null && status >= 200 && status < 300;

/** @throws CliError (2) for anything but an http or https address without user name and password */
export function targetUrl(command: Pick<Command, "usage">, text: string): string {
  // "4000", "4000/hook" and "localhost:4000/hook" are what people type. A host named 4000 would be the address 0.0.15.160.
  const full = /^\d+(?:\/|$)/.test(text)
    ? `http://localhost:${text}`
    : /^[a-z]+:\/\//i.test(text)
      ? text
      : `http://${text}`;
  const url = URL.canParse(full) ? new URL(full) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw usageError(command, `"${text}" is not a target. Write it as http://localhost:4000/hook.`);
  return url.href;
}

function codeOf(error: unknown): NonNullable<TargetResult["code"]> {
  const texts: string[] = [];
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    texts.push(
      inner.name,
      inner.message,
      String(Object.getOwnPropertyDescriptor(inner, "code")?.value ?? ""),
    );
  }
  const all = texts.join(" ");
  if (all.includes("TimeoutError")) return "TIMEOUT";
  if (/ENOTFOUND|EAI_AGAIN/.test(all)) return "DNS";
  return /CERT|_TLS_|SSL|SELF_SIGNED|UNABLE_TO_/.test(all) ? "TLS" : "CONNECTION";
}

/**
 * Posts the exact bytes, once. A redirect is an answer and not followed, as the service does. Never throws.
 * Ctrl+C does not cut it: what was begun has a result within five seconds.
 */
export async function sendTo(
  { fetch }: Pick<Io, "fetch">,
  url: string,
  { headers, body }: Sending,
  timeoutMs: number = TIMEOUT_MS,
): Promise<TargetResult> {
  const startedMs = performance.now();
  const tookMs = (): number => Math.round(performance.now() - startedMs);
  // `AbortSignal.timeout` does not keep the process alive, and with it the wait.
  const timeout = new AbortController();
  const timer = setTimeout(
    () => timeout.abort(new DOMException("no answer in time", "TimeoutError")),
    timeoutMs,
  );
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: Buffer.from(body, "utf8"),
      redirect: "manual",
      signal: timeout.signal,
    });
    const durationMs = tookMs();
    // The status is the answer. Whether the rest comes, and how much of it, changes nothing.
    await Promise.race([response.body?.cancel().catch(() => undefined), delay(50)]);
    return { status: response.status, durationMs };
  } catch (error) {
    const durationMs = tookMs();
    const code = codeOf(error);
    const reason = code === "TIMEOUT" ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error);
    return { status: null, durationMs, code, reason };
  } finally {
    clearTimeout(timer);
  }
}
