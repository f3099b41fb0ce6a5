import { type Issue, invalid, ServiceError } from "#core/errors.ts";
import { isObject } from "#core/json.ts";
import { problemOfText } from "#core/text.ts";
import type { Incoming } from "./respond.ts";

type Source = Pick<Incoming, "headers" | "body">;

const tooLarge = (maxBytes: number): ServiceError =>
  new ServiceError("PAYLOAD_TOO_LARGE", `The body is larger than ${Math.floor(maxBytes / 1024)} KiB.`);

const readChunks = async (stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array[]> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return chunks;
};

/**
 * The bytes of a body, never more than `maxBytes`: a body that announces more is refused unread, and any
 * other is read only up to the limit.
 * @throws PAYLOAD_TOO_LARGE, INVALID_REQUEST_BODY
 */
export const readBytes = async (request: Source, maxBytes: number): Promise<Uint8Array> => {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (!request.body) return new Uint8Array();
  const chunks = await readChunks(request.body, maxBytes).catch((error: unknown) => {
    // A caller that hangs up is not a database error, although lost database connections look the same.
    throw error instanceof ServiceError ? error : invalid("", "The body ended too early.");
  });
  return Buffer.concat(chunks);
};

/** The fields of a posted form (application/x-www-form-urlencoded). @throws PAYLOAD_TOO_LARGE, INVALID_REQUEST_BODY */
export const readForm = async (request: Source, maxBytes: number): Promise<URLSearchParams> =>
  new URLSearchParams(new TextDecoder().decode(await readBytes(request, maxBytes)));

const MAX_JSON_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;

/** RFC 8259 §11 gives the type no parameters, so any but the charset change nothing. PHP spells it utf8. */
const isJson = (type: string): boolean =>
  JSON_TYPE.test(type) && /^utf-?8$/i.test(CHARSET.exec(type)?.[1] ?? "utf-8");

/** @throws INVALID_REQUEST_BODY for a compressed body, which would look like bad UTF-8 (RFC 9110 §8.4) */
const refuseCompressed = (headers: Source["headers"]): void => {
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding.trim().toLowerCase() === "identity") return;
  throw invalid("", `The body must come without Content-Encoding, got ${encoding.slice(0, 100)}.`);
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("", "The body is not valid UTF-8.");
  }
};

const MAX_DEPTH = 20;

/** A loop, so that depth cannot overflow the stack: code that reads the value afterwards may recurse. */
const requireShallow = (root: unknown): void => {
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw invalid("", `nested deeper than ${MAX_DEPTH} levels`);
    level = level.flatMap((value) => (isObject(value) ? Object.values(value) : []));
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("", "The body is not valid JSON.");
  }
};

type Json = { value: unknown; bytes: Uint8Array };

/**
 * The JSON of a body, at most 20 levels deep; not yet checked by `refuseUnsafe`.
 * @returns null for an empty body
 * @throws INVALID_REQUEST_BODY, PAYLOAD_TOO_LARGE
 */
export const readRawJson = async (request: Source, maxBytes: number): Promise<Json | null> => {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return null;
  const type = request.headers.get("content-type") ?? "";
  refuseCompressed(request.headers);
  if (!isJson(type)) {
    const got = type === "" ? "none" : type.slice(0, 100);
    throw invalid("", `The Content-Type must be application/json, got ${got}.`);
  }
  const value = parse(decode(bytes));
  requireShallow(value);
  return { value, bytes };
};

type Place = { value: unknown; path: string };

const childrenOf = ({ value, path }: Place): Place[] => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([key, child]) => ({
    value: child,
    path: path === "" ? key : `${path}.${key}`,
  }));
};

const problemOf = ({ value }: Place): string | null => {
  if (typeof value === "string") return problemOfText(value);
  if (typeof value !== "object" || value === null) return null;
  const names = Object.keys(value);
  if (names.includes("__proto__")) return "has a field named __proto__, which is not allowed";
  return names.some((name) => problemOfText(name)) ? "has a field name that is not valid text" : null;
};

/** The first fault in a parsed JSON value. */
const findUnsafe = (root: unknown): Issue | null => {
  const places: Place[] = [{ value: root, path: "" }];
  for (let place = places.pop(); place; place = places.pop()) {
    const message = problemOf(place);
    if (message !== null) return { path: place.path.slice(0, 200), message };
    places.push(...childrenOf(place));
  }
  return null;
};

/**
 * Admits only values that can be stored and compared.
 * @param shownPath the path as the caller knows it
 * @throws INVALID_REQUEST_BODY for NUL, half a surrogate pair and `__proto__`
 */
export const refuseUnsafe = (value: unknown, shownPath = (path: string) => path): void => {
  const unsafe = findUnsafe(value);
  if (!unsafe) return;
  const path = shownPath(unsafe.path);
  const message = path === "" ? unsafe.message : `${path}: ${unsafe.message}`;
  throw new ServiceError("INVALID_REQUEST_BODY", message, { issues: [{ path, message }] });
};

/**
 * The JSON of a body, with its bytes; an empty body counts as `{}`.
 * @param maxBytes 64 KiB unless a contract says otherwise
 * @throws INVALID_REQUEST_BODY, PAYLOAD_TOO_LARGE
 */
export const readJson = async (request: Source, maxBytes = MAX_JSON_BYTES): Promise<Json> => {
  const json = await readRawJson(request, maxBytes);
  if (!json) return { value: {}, bytes: new Uint8Array() };
  refuseUnsafe(json.value);
  return json;
};
