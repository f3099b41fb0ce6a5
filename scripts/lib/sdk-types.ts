// TypeScript types for sdk/typescript, from the OpenAPI document. openapi-typescript would do it too, but wants
// TypeScript 5 alongside ours, brings thirty packages, and closes every enum: an SDK of today has to take tomorrow's values.

type Json = { readonly [member: string]: unknown };

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const objectAt = (value: unknown): Json => (isObject(value) ? value : {});
const listAt = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textAt = (value: unknown): string => (typeof value === "string" ? value : "");

/** What a caller sends is exact; what the service sends may be more than this release knows. */
type Direction = "sent" | "received";

const pascal = (id: string): string =>
  id
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");

/** A schema's name here: its own would hide JavaScript's. */
const componentName = (name: string): string => (name === "Error" ? "ErrorBody" : pascal(name));

const memberName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const indented = (text: string): string => text.replaceAll("\n", "\n  ");

const comment = (schema: Json): string => {
  const about = textAt(schema.description).replaceAll("*/", "*\\/");
  return about === "" ? "" : `/** ${about} */\n`;
};

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");

const OPEN_TEXT = "(string & Record<never, never>)";

const literals = (values: readonly unknown[], direction: Direction): string => {
  const known = values.map((value) => JSON.stringify(value));
  const isOpen = direction === "received" && values.some((value) => typeof value === "string");
  return union(isOpen ? [...known, OPEN_TEXT] : known);
};

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};

const arrayOf = (item: string): string => (/^[\w.]+$/.test(item) ? `${item}[]` : `Array<${item}>`);

function objectType(schema: Json, direction: Direction): string {
  const required = listAt(schema.required);
  const members = Object.entries(objectAt(schema.properties)).map(([name, value]) => {
    const field = objectAt(value);
    const isRequired = required.includes(name);
    // With exactOptionalPropertyTypes, a caller could not hand on a variable that may be undefined.
    const maybe = !isRequired && direction === "sent" ? " | undefined" : "";
    return `${comment(field)}${memberName(name)}${isRequired ? "" : "?"}: ${typeOf(field, direction)}${maybe};`;
  });
  const rest = schema.additionalProperties;
  if (members.length === 0) return `Record<string, ${isObject(rest) ? typeOf(rest, direction) : "unknown"}>`;
  return `{\n  ${indented(members.join("\n"))}\n}`;
}

function typeOf(schema: Json, direction: Direction): string {
  const reference = textAt(schema.$ref);
  if (reference !== "") return componentName(reference.split("/").at(-1) ?? "");
  if (schema.const !== undefined)
    return literals([schema.const], direction === "received" ? "sent" : direction);
  if (Array.isArray(schema.enum)) return literals(schema.enum, direction);
  const choices = [...listAt(schema.anyOf), ...listAt(schema.oneOf)];
  if (choices.length > 0) return union(choices.map((choice) => typeOf(objectAt(choice), direction)));
  if (Array.isArray(schema.allOf))
    return schema.allOf.map((part) => typeOf(objectAt(part), direction)).join(" & ");
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => typeOf({ ...schema, type }, direction)));
  if (schema.not !== undefined) return "never";
  if (schema.type === "array") return arrayOf(typeOf(objectAt(schema.items), direction));
  if (schema.type === "object") return objectType(schema, direction);
  return PRIMITIVES[textAt(schema.type)] ?? "unknown";
}

const declaration = (name: string, schema: Json, direction: Direction): string =>
  `${comment(schema)}export type ${name} = ${typeOf(schema, direction)};\n`;

const contentOf = (part: unknown): Json | null => {
  const { schema } = objectAt(objectAt(objectAt(objectAt(part).content)["application/json"]));
  return isObject(schema) ? schema : null;
};

const queryOf = (operation: Json): Json | null => {
  const parameters = listAt(operation.parameters)
    .map(objectAt)
    .filter((parameter) => parameter.in === "query");
  if (parameters.length === 0) return null;
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [textAt(name), schema])),
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
  };
};

/** Body, query and response of one operation, named after its id: `verify.start` → `VerifyStartBody`. */
function typesOfOperation(operation: Json): string[] {
  const name = pascal(textAt(operation.operationId));
  const body = contentOf(operation.requestBody);
  const query = queryOf(operation);
  const response = contentOf(objectAt(operation.responses)["200"]);
  return [
    ...(body ? [declaration(`${name}Body`, body, "sent")] : []),
    ...(query ? [declaration(`${name}Query`, query, "sent")] : []),
    ...(response ? [declaration(`${name}Response`, response, "received")] : []),
  ];
}

/** Names of the components that requests refer to, and those that these refer to. */
function componentsSent(document: Json, schemas: Json): Set<string> {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isObject(value)) return;
    const name = textAt(value.$ref).split("/").at(-1) ?? "";
    if (name !== "" && name in schemas && !found.has(name)) {
      found.add(name);
      look(schemas[name]);
    }
    Object.values(value).forEach(look);
  };
  for (const path of Object.values(objectAt(document.paths)))
    for (const operation of Object.values(objectAt(path))) {
      look(objectAt(operation).requestBody);
      look(objectAt(operation).parameters);
    }
  return found;
}

/**
 * The source of sdk/typescript/src/types.ts, not yet formatted: each named schema, then each operation's body, query and
 * response, then the union of all webhook bodies.
 * @param document the OpenAPI 3.1 document of the interface (contracts/public/openapi.ts)
 */
export function sdkTypes(document: Json): string {
  const schemas = objectAt(objectAt(document.components).schemas);
  const sent = componentsSent(document, schemas);
  const operations = Object.values(objectAt(document.paths)).flatMap((path) => Object.values(objectAt(path)));
  const events = Object.values(objectAt(document.webhooks)).map((webhook) =>
    textAt(contentOf(objectAt(objectAt(webhook).post).requestBody)?.$ref),
  );
  return [
    "// Made from the interface's contracts by `npm run sdk:types`; a test compares them.\n",
    ...Object.entries(schemas).map(([name, schema]) =>
      declaration(componentName(name), objectAt(schema), sent.has(name) ? "sent" : "received"),
    ),
    ...operations.flatMap((operation) => typesOfOperation(objectAt(operation))),
    `/** A webhook's body. Endpoints may get events that this release does not know: have a default case. */\nexport type WebhookEvent = ${union(
      events.map((reference) => pascal(reference.split("/").at(-1) ?? "")),
    )};\n`,
  ].join("\n");
}
