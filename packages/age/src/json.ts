/** A JSON object (RFC 8259 §4). If its sender chooses the members, "constructor" may be one of them. */
export type JsonObject = { readonly [member: string]: unknown };

/** Whether a value can have members: an array can, null cannot. */
export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a parsed value is an object; an array or null is not. */
export const isJsonObject = (value: unknown): value is JsonObject => isObject(value) && !Array.isArray(value);

/** A table's entry for a text that its sender chose: "constructor" and "toString" never have one. */
export const entryFor = <Value>(table: Readonly<Record<string, Value>>, text: string): Value | undefined =>
  Object.hasOwn(table, text) ? table[text] : undefined;

/** The value of a JSON text, or of its UTF-8 bytes; undefined for anything that is not JSON. */
export const jsonIn = (input: string | Uint8Array): unknown => {
  try {
    const text = typeof input === "string" ? input : new TextDecoder("utf-8", { fatal: true }).decode(input);
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
