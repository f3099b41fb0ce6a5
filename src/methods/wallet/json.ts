/** Any JSON object. Its keys are anybody's: read it with `member`, never with a dot. */
export type JsonObject = { readonly [name: string]: unknown };

/** Nesting that an honest message stays far below; beyond it a recursive reader could be driven out of its stack. */
const MAX_DEPTH = 32;

const isTooDeep = (value: unknown, depth: number): boolean => {
  if (typeof value !== "object" || value === null) return false;
  return depth > MAX_DEPTH || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
};

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Own members only: "constructor" is not a claim. */
export const member = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Any JSON value; undefined for what is not JSON, not UTF-8 or too deep. */
export const parseJson = (input: Uint8Array | string): unknown => {
  try {
    const text = typeof input === "string" ? input : new TextDecoder("utf-8", { fatal: true }).decode(input);
    const value: unknown = JSON.parse(text);
    return isTooDeep(value, 0) ? undefined : value;
  } catch {
    return undefined;
  }
};

export const parseJsonObject = (input: Uint8Array | string | null): JsonObject | null => {
  const value = input === null ? undefined : parseJson(input);
  return isJsonObject(value) ? value : null;
};
