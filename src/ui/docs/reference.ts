import { listAt, objectAt, textAt } from "./json.ts";
import { type FieldRow, schemaRows } from "./schema-rows.ts";
import { limitWords, typeWords } from "./schema-words.ts";

export type ErrorRow = { status: string; code: string; title: string };

/** One endpoint as the page shows it. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** The header that carries the credential; null where none is needed. */
  keyHeader: string | null;
  parameters: (FieldRow & { place: string })[];
  body: FieldRow[];
  answer: FieldRow[];
  errors: ErrorRow[];
};

export type WebhookEvent = { name: string; payload: FieldRow[] };

const jsonSchema = (holder: unknown): unknown => objectAt(holder, "content", "application/json").schema;

const errorsOf = (responses: Readonly<Record<string, unknown>>): ErrorRow[] =>
  Object.entries(responses)
    .filter(([status]) => status !== "200")
    .flatMap(([status, response]) =>
      [...textAt(response, "description").matchAll(/`([A-Z_]+)`: (.+)/g)].map(
        ([, code = "", title = ""]) => ({
          status,
          code,
          title,
        }),
      ),
    );

const keyHeaderOf = (operation: unknown, document: unknown): string | null => {
  const [scheme] = Object.keys(objectAt(listAt(operation, "security")[0]));
  return scheme === undefined ? null : textAt(document, "components", "securitySchemes", scheme, "name");
};

const operationOf = (document: unknown, path: string, method: string, operation: unknown): Operation => ({
  id: textAt(operation, "operationId"),
  method: method.toUpperCase(),
  path,
  summary: textAt(operation, "summary"),
  description: textAt(operation, "description"),
  keyHeader: keyHeaderOf(operation, document),
  parameters: listAt(operation, "parameters").map((parameter) => {
    const { schema, required } = objectAt(parameter);
    return {
      name: textAt(parameter, "name"),
      place: textAt(parameter, "in"),
      type: typeWords(schema, document),
      isRequired: required === true,
      about: textAt(parameter, "description") || textAt(schema, "description"),
      limits: limitWords(schema, document),
    };
  }),
  body: schemaRows(jsonSchema(objectAt(operation, "requestBody")), document),
  answer: schemaRows(jsonSchema(objectAt(operation, "responses", "200")), document),
  errors: errorsOf(objectAt(operation, "responses")),
});

/** Every endpoint of an OpenAPI document, in its order. */
export const operationsOf = (document: unknown): Operation[] =>
  Object.entries(objectAt(document, "paths")).flatMap(([path, methods]) =>
    Object.entries(objectAt(methods)).map(([method, operation]) =>
      operationOf(document, path, method, operation),
    ),
  );

export const webhookEventsOf = (document: unknown): WebhookEvent[] =>
  Object.entries(objectAt(document, "webhooks")).map(([name, webhook]) => ({
    name,
    payload: schemaRows(jsonSchema(objectAt(webhook, "post", "requestBody")), document),
  }));

const GROUPS = [
  { id: "verifications", name: "Verifications", prefix: "/verify/" },
  { id: "tokens", name: "Tokens", prefix: "/tokens/" },
  { id: "admin", name: "Administration", prefix: "/admin/" },
  { id: "service", name: "Service", prefix: "/" },
] as const;

export type Group = { id: string; name: string; operations: Operation[] };

/** By the first part of the path; what fits nowhere else is about the service itself. */
export const groupsOf = (operations: readonly Operation[]): Group[] =>
  GROUPS.map(({ id, name, prefix }) => ({
    id,
    name,
    operations: operations.filter(
      ({ path }) => GROUPS.find((group) => path.startsWith(group.prefix))?.prefix === prefix,
    ),
  })).filter(({ operations: own }) => own.length > 0);
