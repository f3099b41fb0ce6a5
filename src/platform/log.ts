import type { IncomingHttpHeaders } from "node:http";
import { createId, ID_RANDOM_BYTES, saneRequestId } from "#core/ids.ts";
import { Sealed } from "#core/sealed.ts";
import { randomBytes } from "./random.ts";
import { isSecretField, REDACTED, redactText } from "./redact.ts";

const MESSAGE_CHARACTERS = 1_000;
const FIELD_CHARACTERS = 300;
const STACK_LINES = 12;
const CAUSES = 4;

// What PostgreSQL says about an error without naming a value. `detail`, `where`, `hint` and `internalQuery`
// quote rows and parameters (PostgreSQL docs, "Error and Notice Message Fields"), so they stay out.
const SAFE_DRIVER_FIELDS = ["severity", "schema", "table", "column", "constraint", "routine"] as const;

const textOf = (error: Error, field: string): string | undefined => {
  const value: unknown = Reflect.get(error, field);
  return typeof value === "string" ? value : undefined;
};

/**
 * These errors' messages repeat the caller's values: a query's arguments, or the text that was not a number.
 */
const quotesValues = (error: Error): boolean => {
  if (/^(PrismaClient|DriverAdapter)/.test(error.name)) return true;
  const sqlState = textOf(error, "severity") === undefined ? undefined : textOf(error, "code");
  return sqlState?.startsWith("22") === true; // SQLSTATE class 22: data exception
};

const framesOf = (error: Error): string[] =>
  (error.stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line)) // the lines before repeat the message
    .slice(0, STACK_LINES)
    .map((line) => redactText(line.trim(), FIELD_CHARACTERS));

/** An error as a log may show it: where it came from and what kind it is, never what was being stored. */
const describeError = (error: unknown, causesLeft = CAUSES): object => {
  // A thrown string or object may hold anything, so only its type is logged.
  if (!(error instanceof Error)) return { name: "NotAnError", message: `a ${typeof error} was thrown` };
  const description: Record<string, unknown> = {
    name: error.name,
    message: quotesValues(error)
      ? "[message withheld: it may quote values]"
      : redactText(error.message, MESSAGE_CHARACTERS),
  };
  const code = textOf(error, "code");
  if (code !== undefined) description.code = redactText(code, FIELD_CHARACTERS);
  for (const field of SAFE_DRIVER_FIELDS) {
    const value = textOf(error, field);
    if (value !== undefined) description[field] = redactText(value, FIELD_CHARACTERS);
  }
  const frames = framesOf(error);
  if (frames.length > 0) description.stack = frames;
  if (error.cause !== undefined && causesLeft > 0)
    description.cause = describeError(error.cause, causesLeft - 1);
  return description;
};

const MAX_DEPTH = 6;
const MAX_ITEMS = 100;
const MAX_CHARACTERS = 4_000;

/** What JSON can hold. */
type SafeValue = string | number | boolean | null | SafeValue[] | { [field: string]: SafeValue };

const safeText = (text: string): string => redactText(text, MAX_CHARACTERS);

const safeUrl = (url: URL): string => safeText(`${url.protocol}//${url.host}${url.pathname}`);

const safeObject = (value: object, depth: number): SafeValue => {
  if (value instanceof Sealed) return value.toJSON();
  if (value instanceof Error) return safeFields(describeError(value), depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof URL) return safeUrl(value); // query values are never logged
  // Bytes are pictures, keys or digests: their length is all that a log needs.
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (depth >= MAX_DEPTH) return "[deeper]"; // also ends a circle
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => safe(item, depth + 1));
  if (value instanceof Map) return `[map of ${value.size}]`;
  if (value instanceof Set) return `[set of ${value.size}]`;
  return safeFields(value, depth);
};

/** The fields of an object, each made safe. */
const safeFields = (fields: object, depth = 0): { [field: string]: SafeValue } =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, MAX_ITEMS)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => [safeText(name), isSecretField(name) ? REDACTED : safe(item, depth + 1)]),
  );

/** Turns any value into JSON that is bounded in depth and size and holds no secret that can be recognised. */
const safe = (value: unknown, depth: number): SafeValue => {
  switch (typeof value) {
    case "string":
      return safeText(value);
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "boolean":
      return value;
    case "bigint":
      return value.toString();
    case "object":
      return value === null ? null : safeObject(value, depth);
    case "undefined":
      return null;
    default:
      return `[${typeof value}]`; // functions and symbols
  }
};

const LEVELS = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const;

export type LogLevel = keyof typeof LEVELS;

/**
 * Facts besides the message. An error goes under `error`, a request's id under `requestId`. No line names a check: lines
 * outlive its erasure, and only the request log, which is erased with it, leads from a request to its check.
 */
export type LogFields = { readonly verificationId?: never; readonly [field: string]: unknown };

export type Logger = {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to every line. */
  with(fields: LogFields): Logger;
};

/**
 * A logger of JSON lines. Every field goes through `safe`, so a key, a token, a sealed value or a query's
 * parameters cannot be logged by accident; and a log call never throws.
 * @param options.write takes one line that ends in a line feed
 */
export const createLogger = (options: {
  level: LogLevel;
  write: (line: string) => void;
  now: () => Date;
  fields?: LogFields;
}): Logger => {
  const { level, write, now, fields: always = {} } = options;
  const at =
    (lineLevel: Exclude<LogLevel, "silent">) =>
    (message: string, fields: LogFields = {}): void => {
      if (LEVELS[lineLevel] < LEVELS[level]) return;
      try {
        const head = { time: now().toISOString(), level: lineLevel, message: safeText(message) };
        // The head comes last as well as first: a field cannot fake the level or the time.
        write(`${JSON.stringify({ ...head, ...safeFields({ ...always, ...fields }), ...head })}\n`);
      } catch {
        // A getter that throws, or a closed stream: no request may fail because of its log.
      }
    };
  return {
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    with: (more) => createLogger({ ...options, fields: { ...always, ...more } }),
  };
};

/**
 * Makes `x-request-id` hold the one id of the request: the caller's if it is sane, else a new one. So answers and logs
 * behind the server have the same id as the server's own answer.
 */
export const ensureRequestId = (headers: IncomingHttpHeaders): string => {
  const given = [headers["x-request-id"] ?? []].flat().join();
  const id = saneRequestId(given) ?? createId("request", new Date(), randomBytes(ID_RANDOM_BYTES));
  headers["x-request-id"] = id;
  return id;
};
