import { ServiceError } from "#core/errors.ts";
import { findUnsafe } from "./json-safety.ts";
import { readBytes } from "./read-body.ts";

const MAX_JSON_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

const refuse = (message: string, path = ""): never => {
  throw new ServiceError("INVALID_REQUEST_BODY", message, { issues: [{ path, message }] });
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return refuse("The body is not valid UTF-8.");
  }
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return refuse("The body is not valid JSON.");
  }
};

type Json = { value: unknown; bytes: Uint8Array };

/**
 * The JSON of a body, as its sender wrote it: what is in it has still to be looked at by `refuseUnsafe`.
 * @returns null in place of it for a body without a byte
 * @throws INVALID_REQUEST_BODY, PAYLOAD_TOO_LARGE
 */
export const readRawJson = async (request: Request, maxBytes: number): Promise<Json | null> => {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return null;
  const type = request.headers.get("content-type") ?? "";
  if (!JSON_TYPE.test(type)) {
    const got = type === "" ? "none" : type.slice(0, 100);
    refuse(`The Content-Type must be application/json, got ${got}.`);
  }
  return { value: parse(decode(bytes)), bytes };
};

/**
 * Lets pass what can be stored and compared.
 * @param shownPath what the caller calls the place
 * @throws INVALID_REQUEST_BODY for NUL, half of a surrogate pair, `__proto__` and endless nesting
 */
export const refuseUnsafe = (value: unknown, shownPath = (path: string) => path): void => {
  const unsafe = findUnsafe(value);
  if (!unsafe) return;
  const path = shownPath(unsafe.path);
  refuse(path === "" ? unsafe.message : `${path}: ${unsafe.message}`, path);
};

/**
 * The JSON of a body of at most 64 KiB; no body at all counts as `{}`.
 * @returns the value, and the bytes it was made of
 * @throws INVALID_REQUEST_BODY, PAYLOAD_TOO_LARGE
 */
export const readJson = async (request: Request): Promise<Json> => {
  const json = await readRawJson(request, MAX_JSON_BYTES);
  if (!json) return { value: {}, bytes: new Uint8Array() };
  refuseUnsafe(json.value);
  return json;
};
