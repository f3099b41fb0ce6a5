import { type JsonObject, listAt, numberAt, objectAt, textAt } from "./json.ts";

/** Follows `$ref` within the document. */
export const resolve = (schema: unknown, document: unknown): JsonObject => {
  const ref = textAt(schema, "$ref");
  return ref === "" ? objectAt(schema) : objectAt(document, ...ref.replace(/^#\//, "").split("/"));
};

const scalarName = (schema: JsonObject): string => {
  const types = typeof schema.type === "string" ? [schema.type] : listAt(schema, "type").map(String);
  const format = textAt(schema, "format");
  return types.map((type) => (type === "string" && format !== "" ? `string, ${format}` : type)).join(" or ");
};

/** What a value may be, in words: `array of string`, `integer`, `"live" or "test"`. */
export const typeWords = (schema: unknown, document: unknown): string => {
  const own = resolve(schema, document);
  const values = listAt(own, "enum");
  if (values.length > 0 && values.length <= 8)
    return values.map((value) => JSON.stringify(value)).join(" or ");
  if ("const" in own) return JSON.stringify(own.const);
  const choices = listAt(own, "anyOf").map((choice) => typeWords(choice, document));
  if (choices.length > 0) return [...new Set(choices)].join(" or ");
  if (own.type === "array") return `array of ${typeWords(own.items, document)}`;
  return scalarName(own) || "any value";
};

const between = (from: number | undefined, to: number | undefined, unit: string): string => {
  // zod says the range of safe integers of every integer: that is no limit worth reading.
  const low = from === undefined || Math.abs(from) >= Number.MAX_SAFE_INTEGER ? undefined : from;
  const high = to === undefined || Math.abs(to) >= Number.MAX_SAFE_INTEGER ? undefined : to;
  const words = (value: number): string => `${value.toLocaleString("en")}${unit}`;
  if (low !== undefined && high !== undefined) return `${low.toLocaleString("en")} to ${words(high)}`;
  if (high !== undefined) return `at most ${words(high)}`;
  return low === undefined ? "" : `at least ${words(low)}`;
};

/** The bounds of a value, in words; empty where there are none. */
export const limitWords = (schema: unknown, document: unknown): string => {
  const own = resolve(schema, document);
  const preset = own.default === undefined ? "" : `${JSON.stringify(own.default)} where absent`;
  return [
    between(numberAt(own, "minimum"), numberAt(own, "maximum"), ""),
    between(numberAt(own, "minLength"), numberAt(own, "maxLength"), " characters"),
    between(numberAt(own, "minItems"), numberAt(own, "maxItems"), " items"),
    preset,
  ]
    .filter((words) => words !== "")
    .join("; ");
};
