// The interface as the SDKs see it: named types and operations, read from the OpenAPI document.

type Json = Record<string, unknown>;

export type Type =
  | { kind: "string" | "integer" | "number" | "boolean" | "any" }
  /** `values` are those known today; an answer may hold others. `isTag`: the one that tells this type from its siblings. */
  | { kind: "enum"; values: readonly string[]; isTag?: true }
  | { kind: "array" | "map"; of: Type }
  | { kind: "named"; name: string }
  | { kind: "nullable"; of: Type };

export type Field = { name: string; type: Type; isOptional: boolean; description: string };

/** `isInput`: what a caller sends; otherwise what the service sends, which may hold more than is listed. */
export type Struct = { name: string; fields: Field[]; isInput: boolean; description: string };

export type Operation = {
  /** As in the OpenAPI document's `operationId`, without the group that only the path needs: `admin.tenants.list`. */
  name: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** `{tenantId}` and the like stand for `pathParams`, in their order. */
  path: string;
  credential: "tenant" | "admin";
  pathParams: string[];
  /** A field of the query or body that stands alone as the first argument. */
  lead: string | null;
  /** The remaining fields of the query or body, as one argument. */
  input: { struct: string; isOptional: boolean } | null;
  response: Type;
  /** The service answers with an array and names the next page in `Link`: the array's name beside `nextCursor`. */
  page: string | null;
  summary: string;
  description: string;
};

export type Model = { structs: Struct[]; operations: Operation[] };

// The one thing that these are about; everything else is an object with the interface's own names.
const LEAD: Record<string, string> = {
  status: "verificationId",
  cancel: "verificationId",
  redact: "verificationId",
  receipt: "verificationId",
  validate: "token",
};

const pascal = (name: string): string =>
  name.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());

const object = (value: unknown): Json => (value ?? {}) as Json;
const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);
const text = (value: unknown): string => (typeof value === "string" ? value : "");

class Reader {
  readonly structs = new Map<string, Struct>();
  readonly #shared: Json;

  constructor(document: Json) {
    this.#shared = object(object(document.components).schemas);
  }

  /** @param name of the type, if the schema turns out to be an object without a name */
  type(schema: Json, name: string, isInput: boolean): Type {
    if (typeof schema.$ref === "string") return this.#named(schema.$ref.split("/").at(-1) ?? "", isInput);
    const either = list(schema.anyOf ?? schema.oneOf);
    if (either.length > 0) return this.#either(either, name, isInput);
    if (Array.isArray(schema.type)) {
      const [other = "string"] = schema.type.filter((each) => each !== "null");
      return { kind: "nullable", of: this.type({ ...schema, type: other }, name, isInput) };
    }
    if (schema.const !== undefined) return { kind: "enum", values: [String(schema.const)], isTag: true };
    if (Array.isArray(schema.enum)) return { kind: "enum", values: schema.enum.map(String) };
    switch (schema.type) {
      case "integer":
      case "number":
      case "boolean":
      case "string":
        return { kind: schema.type };
      case "array":
        return { kind: "array", of: this.type(object(schema.items), `${name}Item`, isInput) };
      case "object":
        return this.#object(schema, name, isInput);
      default:
        return { kind: "any" };
    }
  }

  /** The page of a list, made of the array that the service sends and the cursor in its `Link` header. */
  page(title: string, name: string, items: Type): Type {
    const nextCursor: Field = {
      name: "nextCursor",
      type: { kind: "nullable", of: { kind: "string" } },
      isOptional: false,
      description: "`cursor` of the next page; null: this is the last",
    };
    const fields = [{ name, type: items, isOptional: false, description: "" }, nextCursor];
    this.structs.set(`${title}Page`, { name: `${title}Page`, fields, isInput: false, description: "" });
    return { kind: "named", name: `${title}Page` };
  }

  #either(either: Json[], name: string, isInput: boolean): Type {
    const others = either.filter((each) => each.type !== "null");
    if (others.length > 1 && others.every((each) => each.type === "object")) {
      return this.#merged(others, name, isInput);
    }
    const types = others.map((each) => this.type(each, name, isInput));
    const [first = { kind: "any" }] = types;
    const isOne = types.every((each) => JSON.stringify(each) === JSON.stringify(first));
    const of: Type = isOne ? first : { kind: "any" };
    if (of.kind === "any") return of;
    return others.length < either.length ? { kind: "nullable", of } : of;
  }

  /** A choice between objects: all their fields, required where every one requires it. */
  #merged(choices: Json[], name: string, isInput: boolean): Type {
    const properties: Json = {};
    for (const choice of choices) {
      for (const [key, schema] of Object.entries(object(choice.properties))) {
        const values = [properties[key], schema].map(object).flatMap((each) => {
          if (each.const !== undefined) return [each.const];
          return Array.isArray(each.enum) ? each.enum : [];
        });
        properties[key] = values.length > 1 ? { enum: values } : schema;
      }
    }
    const required = Object.keys(properties).filter((key) =>
      choices.every((choice) => Array.isArray(choice.required) && choice.required.includes(key)),
    );
    return this.#object({ type: "object", properties, required }, name, isInput);
  }

  #named(id: string, isInput: boolean): Type {
    const schema = object(this.#shared[id]);
    return schema.type === "object" ? this.#object(schema, id, isInput) : this.type(schema, id, isInput);
  }

  #object(schema: Json, name: string, isInput: boolean): Type {
    if (schema.properties === undefined) {
      const values = object(schema.additionalProperties);
      return { kind: "map", of: this.type(values, `${name}Value`, isInput) };
    }
    if (!this.structs.has(name)) {
      const struct: Struct = { name, fields: [], isInput, description: text(schema.description) };
      this.structs.set(name, struct);
      const required = new Set(Array.isArray(schema.required) ? schema.required : []);
      for (const [key, value] of Object.entries(object(schema.properties))) {
        const field = object(value);
        if (field.not !== undefined) continue; // named only to be refused
        const type = this.type(field, `${name}${pascal(key)}`, isInput);
        const description = text(field.description);
        struct.fields.push({ name: key, type, isOptional: !required.has(key), description });
      }
    }
    return { kind: "named", name };
  }
}

/** `/admin/tenants/{id}` → `/admin/tenants/{tenantId}`: an argument called `id` says nothing. */
const namedParams = (path: string): string =>
  path.replace(/([a-z-]+)s\/\{id\}/g, (_, thing: string) => {
    const name = pascal(thing);
    return `${thing}s/{${name.charAt(0).toLowerCase()}${name.slice(1)}Id}`;
  });

// Where a client's name is shorter than the interface's.
const NAMES: Record<string, string> = { "usage.read": "usage", "logs.list": "logs", "audit.list": "audit" };

const nameOf = (operationId: string): string =>
  NAMES[operationId] ?? operationId.replace(/^(verify|tokens)\./, "");

/** These do more than one request, or take other options: each client has them by hand. */
export const BY_HAND: ReadonlySet<string> = new Set(["status", "validate"]);

const operationOf = (reader: Reader, path: string, method: string, operation: Json): Operation | null => {
  const [security] = list(operation.security);
  if (security === undefined) return null; // for machines without a credential: keys, health, statements
  const name = nameOf(text(operation.operationId));
  if (name.startsWith("listeners.")) return null; // for the command line, which makes these calls by itself
  const answers = object(object(object(operation.responses)["200"]).content);
  if (answers["application/json"] === undefined) return null; // a file of lines, to be streamed: no client keeps it in memory
  const title = pascal(name);
  const parameters = list(operation.parameters);
  const inPlace = (place: string) => parameters.filter((each) => each.in === place);

  const body = object(object(object(operation.requestBody).content)["application/json"]).schema;
  const query = {
    type: "object",
    properties: Object.fromEntries(
      inPlace("query").map(({ name: key, schema, description }) => [
        text(key),
        { ...object(schema), description: text(object(schema).description) || text(description) },
      ]),
    ),
    required: inPlace("query").flatMap((each) => (each.required === true ? [each.name] : [])),
  };
  const hasInput = body !== undefined || inPlace("query").length > 0;
  const struct = `${title}${body === undefined ? "Params" : "Request"}`;
  if (hasInput) reader.type(object(body ?? query), struct, true);

  const fields = reader.structs.get(struct)?.fields ?? [];
  const lead = fields.find((field) => field.name === LEAD[name])?.name ?? null;
  const rest = fields.filter((field) => field.name !== lead);
  const own = reader.structs.get(struct);
  if (own !== undefined) own.fields = rest;
  if (rest.length === 0 || BY_HAND.has(name)) reader.structs.delete(struct);

  const isOptional =
    body === undefined
      ? rest.every((field) => field.isOptional)
      : object(operation.requestBody).required !== true;
  const answer = object(answers["application/json"]);
  const body200 = reader.type(object(answer.schema), `${title}Response`, false);
  const isPaged = body200.kind === "array" && fields.some((field) => field.name === "cursor");
  const page = isPaged ? (name.split(".").at(-2) ?? null) : null;
  const namedPath = namedParams(path);
  return {
    name,
    method: method.toUpperCase() as Operation["method"],
    path: namedPath,
    credential: "adminKey" in security ? "admin" : "tenant",
    pathParams: [...namedPath.matchAll(/\{(\w+)\}/g)].map(([, param = ""]) => param),
    lead,
    input: rest.length === 0 ? null : { struct, isOptional },
    response: page === null ? body200 : reader.page(title, page, body200),
    page,
    summary: text(operation.summary),
    description: text(operation.description),
  };
};

/** @param document OpenAPI 3.1, as contracts/public/openapi.ts makes it */
export const readModel = (document: Record<string, unknown>): Model => {
  const reader = new Reader(document);
  const operations = Object.entries(object(document.paths)).flatMap(([path, methods]) =>
    Object.entries(object(methods)).flatMap(([method, operation]) => {
      const one = operationOf(reader, path, method, object(operation));
      return one === null ? [] : [one];
    }),
  );
  for (const [event, methods] of Object.entries(object(document.webhooks))) {
    const request = object(object(object(object(methods).post).requestBody).content)["application/json"];
    reader.type(object(object(request).schema), pascal(event), false);
  }
  return { structs: [...reader.structs.values()], operations };
};
