import { Agent, request } from "undici";
import type { ExportLine } from "#core/exports/line.ts";
import { otlpLogs } from "#core/exports/otlp.ts";
import { certificateFaultOf } from "#core/identity/certificate-fault.ts";
import { isJsonObject, jsonIn } from "#core/json.ts";
import { authoritiesWith } from "#platform/authorities.ts";
import { readBounded } from "#platform/bounded-body.ts";
import type { ExportSender, Pushed } from "./sender.ts";

const ANSWER_MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 15_000;

/** RFC 9110 §10.2.3: seconds, or a date. */
const retryAfterMs = (value: string | string[] | undefined, now: Date): number | null => {
  if (typeof value !== "string") return null;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now.getTime();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
};

/** OTLP 1.x, "Retryable Response Codes". */
const RETRYABLE: readonly number[] = [429, 502, 503, 504];
/** Those that are about what was sent: by OTLP must such a request not be repeated. 422: RFC 9110 §15.5.21. */
const OF_LINES: readonly number[] = [400, 413, 422];
const SERVER_ERROR = 500;

/**
 * Answers such as 401, 403 and 404 are about us, not about the lines. OTLP would have those dropped too; they would be the whole trail
 * when a password ends, so it is kept until that is fixed.
 */
const faultOf = (status: number): "lines" | "unclear" | "destination" => {
  if (OF_LINES.includes(status)) return "lines";
  return status >= SERVER_ERROR && !RETRYABLE.includes(status) ? "unclear" : "destination";
};

/** How many lines a collector that took the request has thrown away; they must not be sent again. */
const rejectedIn = (text: string): number => {
  const answer: unknown = jsonIn(text);
  const partial = isJsonObject(answer) && isJsonObject(answer.partialSuccess) ? answer.partialSuccess : {};
  const count = Number(partial.rejectedLogRecords ?? 0);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
};

type Collector = {
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  /** PEM: trusted in addition to those of the process. */
  extraCa: string | undefined;
  timeoutMs?: number;
};

/** Sends lines to a collector of logs, by OTLP over HTTP in JSON, without redirects and through no proxy. */
export const createOtlpSender = (
  { endpoint, headers, extraCa, timeoutMs = TIMEOUT_MS }: Collector,
  now: () => Date,
): ExportSender => {
  const connect = { minVersion: "TLSv1.2", ...authoritiesWith(extraCa) } as const;
  const agent = new Agent({ allowH2: false, connect });

  const send = async (lines: readonly ExportLine[]): Promise<Pushed> => {
    const answer = await request(`${endpoint}/v1/logs`, {
      dispatcher: agent,
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: otlpLogs(lines, now()),
      // Of the whole call: a collector that sends a byte now and then must not keep a line from the next worker.
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { statusCode: status } = answer;
    const retryMs = retryAfterMs(answer.headers["retry-after"], now());
    const text = (await readBounded(answer.body, ANSWER_MAX_BYTES)).toString("utf8");
    if (status >= 200 && status < 300) return { is: "taken", rejected: rejectedIn(text) };
    return { is: "refused", code: `http_${status}`, fault: faultOf(status), retryMs };
  };

  return {
    id: `otlp ${endpoint}`,
    send: (lines) =>
      send(lines).catch((error: unknown): Pushed => {
        const code = certificateFaultOf(error) === null ? "no_answer" : "tls";
        return { is: "refused", code, fault: "destination", retryMs: null };
      }),
    close: () => agent.destroy(),
  };
};
