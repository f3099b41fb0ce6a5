import { CliError, EXIT } from "./command.ts";
import type { Io } from "./io.ts";
import { type Answer, callService, fieldIn, textIn } from "./request.ts";
import type { Service } from "./service.ts";

/** As in the SDKs: `application/json`, or a type whose suffix says so (RFC 6839 §3.1). */
const JSON_TYPE = /^\s*(?:application|text)\/(?:[\w.+-]+\+)?json\s*(?:[;,]|$)/i;

/** An answer of the service that is not a success. Anything else that `callApi` throws means that no answer came. */
export class ApiError extends CliError {
  readonly status: number;
  /** The service's error code; undefined where something else answered. */
  readonly code: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, headers, body }: Answer, what: string) {
    const code = textIn(body, "code");
    const said = textIn(body, "message") ?? "The answer is not this service’s JSON.";
    const requestId = textIn(body, "requestId");
    const suffix = requestId === undefined ? "" : ` (request id ${requestId})`;
    super(`${what}: ${said}${suffix}`, status === 401 || status === 403 ? EXIT.refused : EXIT.failed);
    this.status = status;
    this.code = code;
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    this.retryAfterSeconds = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 60) : undefined;
  }
}

type Call = {
  /** In words, for errors: "Start a verification". */
  what: string;
  query?: Readonly<Record<string, string | undefined>>;
  json?: unknown;
  timeoutMs?: number;
};

/**
 * One call of the REST interface with the key.
 * @returns the JSON of a 200
 * @throws ApiError for any other status; CliError when no answer came
 */
export async function callApi(
  io: Pick<Io, "fetch" | "signal">,
  { url, apiKey }: Service,
  path: string,
  { what, query = {}, json, timeoutMs }: Call,
): Promise<unknown> {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const search = given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  const answer = await callService(io, `${url}${path}${search}`, {
    headers: { "x-tenant-api-key": apiKey },
    ...(json === undefined ? {} : { json }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  if (answer.status !== 200) throw new ApiError(answer, what);
  // A page of a hotel's network, or another program at this address, is no answer, though it may say 200 and be JSON.
  const isJson = JSON_TYPE.test(answer.headers.get("content-type") ?? "");
  if (!isJson || typeof answer.body !== "object" || answer.body === null)
    throw new ApiError({ ...answer, body: undefined }, what);
  return answer.body;
}

/** The entries of a list in an answer; none where there is no such list. */
export function listIn(body: unknown, name: string): unknown[] {
  const value = fieldIn(body, name);
  return Array.isArray(value) ? value : [];
}

const FINAL = ["completed", "failed", "expired"];

/** Whether a verification has ended, by what the service says of it. */
export const hasEnded = (verification: unknown): boolean =>
  FINAL.includes(textIn(verification, "status") ?? "");
