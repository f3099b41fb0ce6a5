import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject, jsonIn } from "@lintel/age";

export const concat = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** For digests and names, none of which is secret, so no constant time is needed. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

export const sha256 = (data: Uint8Array | string): Uint8Array =>
  new Uint8Array(createHash("sha256").update(data).digest());

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export const toBase64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

/** RFC 7515 §2: no padding, no other characters. Buffer would skip what it does not know. */
export const fromBase64Url = (text: string): Uint8Array | null => {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  return new Uint8Array(Buffer.from(text, "base64url"));
};

/** RFC 4648 §4 with padding, as in `x5c` (RFC 7515 §4.1.6). */
export const fromBase64 = (text: string): Uint8Array | null => {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  return new Uint8Array(Buffer.from(text, "base64"));
};

/** A nesting that no honest message comes near; deeper nesting could exhaust a recursive reader's stack. */
const MAX_DEPTH = 32;

const isTooDeep = (value: unknown, depth: number): boolean => {
  if (typeof value !== "object" || value === null) return false;
  return depth > MAX_DEPTH || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
};

/** Own members only: "constructor" is not a claim. */
export const member = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Any JSON value; undefined for what is not JSON, not UTF-8 or too deep. */
export const parseJson = (input: Uint8Array | string): unknown => {
  const value = jsonIn(input);
  return isTooDeep(value, 0) ? undefined : value;
};

export const parseJsonObject = (input: Uint8Array | string | null): JsonObject | null => {
  const value = input === null ? undefined : parseJson(input);
  return isJsonObject(value) ? value : null;
};
