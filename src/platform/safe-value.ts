import { Sealed } from "#core/sealed.ts";
import { describeError } from "#platform/describe-error.ts";
import { isSecretField, REDACTED, redactText } from "#platform/redact.ts";

const MAX_DEPTH = 6;
const MAX_ITEMS = 100;
const MAX_CHARACTERS = 4_000;

/** What JSON can hold. */
export type SafeValue = string | number | boolean | null | SafeValue[] | { [field: string]: SafeValue };

const safeText = (text: string): string => redactText(text, MAX_CHARACTERS);

const safeUrl = (url: URL): string => safeText(`${url.protocol}//${url.host}${url.pathname}`);

const safeObject = (value: object, depth: number): SafeValue => {
  if (value instanceof Sealed) return value.toJSON();
  if (value instanceof Error) return safeFields({ ...describeError(value) }, depth);
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
export const safeFields = (fields: object, depth = 0): { [field: string]: SafeValue } =>
  Object.fromEntries(
    Object.entries(fields)
      .slice(0, MAX_ITEMS)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => [safeText(name), isSecretField(name) ? REDACTED : safe(item, depth + 1)]),
  );

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

/** Turns any value into JSON that is bounded in depth and size and holds no secret that can be recognised. */
export const safeValue = (value: unknown): SafeValue => safe(value, 0);
