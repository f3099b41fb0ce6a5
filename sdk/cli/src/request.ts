import packageJson from "../package.json" with { type: "json" };
import { CliError } from "./command.ts";
import type { Io } from "./io.ts";

export const VERSION = packageJson.version;

const TIMEOUT_MS = 15_000;
/** Nothing that a command asks for is longer; a hostile server must not fill the memory. */
const MOST_BYTES = 1 << 20;

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** The body read as JSON; undefined when it is not JSON. */
  body: unknown;
};

type Request = {
  method?: "GET" | "POST" | "HEAD";
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as `application/x-www-form-urlencoded`, as OAuth's endpoints take it. */
  form?: Readonly<Record<string, string>>;
  timeoutMs?: number;
  /** More is refused; 1 MiB by default. */
  mostBytes?: number;
};

/**
 * One request without retries. Redirects are not followed: the key must not travel to another host.
 * @throws CliError when no answer comes, naming the host and the reason
 */
export async function callService(io: Pick<Io, "fetch" | "signal">, url: string, request: Request = {}) {
  const { method, headers = {}, json, form, timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES } = request;
  const hasBody = json !== undefined || form !== undefined;
  try {
    const response = await io.fetch(url, {
      method: method ?? (hasBody ? "POST" : "GET"),
      headers: {
        Accept: "application/json",
        "User-Agent": `lintel-cli/${VERSION}`,
        ...(json === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
      redirect: "manual",
      signal: AbortSignal.any([io.signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await readBounded(response, mostBytes);
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: parseJson(text),
    } satisfies Answer;
  } catch (error) {
    if (io.signal.aborted) throw error;
    throw new CliError(`${new URL(url).host} did not answer: ${reasonOf(error)}.`);
  }
}

async function readBounded(response: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.byteLength;
    if (size > most) throw new Error("its answer is too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why a request failed, in a few words: the innermost cause, since fetch's own message is only "fetch failed". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "no answer in time";
  if (error.cause instanceof AggregateError && error.cause.errors.length > 0)
    return reasonOf(error.cause.errors[0]);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.message;
}

/** A field of an answer, however deep; undefined when it is missing. */
export const fieldIn = (body: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null
        ? Object.getOwnPropertyDescriptor(inner, name)?.value
        : undefined,
    body,
  );

/** A text field of an answer; undefined when it is missing or something else. */
export const textIn = (body: unknown, ...path: readonly string[]): string | undefined => {
  const value = fieldIn(body, ...path);
  return typeof value === "string" ? value : undefined;
};
