import { listAt, objectAt, textAt } from "./json.ts";
import { limitWords, resolve, typeWords } from "./schema-words.ts";

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
