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

/**
 * The JSON of a body of at most 64 KiB; no body at all counts as `{}`.
 * @returns the value, and the bytes it was made of
 * @throws INVALID_REQUEST_BODY, PAYLOAD_TOO_LARGE
 */
export const readJson = async (request: Request): Promise<{ value: unknown; bytes: Uint8Array }> => {
  const bytes = await readBytes(request, MAX_JSON_BYTES);
  if (bytes.length === 0) return { value: {}, bytes };
  const type = request.headers.get("content-type") ?? "";
  if (!JSON_TYPE.test(type)) {
    const got = type === "" ? "none" : type.slice(0, 100);
    refuse(`The Content-Type must be application/json, got ${got}.`);
  }
  const value = parse(decode(bytes));
  const unsafe = findUnsafe(value);
  if (unsafe) refuse(unsafe.path === "" ? unsafe.message : `${unsafe.path}: ${unsafe.message}`, unsafe.path);
  return { value, bytes };
};
