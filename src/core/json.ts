/** An object as JSON has it (RFC 8259 §4). Where its sender chooses the members, "constructor" may be one of them. */
export type JsonObject = { readonly [member: string]: unknown };

/** Whether a parsed text is an object: an array and null are none. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a table has for a text that its sender chose: "constructor" and "toString" are in none. */
export const entryFor = <Value>(table: Readonly<Record<string, Value>>, text: string): Value | undefined =>
  Object.hasOwn(table, text) ? table[text] : undefined;

/** What a text, or its bytes in UTF-8, says; undefined for what is not JSON. */
export const jsonIn = (input: string | Uint8Array): unknown => {
  try {
    const text = typeof input === "string" ? input : new TextDecoder("utf-8", { fatal: true }).decode(input);
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
