import { z } from "zod";
import { withDefaults } from "#contracts/public/common.ts";

type Schema = z.core.JSONSchema.JSONSchema;

/** One field of a body, a query or an answer. */
export type FieldRow = {
  /** With the fields that enclose it: `config.minimumAge`. */
  name: string;
  type: string;
  isRequired: boolean;
  about: string;
  limits: string;
};

const MAX_DEPTH = 3;

const schemaIn = (value: Schema["items"]): Schema =>
  typeof value === "object" && !Array.isArray(value) ? value : {};

const scalarName = ({ type = [], format }: Schema): string =>
  [type]
    .flat()
    .map((name) => (name === "string" && format ? `string, ${format}` : name))
    .join(" or ");

const rangeWords = (from: number | undefined, to: number | undefined, unit = ""): string => {
  // zod gives every integer the range of safe integers, which is not a limit worth showing.
  const [low, high] = [from, to].map((bound) =>
    bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER
      ? undefined
      : bound.toLocaleString("en"),
  );
  if (low && high) return `${low} to ${high}${unit}`;
  if (high) return `at most ${high}${unit}`;
  return low ? `at least ${low}${unit}` : "";
};

const limitWords = (schema: Schema): string =>
  [
    rangeWords(schema.minimum, schema.maximum),
    rangeWords(schema.minLength, schema.maxLength, " characters"),
    rangeWords(schema.minItems, schema.maxItems, " items"),
    schema.default === undefined ? "" : `${JSON.stringify(schema.default)} where absent`,
  ]
    .filter((words) => words !== "")
    .join("; ");

/** A contract's schema as a flat list of fields; an array's fields are named `logs[].id`. */
export const fieldRows = (contract: z.ZodType | undefined, io: "input" | "output"): FieldRow[] => {
  if (!contract) return [];
  const root = z.toJSONSchema(contract, { io, ...(io === "input" && { override: withDefaults }) });
  const resolve = (schema: Schema): Schema =>
    root.$defs?.[schema.$ref?.replace("#/$defs/", "") ?? ""] ?? schema;

  /** What a value may be, in words: `array of string`, `integer`, `"live" or "test"`. */
  const typeWords = (field: Schema): string => {
    const schema = resolve(field);
    if (schema.enum && schema.enum.length <= 8)
      return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.anyOf) return [...new Set(schema.anyOf.map(typeWords))].join(" or ");
    if (schema.type === "array") return `array of ${typeWords(schemaIn(schema.items))}`;
    return scalarName(schema) || "any value";
  };

  const rowsIn = (field: Schema, prefix: string, depth: number): FieldRow[] => {
    const schema = resolve(field);
    if (schema.type === "array") return rowsIn(schemaIn(schema.items), `${prefix}[]`, depth);
    return Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
      const own = schemaIn(value);
      const path = prefix === "" ? name : `${prefix}.${name}`;
      const row: FieldRow = {
        name: path,
        type: typeWords(own),
        isRequired: schema.required?.includes(name) ?? false,
        about: own.description ?? resolve(own).description ?? "",
        limits: limitWords(resolve(own)),
      };
      return depth >= MAX_DEPTH ? [row] : [row, ...rowsIn(own, path, depth + 1)];
    });
  };
  return rowsIn(root, "", 0);
};
