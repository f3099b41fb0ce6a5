/** Reads a JSON document whose shape is known but not typed: whatever is missing reads as empty. */
export type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const objectAt = (value: unknown, ...path: string[]): JsonObject => {
  let here = value;
  for (const name of path) here = isObject(here) ? here[name] : undefined;
  return isObject(here) ? here : {};
};

export const listAt = (value: unknown, ...path: string[]): readonly unknown[] => {
  const last = path.at(-1);
  const found = last === undefined ? value : objectAt(value, ...path.slice(0, -1))[last];
  return Array.isArray(found) ? found : [];
};

export const textAt = (value: unknown, ...path: string[]): string => {
  const last = path.at(-1) ?? "";
  const found = objectAt(value, ...path.slice(0, -1))[last];
  return typeof found === "string" ? found : "";
};

export const numberAt = (value: unknown, name: string): number | undefined => {
  const found = objectAt(value)[name];
  return typeof found === "number" ? found : undefined;
};

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

/** One field of a body, a query or an answer. */
export type FieldRow = {
  /** With the fields around it: `config.minimumAge`. */
  name: string;
  type: string;
  isRequired: boolean;
  about: string;
  limits: string;
};

const MAX_DEPTH = 3;

/** A schema as a flat list of fields; an array's fields are named `logs[].id`. */
export const schemaRows = (schema: unknown, document: unknown, prefix = "", depth = 0): FieldRow[] => {
  const own = resolve(schema, document);
  if (own.type === "array") return schemaRows(own.items, document, `${prefix}[]`, depth);
  const required = listAt(own, "required");
  return Object.entries(objectAt(own, "properties")).flatMap(([name, field]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const resolved = resolve(field, document);
    const row: FieldRow = {
      name: path,
      type: typeWords(field, document),
      isRequired: required.includes(name),
      about: textAt(field, "description") || textAt(resolved, "description"),
      limits: limitWords(field, document),
    };
    return depth >= MAX_DEPTH ? [row] : [row, ...schemaRows(field, document, path, depth + 1)];
  });
};
